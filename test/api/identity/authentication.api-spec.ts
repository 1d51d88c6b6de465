import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { generateApiKey } from '#host/secrets/api-key-format.js';
import { eventually } from '../../support/eventually.js';
import { issueKey } from '../../support/issue-key.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { statementsDuring } from '../../support/statements-during.js';

const absent = '00000000-0000-4000-8000-000000000000';
let server: TestApp;

beforeAll(async () => {
  // The tests count the statements of this process, and read its log.
  server = await startTestApp({ inProcess: true });
}, 60_000);
afterAll(() => server.close());

const routes = [
  ['GET', '/api/v1/workspaces'],
  ['POST', '/api/v1/workspaces'],
  ['GET', `/api/v1/workspaces/${absent}`],
  ['GET', '/api/v1/workspaces/nonsense'],
  ['PATCH', `/api/v1/organizations/${absent}`],
  ['DELETE', `/api/v1/users/me/api-keys/${absent}`],
  ['GET', '/api/v1/users'],
] as const;

/** How often a key was looked up in the database meanwhile. */
function lookupsDuring(act: () => PromiseLike<unknown>): Promise<number> {
  return statementsDuring(server.database.pool, act, (name) => name === 'find_key');
}

/** What the server answers to exactly these lines. */
function raw(...lines: readonly string[]): Promise<string> {
  const { hostname, port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write([...lines, 'Host: x', 'Connection: close', '', ''].join('\r\n')));
    let answer = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => (answer += chunk));
    socket.on('end', () => resolve(answer)).on('error', reject);
  });
}

describe('a request without a key (AC-01)', () => {
  it.each(routes)('is answered with the same 401 at %s %s', async (method, path) => {
    const answer = await server.as()[method.toLowerCase() as 'get'](path);
    expect(answer.status).toBe(401);
    expect(answer.text).toBe('{"error":"API key required","code":"UNAUTHORIZED"}');
  });

  it('gets the name of the header that is read when it has a key in Authorization', async () => {
    const { status, body } = await server.as().get('/api/v1/workspaces').set('Authorization', `Bearer ${server.first.apiKey}`);
    expect({ status, body }).toEqual({
      status: 401,
      body: { error: 'API key required: send it in the header X-API-Key, not in Authorization', code: 'UNAUTHORIZED' },
    });
  });

  it('is refused before its body is looked at', async () => {
    const answer = await server.as().post('/api/v1/workspaces').set('Content-Type', 'application/json').send('{"broken');
    expect(answer.status).toBe(401);
  });

  it('leaves exactly one line in the access log, with the reason', async () => {
    await server.as().get('/api/v1/users').set('X-Request-Id', 'without-key');
    const lines = server.logLines.filter(({ requestId }) => requestId === 'without-key');
    expect(lines).toMatchObject([{ channel: 'acc', level: 30, status: 401, reason: 'missing', route: '/api/v1/users' }]);
  });
});

describe('a key in the wrong place (AC-06)', () => {
  it('is no key', async () => {
    const key = server.first.apiKey;
    const answers = [
      await server.as().get(`/api/v1/workspaces?X-API-Key=${key}&apiKey=${key}`),
      await server.as().get('/api/v1/workspaces').set('Cookie', `X-API-Key=${key}`),
      await server.as().get('/api/v1/workspaces').set('Authorization', `Bearer ${key}`),
      await server.as().post('/api/v1/workspaces').send({ name: 'x', 'X-API-Key': key }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
    expect(JSON.stringify(server.logLines)).not.toContain(key);
  });
});

describe('a malformed key', () => {
  const invalid = '{"error":"Invalid API key","code":"UNAUTHORIZED"}';

  it.each<[string, (key: string) => string]>([
    ['with another prefix (AC-02)', (key) => key.replace('sk-sluice', 'sk-other')],
    ['with a bad checksum (AC-02)', (key) => key.slice(0, -1) + (key.endsWith('A') ? 'B' : 'A')],
    ['of another product', () => 'sk-live-0123456789abcdef0123456789abcdef'],
    ['with a space (AC-08)', (key) => `${key.slice(0, 20)} ${key.slice(20)}`],
    ['with a tab (AC-08)', (key) => `${key.slice(0, 20)}\t${key.slice(20)}`],
    ['in upper case (AC-08)', (key) => key.toUpperCase()],
    ['percent-encoded (AC-08)', (key) => key.replace('-', '%2D')],
    ['twice in one header', (key) => `${key}, ${key}`],
    ['of 8 KB (AC-09)', (key) => key.repeat(200)],
    ['of one character', () => 'x'],
  ])('%s is answered with 401 and not looked up', async (_, change) => {
    let answer: { status: number; text: string } | undefined;
    const lookups = await lookupsDuring(async () => {
      for (let round = 0; round < 100; round += 1) answer = await server.as(change(generateApiKey())).get('/api/v1/workspaces');
    });
    expect(answer).toMatchObject({ status: 401, text: invalid });
    expect(lookups).toBe(0);
  });

  it('is what two headers make, of which one is valid (AC-07)', async () => {
    const { apiKey } = server.first;
    const headers = [`X-API-Key: ${apiKey}`, `x-api-key: ${generateApiKey()}`];
    for (const [first, second] of [headers, headers.toReversed()] as [string, string][]) {
      expect(await raw('GET /api/v1/workspaces HTTP/1.1', first, second)).toMatch(/^HTTP\/1\.1 401 /);
    }
    const noted = server.logLines.filter(({ event }) => event === 'auth.duplicate_header');
    expect(noted).toHaveLength(2);
    expect(JSON.stringify(noted)).not.toContain(apiKey);
  });
});

describe('a key that is unknown, revoked, expired or of a suspended user', () => {
  it('gets byte for byte the same answer (AC-03, AC-04, AC-05)', async () => {
    const revoked = await issueKey(server, { name: 'to be revoked' });
    await server.as(server.first.apiKey).delete(`/api/v1/users/me/api-keys/${revoked.id}`).expect(200);
    const owner = server.as(server.first.apiKey);
    const { body: user } = await owner.post('/api/v1/users').send({ email: 'suspended@example.org', name: 'S' }).expect(200);
    const { body: theirs } = await owner.post(`/api/v1/users/${user.data.id}/api-keys`).send({ name: 'first' }).expect(200);
    await server.as(theirs.data.key).get('/api/v1/workspaces').expect(200);
    await owner.patch(`/api/v1/users/${user.data.id}`).send({ suspended: true }).expect(200);
    for (const key of [generateApiKey(), revoked.key, theirs.data.key]) {
      const answer = await server.as(key).get('/api/v1/workspaces');
      expect(answer.status).toBe(401);
      expect(answer.text).toBe('{"error":"Invalid API key","code":"UNAUTHORIZED"}');
    }
    await owner.patch(`/api/v1/users/${user.data.id}`).send({ suspended: false }).expect(200);
    await server.as(theirs.data.key).get('/api/v1/workspaces').expect(200);
  });

  it('takes the same work to refuse, so that time tells nothing either (AC-10)', async () => {
    const owner = server.as(server.first.apiKey);
    const revoked = await issueKey(server, { name: 'AC-10 revoked' });
    await owner.delete(`/api/v1/users/me/api-keys/${revoked.id}`).expect(200);
    const expiresAt = new Date(Date.now() + 50).toISOString();
    const expired = await issueKey(server, { name: 'AC-10 expired', expiresAt });
    const { body: user } = await owner.post('/api/v1/users').send({ email: 'ac-10@example.org', name: 'S' }).expect(200);
    const { body: suspended } = await owner.post(`/api/v1/users/${user.data.id}/api-keys`).send({ name: 'first' }).expect(200);
    await owner.patch(`/api/v1/users/${user.data.id}`).send({ suspended: true }).expect(200);
    await eventually(() => expect(Date.now()).toBeGreaterThan(Date.parse(expiresAt)));
    const work: number[][] = [];
    for (const key of [generateApiKey(), revoked.key, expired.key, suspended.data.key as string]) {
      const lookups = await lookupsDuring(() => server.as(key).get('/api/v1/workspaces').expect(401));
      const again = await lookupsDuring(() => server.as(key).get('/api/v1/workspaces').expect(401));
      work.push([lookups, again]);
    }
    expect(work).toEqual([
      [1, 0],
      [1, 0],
      [1, 0],
      [1, 0],
    ]);
  });

  it('is written to the security log by its id, or by the beginning of its digest', async () => {
    const revoked = await issueKey(server, { name: 'logged' });
    await server.as(server.first.apiKey).delete(`/api/v1/users/me/api-keys/${revoked.id}`).expect(200);
    await server.as(revoked.key).get('/api/v1/workspaces').set('X-Request-Id', 'revoked-1').expect(401);
    await server.as(generateApiKey()).get('/api/v1/workspaces').set('X-Request-Id', 'unknown-1').expect(401);
    const security = server.logLines.filter(({ channel }) => channel === 'sec');
    expect(security).toContainEqual(
      expect.objectContaining({ event: 'auth.revoked_key_used', keyRef: revoked.id, requestId: 'revoked-1' }),
    );
    expect(security).toContainEqual(
      expect.objectContaining({ event: 'auth.unknown', keyRef: expect.stringMatching(/^[0-9a-f]{8}$/), requestId: 'unknown-1' }),
    );
    expect(JSON.stringify(server.logLines)).not.toContain(revoked.key);
  });
});

describe('a key that the operator chose', () => {
  it.each(['sk-sluice-0123456789abcdef0123456789abcdef', `sk-sluice-${'a_b-'.repeat(20)}`])(
    'works without a checksum: %s',
    async (key) => {
      const chosen = await startTestApp({ env: { SLUICE_BOOTSTRAP_API_KEY: key } });
      try {
        expect(chosen.first.apiKey).toBe(key);
        await chosen.as(key).get('/api/v1/workspaces').expect(200);
        await chosen
          .as(`${key.slice(0, -1)}0`)
          .get('/api/v1/workspaces')
          .expect(401);
        const later = await startTestApp({ beside: chosen });
        await later.as(key).get('/api/v1/workspaces').expect(200);
        await later.close();
      } finally {
        await chosen.close();
      }
    },
    60_000,
  );
});

describe('guessing keys (AC-11)', () => {
  it('is answered with 429 after 60 failures a minute, while a valid key from that address still works', async () => {
    // Failures are counted in each process.
    const guessed = await startTestApp({ inProcess: true });
    try {
      const statuses: number[] = [];
      for (let guess = 0; guess < 61; guess += 1) statuses.push((await guessed.as(generateApiKey()).get('/api/v1/users')).status);
      expect(new Set(statuses.slice(0, 60))).toEqual(new Set([401]));
      expect(statuses[60]).toBe(429);
      const refused = await guessed.as(generateApiKey()).get('/api/v1/users');
      expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(1);
      expect(refused.body).toEqual({
        error: expect.stringMatching(
          /^Too many invalid API keys: at most 60 a minute from one address\. The count restarts at \S+Z; please try again in \d+ s\.$/,
        ),
        code: 'RATE_LIMIT_EXCEEDED',
      });
      await guessed.as(guessed.first.apiKey).get('/api/v1/users').expect(200);
    } finally {
      await guessed.close();
    }
  }, 60_000);
});
