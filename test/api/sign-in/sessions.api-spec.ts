import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Clock } from '#kernel/clock.js';
import { auditCaughtUp } from '../../support/audit-caught-up.js';
import {
  behindProxy,
  cookieOf,
  signIn,
  testPassword,
  userWithPassword,
  visitor,
  visitorWith,
  type Visitor,
} from '../../support/signed-in.js';
import { eventually } from '../../support/eventually.js';
import { staleFor } from '../../support/stale-for.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

class MovedClock extends Clock {
  aheadMs = 0;

  now(): Date {
    return new Date(Date.now() + this.aheadMs);
  }
}

let server: TestApp;
let other: TestApp;
const clock = new MovedClock();

beforeAll(async () => {
  server = await startTestApp({ env: behindProxy, clock });
  other = await startTestApp({ env: behindProxy, clock, beside: server });
}, 60_000);
afterAll(async () => {
  await other.close();
  await server.close();
});

const status = async (who: Visitor): Promise<number> => (await who.get('/api/v1/session')).status;

it('a session that may rest for a few minutes only does not end while it is used', async () => {
  const short = await startTestApp({ env: { ...behindProxy, SLUICE_SESSION_IDLE: '2m' }, clock, beside: server });
  try {
    const { email } = await userWithPassword(server);
    const who = visitorWith(short, cookieOf(await signIn(short, email).expect(200)));
    const seen = async () => {
      const { rows } = await server.database.pool.query<{ at: Date }>('select max(last_seen_at) as at from session_secret');
      return rows[0]?.at.getTime() ?? 0;
    };
    expect(await status(who)).toBe(200);
    const before = await seen();
    clock.aheadMs += 40_000;
    expect(await status(who)).toBe(200);
    await eventually(async () => expect(await seen()).toBeGreaterThan(before));
  } finally {
    clock.aheadMs = 0;
    await short.close();
  }
});

/** How long after a change the other process still accepted the cookie, asked all the time. */
async function staleMs(cookie: string): Promise<number> {
  return staleFor(async () => (await status(visitorWith(other, cookie))) === 401);
}

describe('a session', () => {
  it('is a caller on the routes of API keys, with what its user may do', async () => {
    const { email } = await userWithPassword(server);
    const { workspaceId, apiKey } = server.first;
    await server.as(apiKey).post(`/api/v1/workspaces/${workspaceId}/members`).send({ email, permission: 'write' }).expect(200);
    const person = await visitor(server, email);
    const { body } = await person.get('/api/v1/session').expect(200);
    expect(body.data.workspaces).toMatchObject([{ id: workspaceId, permission: 'write' }]);
    await person.get(`/api/v1/workspaces/${workspaceId}`).expect(200);
    await person.post('/api/v1/workflows').send({ workspaceId, name: 'Mine' }).expect(200);
    await person.delete(`/api/v1/workspaces/${workspaceId}`).expect(403);
    await person.get('/api/v1/users').expect(403);
  });

  it('has a bucket apart from that of the keys of its account', async () => {
    const user = await userWithPassword(server);
    const { headers } = await (await visitor(server, user.email)).get('/api/v1/workspaces').expect(200);
    const withKey = await server.as(user.key).get('/api/v1/workspaces').expect(200);
    expect(headers['x-ratelimit-limit']).not.toBe(withKey.headers['x-ratelimit-limit']);
  });

  it('ends at once here and within a second elsewhere when its person signs out', async () => {
    const { email } = await userWithPassword(server);
    const person = await visitor(server, email);
    expect(await status(visitorWith(other, person.cookie))).toBe(200);
    const answer = await person.delete('/api/v1/session').expect(200);
    expect((answer.headers['set-cookie'] as unknown as string[])[0]).toMatch(/^sluice=; Path=\/; Expires=Thu, 01 Jan 1970/);
    expect(await status(person)).toBe(401);
    expect(await staleMs(person.cookie)).toBeLessThan(1000);
  });

  it('ends within a second when its user is suspended', async () => {
    const user = await userWithPassword(server);
    const person = await visitor(server, user.email);
    await server.as(server.first.apiKey).patch(`/api/v1/users/${user.id}`).send({ suspended: true }).expect(200);
    expect(await status(person)).toBe(401);
    expect(await staleMs(person.cookie)).toBeLessThan(1000);
  });

  it('does not hide that a key is wrong', async () => {
    const person = await visitor(server, (await userWithPassword(server)).email);
    await person.get('/api/v1/session').set('X-API-Key', 'sk-sluice-wrong').expect(401);
  });

  it('does not count at another host', async () => {
    const person = await visitor(server, (await userWithPassword(server)).email);
    await person.get('/api/v1/session').set('Host', 'rebound.example').expect(401);
  });

  it('ends after 12 hours of rest, unless its person stays signed in', async () => {
    const { email } = await userWithPassword(server);
    const resting = await visitor(server, email);
    const kept = visitorWith(server, cookieOf(await signIn(server, email, testPassword, { keep: true }).expect(200)));
    clock.aheadMs = 13 * 3_600_000;
    try {
      expect([await status(resting), await status(kept)]).toEqual([401, 200]);
      clock.aheadMs = 31 * 86_400_000;
      expect(await status(kept)).toBe(401);
    } finally {
      clock.aheadMs = 0;
    }
  });
});

describe('a request with the cookie of a session', () => {
  it.each([
    ['another site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['another host of the site', { 'Sec-Fetch-Site': 'same-site' }],
    ['a form in an old browser', { Origin: 'https://evil.example' }],
    ['a client that says nothing', {}],
  ])('changes nothing when it comes from %s', async (_, headers) => {
    const person = await visitor(server, (await userWithPassword(server)).email);
    for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      const forged = server.as().post('/api/v1/workspaces').set('Cookie', person.cookie).set(headers).set('Content-Type', type);
      const { body } = await forged.send('{"name":"Forged"}').expect(403);
      expect(body).toMatchObject({ code: 'CROSS_SITE' });
    }
    for (const [method, path] of [
      ['put', '/api/v1/users/me/password'],
      ['patch', `/api/v1/workspaces/${server.first.workspaceId}`],
      ['delete', '/api/v1/session'],
    ] as const) {
      const forged = server.as()[method](path).set('Cookie', person.cookie).set(headers);
      expect((await forged.expect(403)).body).toMatchObject({ code: 'CROSS_SITE' });
    }
    expect(await status(person)).toBe(200);
    expect((await person.get('/api/v1/workspaces').expect(200)).body.data).toEqual([]);
  });
});

describe('the person in a session', () => {
  it('sees where they are signed in, and ends the other sessions', async () => {
    const { email } = await userWithPassword(server);
    const [here, there] = [await visitor(server, email), await visitor(server, email)];
    const { body } = await here.get('/api/v1/users/me/sessions').expect(200);
    expect(body.data).toHaveLength(3);
    expect(body.data[1]).toMatchObject({ method: 'password', isCurrent: true, address: expect.any(String) });
    await here.delete('/api/v1/users/me/sessions').expect(200);
    expect([await status(here), await status(there)]).toEqual([200, 401]);
  });

  it('ends one session by its id, and none of another user', async () => {
    const [one, two] = [await userWithPassword(server), await userWithPassword(server)];
    const [mine, foreign] = [await visitor(server, one.email), await visitor(server, two.email)];
    const { body } = await mine.get('/api/v1/users/me/sessions').expect(200);
    const { id } = (body.data as { id: string; isCurrent: boolean }[]).find(({ isCurrent }) => isCurrent) ?? { id: '' };
    await foreign.delete(`/api/v1/users/me/sessions/${id}`).expect(404);
    await mine.delete(`/api/v1/users/me/sessions/${id}`).expect(200);
    expect(await status(mine)).toBe(401);
  });

  it('proves again who they are; the cookie gets another value and the former one ends', async () => {
    const person = await visitor(server, (await userWithPassword(server)).email);
    const wrong = await person.post('/api/v1/session/confirm').send({ password: 'a wrong password of hers' }).expect(403);
    expect(wrong.body).toMatchObject({ code: 'WRONG_PASSWORD' });
    const confirmed = await person.post('/api/v1/session/confirm').send({ password: testPassword }).expect(200);
    expect(await status(visitorWith(server, cookieOf(confirmed)))).toBe(200);
    expect(await status(person)).toBe(401);
  });

  it('changes the password: their other sessions end, this one stays', async () => {
    const { email } = await userWithPassword(server);
    const [here, there] = [await visitor(server, email), await visitor(server, email)];
    const next = 'seven quiet owls at noon';
    const change = here.put('/api/v1/users/me/password');
    const changed = await change.send({ password: testPassword, newPassword: next }).expect(200);
    expect(await status(visitorWith(server, cookieOf(changed)))).toBe(200);
    expect([await status(here), await status(there)]).toEqual([401, 401]);
    await signIn(server, email).expect(401);
    await signIn(server, email, next).expect(200);
  });

  it('changes nothing with a wrong present password, and learns what a weak one lacks', async () => {
    const { email } = await userWithPassword(server);
    const person = await visitor(server, email);
    const change = (password: string, newPassword: string) => person.put('/api/v1/users/me/password').send({ password, newPassword });
    expect((await change('a wrong password of hers', 'seven quiet owls at noon').expect(403)).body).toMatchObject({
      code: 'WRONG_PASSWORD',
    });
    expect((await change(testPassword, email).expect(400)).body.details).toMatchObject([{ path: ['newPassword'], code: 'weak_password' }]);
    await signIn(server, email).expect(200);
  });

  it('is a person: a key cannot sign out or change a password', async () => {
    const { key } = await userWithPassword(server);
    const { body } = await server.as(key).delete('/api/v1/session').expect(403);
    expect(body).toMatchObject({ code: 'SESSION_REQUIRED' });
    await server.as().delete('/api/v1/session').expect(401);
  });

  it('is distinguished from a key after the rate and the form of the request, as access is everywhere', async () => {
    const { key } = await userWithPassword(server);
    const broken = server.as(key).post('/api/v1/users/me/second-factor').set('Content-Type', 'application/json').send('{');
    expect((await broken.expect(400)).body.code).toBe('INVALID_JSON');
    const refused = await server.as(key).post('/api/v1/users/me/second-factor').send({}).expect(403);
    expect(refused.body.code).toBe('SESSION_REQUIRED');
    expect(refused.headers).toMatchObject({ 'x-ratelimit-limit': expect.any(String), 'x-ratelimit-remaining': expect.any(String) });
  });

  it('has sign-ins, endings and passwords in the audit log, and no secret there', async () => {
    const user = await userWithPassword(server);
    const person = await visitor(server, user.email);
    await person.delete('/api/v1/session').expect(200);
    await auditCaughtUp(server);
    const { rows } = await server.database.pool.query<{ action: string }>(
      `select action from audit_entry where resource_id = $1 and action not like 'account.created' order by seq`,
      [user.id],
    );
    expect(rows.map(({ action }) => action)).toEqual([
      'account.sign_in_link_made',
      'account.password_set',
      'session.started',
      'session.started',
      'session.ended',
    ]);
  });
});
