import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CommandBus } from '@nestjs/cqrs';
import type supertest from 'supertest';
import { setupNotice } from '#app/first-run.js';
import { Clock } from '#kernel/clock.js';
import { MakeSetupLink } from '#modules/identity/index.js';
import { createUser } from '../../support/issue-key.js';
import { asVisitor, behindProxy, claimLink, cookieOf, recoveryToken, signIn, testPassword, visitorWith } from '../../support/signed-in.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let shiftMs = 0;

class ShiftedClock extends Clock {
  override now(): Date {
    return new Date(Date.now() + shiftMs);
  }
}

const start = (): Promise<TestApp> =>
  startTestApp({ clock: new ShiftedClock(), env: { ...behindProxy, SLUICE_BASE_URL: 'https://sluice.example' } });

async function setupToken(server: TestApp): Promise<string> {
  const made = await server.app.get(CommandBus).execute(new MakeSetupLink());
  if (made === undefined) throw new Error('The installation is set up');
  return made.token;
}

const claim = (server: TestApp, token: string, more: object = {}): supertest.Test =>
  asVisitor(server, '/api/v1/links/setup').send({ token, password: testPassword, ...more });

const ways = async (server: TestApp): Promise<unknown> => (await server.as().get('/api/v1/sign-in').expect(200)).body.data;

describe('an installation without a person', () => {
  let server: TestApp;
  beforeAll(async () => {
    server = await start();
  }, 60_000);
  afterAll(() => server.close());

  it('says so to the page that signs people in', async () => {
    expect(await ways(server)).toEqual({ isSetUp: false, providers: [], refusal: null });
  });

  it('says there why a password is refused before one is typed', async () => {
    const { body } = await server.as().get('/api/v1/sign-in').set('Host', 'sluice.example').expect(200);
    expect(body.data.refusal).toEqual({ code: 'PLAIN_HTTP', message: expect.stringContaining('SLUICE_PLAIN_HTTP=allow') });
  });

  it('shows at a start how to build the console, and no link, where there are no pages', async () => {
    const notice = await setupNotice(server.app, server.config, false);
    expect(notice).toContain('npm run build');
    expect(notice).not.toContain('#');
  });

  it('shows at a start what works instead of a link where the console is switched off', async () => {
    const notice = await setupNotice(server.app, { baseUrl: server.config.baseUrl, console: 'off' }, true);
    expect(notice).toContain('SLUICE_CONSOLE=off');
    expect(notice).toContain('npx sluice keys recover');
    expect(notice).not.toContain('/setup');
  });

  it('refuses a link that is cut off, used as a recovery link, or older than a day', async () => {
    const token = await setupToken(server);
    await claim(server, token.slice(0, -1)).expect(404);
    await claimLink(server, token).expect(404);
    shiftMs = 24 * 3_600_000 + 1;
    await claim(server, token).expect(404);
    shiftMs = 0;
  });

  it('refuses the address of another user', async () => {
    const { email } = await createUser(server);
    expect((await claim(server, await setupToken(server), { email }).expect(409)).body).toMatchObject({ code: 'CONFLICT' });
  });

  it('shows a link at a start; with it the first operator gets an address, a name and a password, and is signed in', async () => {
    const notice = await setupNotice(server.app, server.config, true);
    const [, token = ''] = /https:\/\/sluice\.example\/setup#([\w-]{43})\n/.exec(notice ?? '') ?? [];
    const shown = await server.as().get('/api/v1/links/setup').set('X-Link-Token', token).expect(200);
    expect(shown.body.data).toMatchObject({ email: server.config.bootstrapEmail, name: 'Owner' });

    const claimed = await claim(server, token, { email: 'Ada@Example.org', name: 'Ada' }).expect(200);

    const { body } = await visitorWith(server, cookieOf(claimed)).get('/api/v1/session').expect(200);
    expect(body.data.user).toMatchObject({ id: server.first.userId, email: 'ada@example.org', name: 'Ada', isOperator: true });
    await signIn(server, 'ada@example.org').expect(200);
    await signIn(server, server.config.bootstrapEmail).expect(401);
    expect(await ways(server)).toEqual({ isSetUp: true, providers: [], refusal: null });
    expect(await setupNotice(server.app, server.config, true)).toBeUndefined();
  });
});

describe('setup links', () => {
  let server: TestApp;
  beforeAll(async () => {
    server = await start();
  }, 60_000);
  afterAll(() => server.close());

  it('count once together: of eight that are used at the same moment, one wins', async () => {
    const tokens = await Promise.all(Array.from({ length: 8 }, () => setupToken(server)));
    const answers = await Promise.all(tokens.map((token, index) => claim(server, token, { password: `${testPassword} ${index}` })));
    expect(answers.map(({ status }) => status).toSorted((one, two) => one - two)).toEqual([200, ...Array<number>(7).fill(404)]);
    expect(await server.app.get(CommandBus).execute(new MakeSetupLink())).toBeUndefined();
  });
});

it('a setup link does not count any more once any user has a password', async () => {
  const server = await start();
  const token = await setupToken(server);
  await claimLink(server, await recoveryToken(server, (await createUser(server)).id)).expect(200);
  expect((await claim(server, token).expect(404)).body).toMatchObject({ error: 'Link not found', code: 'NOT_FOUND' });
  await server.close();
}, 60_000);
