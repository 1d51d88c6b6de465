import { argon2Sync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SignInDigests } from '#host/secrets/passwords/sign-in-digests.js';
import { OutdatedHashes } from '#modules/identity/store/sign-in/outdated-hashes.js';
import { SignInFailures } from '#modules/identity/store/sign-in/sign-in-failures.js';
import { createUser } from '../../support/issue-key.js';
import {
  behindProxy,
  claimLink,
  cookieOf,
  recoveryToken,
  signIn,
  testPassword,
  userWithPassword,
  visitor,
  visitorWith,
} from '../../support/signed-in.js';
import { startTestApp, testEncryptionKey, type TestApp } from '../../support/test-app.js';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp({ env: { ...behindProxy, SLUICE_BASE_URL: 'https://sluice.example' } });
}, 60_000);
afterAll(() => server.close());

const linkOf = (token: string): ReturnType<ReturnType<TestApp['as']>['get']> =>
  server.as().get('/api/v1/links/recovery').set('X-Link-Token', token);

describe('a recovery link', () => {
  it('says whom it is for, sets their password and signs them in', async () => {
    const user = await createUser(server);
    const token = await recoveryToken(server, user.id);
    const shown = await linkOf(token).expect(200);
    expect(shown.body.data).toMatchObject({ email: user.email });
    const claimed = await claimLink(server, token).expect(200);
    const { body } = await visitorWith(server, cookieOf(claimed)).get('/api/v1/session').expect(200);
    expect(body.data).toMatchObject({ kind: 'session', user: { id: user.id, email: user.email } });
  });

  it('counts once', async () => {
    const { id } = await createUser(server);
    const token = await recoveryToken(server, id);
    await claimLink(server, token).expect(200);
    const again = await claimLink(server, token, 'another password of mine').expect(404);
    expect(again.body).toMatchObject({ error: 'Link not found', code: 'NOT_FOUND' });
    await linkOf(token).expect(404);
  });

  it('counts once also for eight who use it at the same moment', async () => {
    const user = await createUser(server);
    const token = await recoveryToken(server, user.id);
    const passwords = Array.from({ length: 8 }, (_, index) => `${testPassword} ${index}`);
    const answers = await Promise.all(passwords.map((password) => claimLink(server, token, password)));
    const won = answers.findIndex(({ status }) => status === 200);
    expect(answers.map(({ status }) => status).toSorted((one, two) => one - two)).toEqual([200, ...Array<number>(7).fill(404)]);
    await signIn(server, user.email, passwords[won]).expect(200);
    await signIn(server, user.email, passwords[(won + 1) % 8]).expect(401);
  });

  it('is replaced by the next one', async () => {
    const { id } = await createUser(server);
    const former = await recoveryToken(server, id);
    await recoveryToken(server, id);
    await claimLink(server, former).expect(404);
  });

  it('gets the same answer cut off, of another and of no user', async () => {
    const token = await recoveryToken(server, (await createUser(server)).id);
    for (const wrong of [token.slice(0, -1), `${token}x`, 'x']) {
      expect((await claimLink(server, wrong).expect(404)).body).toMatchObject({ error: 'Link not found' });
    }
  });

  it('refuses a weak password with the rule, and stays valid', async () => {
    const token = await recoveryToken(server, (await createUser(server)).id);
    const { body } = await claimLink(server, token, 'short').expect(400);
    expect(body.details).toEqual([{ path: ['password'], message: 'password must have 15 to 256 characters', code: 'weak_password' }]);
    await claimLink(server, token).expect(200);
  });

  it('is for operators alone to make', async () => {
    const { id, key } = await createUser(server);
    await server.as(key).post(`/api/v1/users/${id}/recovery-link`).expect(403);
  });

  it('ends all sessions of its user', async () => {
    const user = await userWithPassword(server);
    const before = await visitor(server, user.email);
    await claimLink(server, await recoveryToken(server, user.id), 'another password of mine').expect(200);
    await before.get('/api/v1/session').expect(401);
  });
});

describe('a sign-in', () => {
  it('gives a cookie that scripts cannot read, for this host and over TLS alone', async () => {
    const { email } = await userWithPassword(server);
    const response = await signIn(server, email).set('X-Forwarded-Proto', 'https').set('Host', 'sluice.example').expect(200);
    const [cookie = ''] = response.headers['set-cookie'] as unknown as string[];
    expect(cookie).toMatch(/^__Host-sluice=[A-Za-z0-9_-]{43}; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/);
  });

  it('on localhost without TLS gives a cookie that browsers take there', async () => {
    const { email } = await userWithPassword(server);
    const [cookie = ''] = (await signIn(server, email).expect(200)).headers['set-cookie'] as unknown as string[];
    expect(cookie).toMatch(/^sluice=[A-Za-z0-9_-]{43}; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/);
  });

  it('is refused over plain HTTP elsewhere, whatever the password is, with both remedies', async () => {
    const { body } = await signIn(server, 'stranger@example.org').set('Host', 'sluice.example').expect(403);
    expect(body).toMatchObject({ code: 'PLAIN_HTTP' });
    expect(body.error).toMatch(/SLUICE_BASE_URL=https:\/\/….*SLUICE_PLAIN_HTTP=allow/);
  });

  it('is refused at a host that is not that of the base URL', async () => {
    const refused = signIn(server, 'stranger@example.org').set('X-Forwarded-Proto', 'https').set('Host', 'rebound.example');
    expect((await refused.expect(403)).body).toMatchObject({ code: 'WRONG_HOST' });
  });

  it('is refused from a page of another site', async () => {
    const { email } = await userWithPassword(server);
    const refused = await signIn(server, email).set('Sec-Fetch-Site', 'cross-site').expect(403);
    expect(refused.body).toMatchObject({ code: 'CROSS_SITE' });
    expect(refused.headers['set-cookie']).toBeUndefined();
  });

  it('gets one answer for an unknown address, a user without a password, a suspended one and a wrong password', async () => {
    const [known, suspended, without] = [await userWithPassword(server), await userWithPassword(server), await createUser(server)];
    await server.as(server.first.apiKey).patch(`/api/v1/users/${suspended.id}`).send({ suspended: true }).expect(200);
    const attempts = [
      signIn(server, 'stranger@example.org'),
      signIn(server, without.email),
      signIn(server, suspended.email),
      signIn(server, known.email, 'a wrong password of hers'),
    ];
    for (const attempt of attempts) {
      const { body } = await attempt.expect(401);
      expect(body).toEqual({ error: 'The e-mail address or the password is wrong', code: 'UNAUTHORIZED' });
    }
  });

  it('accepts the password however its characters are composed, and the address in any case', async () => {
    const user = await userWithPassword(server, 'quinze caf\u00e9s par jour');
    await signIn(server, user.email.toUpperCase(), 'quinze cafe\u0301s par jour').expect(200);
  });

  it('waits after five wrong passwords in a row, also with the right one', async () => {
    const { email } = await userWithPassword(server);
    for (let count = 0; count < 6; count += 1) await signIn(server, email, 'a wrong password of hers').expect(401);
    // So that the wait is not over before the next request has arrived.
    await server.database.pool.query('update sign_in_failure set failures = 12 where failures = 6');
    const { body, headers } = await signIn(server, email).expect(429);
    expect(body).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED', error: expect.stringMatching(/^Too many wrong passwords for this account/) });
    expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1);
  });

  it('counts tries at the same moment one by one', async () => {
    const { email } = await userWithPassword(server);
    const tries = await Promise.all(Array.from({ length: 20 }, () => signIn(server, email, 'a wrong password of hers')));
    const statuses = Map.groupBy(tries, ({ status }) => status);
    expect(statuses.get(401)).toHaveLength(6);
    expect(statuses.get(429)).toHaveLength(14);
  });

  it('does not count tries that the server could not check', async () => {
    const { email } = await userWithPassword(server);
    const failures = server.app.get(SignInFailures, { strict: false });
    for (let count = 0; count < 10; count += 1) {
      const counted = await failures.take(email);
      await expect(failures.during(counted, () => Promise.reject(new Error('Too many checks wait')))).rejects.toThrow('checks wait');
    }
    await signIn(server, email).expect(200);
  });

  it('does not count right tries', async () => {
    const { email } = await userWithPassword(server);
    for (let count = 0; count < 5; count += 1) await signIn(server, email, 'a wrong password of hers').expect(401);
    await signIn(server, email).expect(200);
    for (let count = 0; count < 6; count += 1) await signIn(server, email, 'a wrong password of hers').expect(401);
  });
});

describe('a hash with other parameters', () => {
  const olderHash = (): string => {
    const message = new SignInDigests(testEncryptionKey).password.digest(testPassword);
    const tag = argon2Sync('argon2id', { message, nonce: Buffer.alloc(16, 7), memory: 8192, passes: 2, parallelism: 1, tagLength: 32 });
    const text = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');
    return `$argon2id$v=19$m=8192,t=2,p=1$${text(Buffer.alloc(16, 7))}$${text(tag)}`;
  };

  it('is replaced at the next sign-in', async () => {
    const { id, email } = await userWithPassword(server);
    await server.database.pool.query('update user_password set hash = $2 where user_id = $1', [id, olderHash()]);
    await signIn(server, email).expect(200);
    const { rows } = await server.database.pool.query<{ hash: string }>('select hash from user_password where user_id = $1', [id]);
    expect(rows[0]?.hash).toMatch(/m=19456,t=2,p=1/);
    await signIn(server, email).expect(200);
  });

  it('is not brought back by a sign-in that began before the password was changed', async () => {
    const { id, email } = await userWithPassword(server);
    const { rows } = await server.database.pool.query<{ password_id: string }>('select password_id from user_password where user_id = $1', [
      id,
    ]);
    const former = { userId: id, passwordId: rows[0]?.password_id ?? '' };
    await claimLink(server, await recoveryToken(server, id), 'another password of mine').expect(200);
    await server.app.get(OutdatedHashes, { strict: false }).replace(former, olderHash());
    await signIn(server, email).expect(401);
    await signIn(server, email, 'another password of mine').expect(200);
  });
});

describe('what is stored', () => {
  it('signs no one in: neither the digest of a session nor that of a link', async () => {
    const user = await userWithPassword(server);
    await visitor(server, user.email);
    await recoveryToken(server, user.id);
    const { rows } = await server.database.pool.query<{ digest: string }>(
      'select digest from session_secret union all select digest from sign_in_link',
    );
    expect(rows.length).toBeGreaterThan(1);
    for (const { digest } of rows.slice(0, 5)) {
      await server
        .as()
        .get('/api/v1/session')
        .set('Cookie', `sluice=${digest.slice(0, 43)}`)
        .expect(401);
      await claimLink(server, digest).expect(404);
    }
  });

  it('contains no password, no token and no cookie: neither in events nor in the log', async () => {
    const user = await createUser(server);
    const token = await recoveryToken(server, user.id);
    const cookie = cookieOf(await claimLink(server, token).expect(200)).split('=')[1] ?? '';
    const { rows } = await server.database.pool.query<{ all: string }>(
      `select (select coalesce(string_agg(e::text, ' '), '') from ledger_event e) || (select string_agg(p::text, ' ') from user_password p) as all`,
    );
    const written = `${rows[0]?.all ?? ''} ${JSON.stringify(server.logLines)}`;
    for (const secret of [testPassword, token, cookie]) expect(written).not.toContain(secret);
    expect(written).toContain('user.password-set');
  });
});
