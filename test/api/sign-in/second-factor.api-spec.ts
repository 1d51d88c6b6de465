import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import type supertest from 'supertest';
import { codeOf, stepAt } from '#host/secrets/passwords/one-time-code.js';
import { SignInDigests } from '#host/secrets/passwords/sign-in-digests.js';
import { Clock } from '#kernel/clock.js';
import { Ids } from '#kernel/ids.js';
import { EventStore } from '#ledger/events/event-store.js';
import { linkMaker } from '#modules/identity/index.js';
import { eventually } from '../../support/eventually.js';
import { createUser } from '../../support/issue-key.js';
import {
  asVisitor,
  behindProxy,
  claimLink,
  cookieOf,
  recoveryToken,
  signIn,
  testPassword,
  userWithPassword,
  visitor,
  visitorWith,
  type Visitor,
} from '../../support/signed-in.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let server: TestApp;
let nowMs = Math.floor(Date.now() / 30_000) * 30_000 + 10_000;

/** Does not go by itself, and is in the middle of a step, so that a test knows which codes count. */
class StandingClock extends Clock {
  override now(): Date {
    return new Date(nowMs);
  }
}

beforeAll(async () => {
  server = await startTestApp({ clock: new StandingClock(), env: behindProxy });
}, 60_000);
afterAll(() => server.close());

const path = '/api/v1/users/me/second-factor';
const required = { code: 'SECOND_FACTOR_REQUIRED' };

interface Person {
  readonly id: string;
  readonly email: string;
  readonly browser: Visitor;
  readonly recoveryCodes: readonly string[];
  /** The code of the app, so many half minutes from now. */
  code(steps?: number): string;
}

/** Someone with a second factor, in a half minute whose code was not used. */
async function personWithFactor(): Promise<Person> {
  const { id, email } = await userWithPassword(server);
  const browser = await visitor(server, email);
  const { secret } = (await browser.post(path).expect(200)).body.data as { secret: string };
  const code = (steps = 0): string => codeOf(secret, stepAt(nowMs) + steps);
  const enabled = await browser.post(`${path}/enable`).send({ code: code() }).expect(200);
  nowMs += 60_000;
  return { id, email, browser, code, recoveryCodes: enabled.body.data.recoveryCodes as string[] };
}

const enter = (email: string, code?: string): supertest.Test => signIn(server, email, testPassword, code === undefined ? {} : { code });

describe('a person who turns on a second factor', () => {
  it('gets a secret and an address for an app, and recovery codes for a code of the app', async () => {
    const { email } = await userWithPassword(server);
    const browser = await visitor(server, email);
    const { secret, uri } = (await browser.post(path).expect(200)).body.data as { secret: string; uri: string };
    expect(uri).toBe(`otpauth://totp/Sluice:${encodeURIComponent(email)}?secret=${secret}&issuer=Sluice`);
    expect((await browser.get(path).expect(200)).body.data).toEqual({ isOn: false, since: null, recoveryCodesLeft: 0 });
    await enter(email).expect(200);

    const wrong = await browser.post(`${path}/enable`).send({ code: '000000' }).expect(403);
    expect(wrong.body).toMatchObject({ code: 'WRONG_CODE' });
    const { body } = await browser
      .post(`${path}/enable`)
      .send({ code: codeOf(secret, stepAt(nowMs)) })
      .expect(200);

    expect(new Set(body.data.recoveryCodes as string[]).size).toBe(10);
    expect((await browser.get(path).expect(200)).body.data).toMatchObject({ isOn: true, recoveryCodesLeft: 10 });
    await browser.post(path).expect(409);
  });

  it('begins with a secret', async () => {
    const { email } = await userWithPassword(server);
    await (await visitor(server, email)).post(`${path}/enable`).send({ code: '123456' }).expect(409);
  });

  it('turns it on once, of two tries at the same moment', async () => {
    const { email } = await userWithPassword(server);
    const browser = await visitor(server, email);
    const { secret } = (await browser.post(path).expect(200)).body.data as { secret: string };
    const code = codeOf(secret, stepAt(nowMs));
    const answers = await Promise.all([1, 2, 3].map(() => browser.post(`${path}/enable`).send({ code })));
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409, 409]);
  });
});

describe('a sign-in with a second factor', () => {
  it('asks for a code after the password, and only then', async () => {
    const { email, code } = await personWithFactor();
    expect((await enter(email).expect(401)).body).toMatchObject(required);
    expect((await signIn(server, email, 'not the right password', { code: code() }).expect(401)).body).toMatchObject({
      code: 'UNAUTHORIZED',
    });
    await enter(email, code()).expect(200);
  });

  it('accepts the code of a neighbouring half minute, and none further away', async () => {
    const { email, code } = await personWithFactor();
    expect((await enter(email, code(-2)).expect(401)).body).toMatchObject(required);
    expect((await enter(email, code(2)).expect(401)).body).toMatchObject(required);
    await enter(email, code(-1)).expect(200);
    await enter(email, code(1)).expect(200);
  });

  it('refuses a code that was used, and all earlier ones', async () => {
    const { email, code } = await personWithFactor();
    await enter(email, code()).expect(200);
    expect((await enter(email, code()).expect(401)).body).toMatchObject(required);
    expect((await enter(email, code(-1)).expect(401)).body).toMatchObject(required);
  });

  it('accepts a code once, of eight tries at the same moment', async () => {
    const { email, code, recoveryCodes } = await personWithFactor();
    for (const given of [code(), recoveryCodes[0] ?? '']) {
      // Fewer than the tries that are free before each has to wait.
      const answers = await Promise.all([1, 2, 3, 4].map(() => enter(email, given)));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    }
  });

  it('accepts each recovery code once, however it is typed', async () => {
    const { email, browser, recoveryCodes } = await personWithFactor();
    const [first = '', second = ''] = recoveryCodes;
    await enter(email, first).expect(200);
    expect((await enter(email, first).expect(401)).body).toMatchObject(required);
    await enter(email, second.toUpperCase().replaceAll('-', ' ')).expect(200);
    expect((await browser.get(path).expect(200)).body.data).toMatchObject({ recoveryCodesLeft: 8 });
  });

  it('refuses former recovery codes after they were replaced', async () => {
    const { email, browser, recoveryCodes } = await personWithFactor();
    const { body } = await browser.post(`${path}/recovery-codes`).expect(200);
    await enter(email, recoveryCodes[0] ?? '').expect(401);
    await enter(email, (body.data.recoveryCodes as string[])[0]).expect(200);
  });

  it('slows down wrong codes together with wrong passwords', async () => {
    const { email, code } = await personWithFactor();
    for (let tries = 0; tries < 3; tries += 1) await signIn(server, email, 'not the right password').expect(401);
    for (let tries = 0; tries < 3; tries += 1) await enter(email, '000000').expect(401);
    const waiting = await enter(email, code()).expect(429);
    expect(Number(waiting.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('needs the password alone after the second factor was turned off', async () => {
    const { email, browser } = await personWithFactor();
    await browser.delete(path).expect(200);
    await enter(email).expect(200);
    await browser.delete(path).expect(200);
  });
});

describe('a recovery link of a person with a second factor', () => {
  it('replaces the password and not the second factor', async () => {
    const { id, code } = await personWithFactor();
    const token = await recoveryToken(server, id);
    const claim = (more: object): supertest.Test =>
      asVisitor(server, '/api/v1/links/recovery').send({ token, password: testPassword, ...more });
    expect((await claim({}).expect(401)).body).toMatchObject(required);
    expect((await claim({ code: '000000' }).expect(401)).body).toMatchObject(required);
    await claim({ code: code() }).expect(200);
  });
});

describe('sluice users recover', () => {
  it('removes the second factor of a person who has lost it', async () => {
    const { id, email } = await personWithFactor();
    const [store, pool, ids, clock, signInDigests] = [
      server.app.get(EventStore),
      server.app.get(Pool),
      server.app.get(Ids),
      server.app.get(Clock),
      server.app.get(SignInDigests),
    ];
    const maker = linkMaker({ store, pool, ids, clock, signIn: signInDigests });
    const { token, secondFactorRemoved } = await maker.recovery(email);
    expect(secondFactorRemoved).toBe(true);
    await claimLink(server, token).expect(200);
    await enter(email).expect(200);
    expect((await maker.recovery(email)).secondFactorRemoved).toBe(false);
    const { rows } = await pool.query('select from second_factor where user_id = $1', [id]);
    expect(rows).toEqual([]);
  });
});

describe('a confirmation in a session', () => {
  it('accepts a code, once, and then allows what is dangerous', async () => {
    const { browser, code } = await personWithFactor();
    nowMs += 11 * 60_000;
    await browser.post('/api/v1/users/me/api-keys').send({ name: 'mine' }).expect(403);
    const given = code();
    expect((await browser.post('/api/v1/session/confirm').send({ code: '000000' }).expect(403)).body).toMatchObject({ code: 'WRONG_CODE' });
    const confirmed = visitorWith(server, cookieOf(await browser.post('/api/v1/session/confirm').send({ code: given }).expect(200)));
    await confirmed.post('/api/v1/users/me/api-keys').send({ name: 'mine' }).expect(200);
    expect((await confirmed.post('/api/v1/session/confirm').send({ code: given }).expect(403)).body).toMatchObject({ code: 'WRONG_CODE' });
  });

  it.each([{}, { password: testPassword, code: '123456' }])('needs a password or a code, not %j', async (body) => {
    const { email } = await userWithPassword(server);
    const refused = await (await visitor(server, email)).post('/api/v1/session/confirm').send(body).expect(400);
    expect(refused.body).toMatchObject({ details: [{ path: ['password'] }] });
  });

  it('accepts no code of a person without a second factor', async () => {
    const { email } = await userWithPassword(server);
    const refused = await (await visitor(server, email)).post('/api/v1/session/confirm').send({ code: '123456' }).expect(403);
    expect(refused.body).toMatchObject({ code: 'WRONG_CODE' });
  });
});

describe('a second factor', () => {
  it.each(['post', 'delete'] as const)('is changed only after a recent sign-in: %s', async (method) => {
    const { email } = await userWithPassword(server);
    const browser = await visitor(server, email);
    nowMs += 11 * 60_000;
    expect((await browser[method](path).expect(403)).body).toMatchObject({ code: 'RECENT_SIGN_IN_REQUIRED' });
  });

  it('is not reached with an API key', async () => {
    const { key } = await createUser(server);
    await server.as(key).get(path).expect(403);
  });

  it('is stored sealed, with digests of its recovery codes, and is in the audit log without either', async () => {
    const { id, email, recoveryCodes, code, browser } = await personWithFactor();
    await enter(email, recoveryCodes[0]).expect(200);
    const { rows } = await server.app
      .get(Pool)
      .query<{ text: string }>('select row_to_json(f)::text as text from second_factor f where user_id = $1', [id]);
    expect(rows).toHaveLength(1);
    for (const each of recoveryCodes) expect(rows[0]?.text).not.toContain(each);
    await browser.post(`${path}/recovery-codes`).expect(200);
    await browser.delete(path).expect(200);
    expect(code()).toMatch(/^\d{6}$/);
    await eventually(async () => {
      const { rows: entries } = await server.app
        .get(Pool)
        .query<{ action: string; text: string }>(
          'select action, row_to_json(audit_entry)::text as text from audit_entry where resource_id = $1',
          [id],
        );
      expect(entries.map(({ action }) => action)).toEqual(
        expect.arrayContaining([
          'account.second_factor_enabled',
          'account.recovery_code_used',
          'account.recovery_codes_replaced',
          'account.second_factor_removed',
        ]),
      );
      for (const each of recoveryCodes) expect(JSON.stringify(entries)).not.toContain(each);
    });
  });
});
