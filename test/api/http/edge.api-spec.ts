import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let server: TestApp;

beforeAll(async () => {
  // The tests read the access log as soon as they are answered.
  server = await startTestApp({ inProcess: true });
}, 60_000);
afterAll(() => server.close());

const owner = (): ReturnType<TestApp['as']> => server.as(server.first.apiKey);

describe('every answer', () => {
  it.each(['abc', 'A.b_c-9', 'x'.repeat(128)])('carries the id that the caller gave the request: %s', async (id) => {
    const answer = await server.as().get('/api/v1/workspaces').set('X-Request-Id', id);
    expect(answer.headers['x-request-id']).toBe(id);
  });

  it.each(['', 'with space', 'a,b', 'x'.repeat(129), '<script>'])(
    'carries an id of ours when that one is not acceptable: "%s"',
    async (id) => {
      const answer = await owner().get('/api/v1/nothing').set('X-Request-Id', id);
      expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    },
  );

  it('forbids guessing its type, framing and storing it, and tells nothing about the server', async () => {
    const { headers } = await owner().get('/api/v1/workspaces').expect(200);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
    });
    expect(headers).not.toHaveProperty('x-powered-by');
    expect(headers).not.toHaveProperty('etag');
  });
});

describe('an address without a route', () => {
  it.each(['/', '/api', '/api/v3/workspaces', '/api/v1/workspaces/a/b/c', '/api/v1//workspaces', '/api/v1/%2e%2e/v1/workspaces'])(
    'is answered with 404: %s',
    async (path) => {
      const answer = await owner().get(path);
      expect({ status: answer.status, body: answer.body }).toEqual({ status: 404, body: { error: 'Route not found', code: 'NOT_FOUND' } });
    },
  );

  it('is answered with 405 and the methods that there are, when only the method is wrong (AC-33)', async () => {
    const answer = await owner().put('/api/v1/workspaces');
    expect(answer.status).toBe(405);
    expect(answer.headers.allow).toBe('GET, HEAD, POST');
    expect(answer.body).toEqual({ error: 'Method not allowed', code: 'METHOD_NOT_ALLOWED' });
    const options = await server.as().options('/api/v1/workspaces/x/members/y');
    expect({ status: options.status, allow: options.headers.allow }).toEqual({ status: 405, allow: 'DELETE, PATCH' });
  });

  it('is not reached by a header that names another method (AC-33)', async () => {
    await server.as().get('/api/v1/workspaces').set('X-HTTP-Method-Override', 'DELETE').expect(401);
    await owner().get(`/api/v1/workspaces/${server.first.workspaceId}`).set('X-HTTP-Method-Override', 'DELETE').expect(200);
  });

  it('that cannot be decoded is a bad request', async () => {
    const answer = await owner().get('/api/v1/workspaces/%zz');
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({
      error: 'The request is not valid',
      code: 'VALIDATION_FAILED',
      details: [{ path: [], message: 'The request is not valid', code: 'invalid' }],
    });
  });
});

describe('HEAD', () => {
  it('needs what GET needs and answers without a body (AC-33)', async () => {
    await server.as().head('/api/v1/workspaces').expect(401);
    const answer = await owner().head('/api/v1/workspaces').expect(200);
    expect(answer.text ?? '').toBe('');
  });
});

describe('other spellings of a path (AC-34)', () => {
  it.each(['/API/v1/Workspaces', '/api/v1/workspaces/'])('mean the same or nothing: %s', async (path) => {
    expect((await server.as().get(path)).status).toBe(401);
    expect((await owner().get(path)).status).toBe(200);
  });

  it.each(['/api/v1/workspaces;x=1', '/api/./v1/workspaces%2F', '/api/v1/users%2fme'])('are not looser: %s', async (path) => {
    expect([401, 404]).toContain((await server.as().get(path)).status);
  });
});

describe('a body', () => {
  const post = (): ReturnType<ReturnType<TestApp['as']>['post']> => owner().post('/api/v1/workspaces');

  it('that is broken is 400 with details', async () => {
    const { body } = await post().set('Content-Type', 'application/json').send('{"name":').expect(400);
    expect(body).toMatchObject({ code: 'INVALID_JSON', details: [{ path: [] }] });
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/json; charset=latin1'])(
    'of type %s is 415 where JSON is expected',
    async (type) => {
      const { body } = await post().set('Content-Type', type).send('name=x').expect(415);
      expect(body.code).toBe('UNSUPPORTED_MEDIA_TYPE');
    },
  );

  it('that is a list is 400 where an object is expected', async () => {
    const { body } = await post()
      .send([{ name: 'x' }])
      .expect(400);
    expect(body).toMatchObject({ error: 'The request body must be a JSON object', code: 'VALIDATION_FAILED' });
  });

  it('above 10 MiB is 413', async () => {
    const { body } = await post()
      .send({ name: 'x'.repeat(10 * 1024 * 1024) })
      .expect(413);
    expect(body.code).toBe('PAYLOAD_TOO_LARGE');
  });

  it('with a NUL character is 400, and so is an address with one', async () => {
    await post().send({ name: 'a\0b' }).expect(400);
    await owner().get('/api/v1/workspaces?cursor=%00').expect(400);
    await owner().get('/api/v1/workspaces/a%00b').expect(400);
    await server.as().get('/api/v1/workspaces/a%00b').expect(401);
  });

  it('is looked at before permissions are: an invalid one is 400 for everybody with a key', async () => {
    await owner().post('/api/v1/users').send({ email: 'reader@example.org', name: 'R' }).expect(200);
    const { body } = await owner()
      .post('/api/v1/users/me/api-keys')
      .send({ name: 'reader', scopes: ['read'] })
      .expect(200);
    await server.as(body.data.key).post('/api/v1/users').send({}).expect(400);
    await server.as(body.data.key).post('/api/v1/users').send({ email: 'x@y', name: 'x' }).expect(403);
  });

  it('with unknown fields is 400 and names each of them, also those with the name of a method', async () => {
    const { body } = await post().send({ name: 'x', color: 'red', toString: 'y' }).expect(400);
    expect(body.details).toMatchObject([
      { path: ['color'], code: 'unknown_field' },
      { path: ['toString'], code: 'unknown_field' },
    ]);
  });
});

describe('the access log', () => {
  it('names route, status and key, and holds neither addresses nor secrets', async () => {
    const workflows = `/api/v1/workflows?workspaceId=${server.first.workspaceId}`;
    await owner().get(`${workflows}&secret=hush`).set('X-Request-Id', 'logged-0').expect(400);
    await owner().get(`/api/v1/workspaces/${server.first.workspaceId}`).set('X-Request-Id', 'logged-1').expect(200);
    const lines = server.logLines.filter(({ requestId }) => requestId === 'logged-1');
    expect(lines).toEqual([
      {
        level: 20,
        time: expect.any(String),
        channel: 'acc',
        method: 'GET',
        route: '/api/v1/workspaces/:id',
        status: 200,
        ms: expect.any(Number),
        requestId: 'logged-1',
        keyId: server.first.keyId,
        msg: 'request',
      },
    ]);
    expect(JSON.stringify(server.logLines)).not.toContain('hush');
  });

  it('has the path of a request that no route takes, without its query and without anything as long as a key or a token', async () => {
    const paths = [
      ['/api/v1/workflow/list?token=hush', '/api/v1/workflow/list'],
      [`/resum/${'t'.repeat(16)}/x`, '/resum/…/x'],
      ['/segment'.repeat(100), '/segment'.repeat(25)],
    ] as const;
    for (const [url, path] of paths) {
      await owner().get(url).set('X-Request-Id', 'lost-1').expect(404);
      expect(server.logLines.filter(({ requestId }) => requestId === 'lost-1').at(-1)).toMatchObject({ channel: 'acc', status: 404, path });
    }
    await server.as().put('/api/webhooks/test/t0kenOf22characters_-aB').set('X-Request-Id', 'lost-2').expect(405);
    const lost = server.logLines.filter(({ requestId, channel }) => requestId === 'lost-2' && channel === 'acc');
    expect(lost).toMatchObject([{ status: 405, path: '/api/webhooks/test/…' }]);
    await owner().get(`/api/v1/workspaces/${server.first.keyId}`).set('X-Request-Id', 'absent-1').expect(404);
    const absent = server.logLines.filter(({ requestId, channel }) => requestId === 'absent-1' && channel === 'acc');
    expect(absent.map(({ status, path }) => ({ status, path }))).toEqual([{ status: 404, path: undefined }]);
  });

  it('has one line for each refusal, at a level that is on by default', async () => {
    await owner().post('/api/v1/workspaces').set('X-Request-Id', 'refused-1').send({}).expect(400);
    const lines = server.logLines.filter(({ requestId }) => requestId === 'refused-1');
    expect(lines).toMatchObject([{ channel: 'acc', level: 30, status: 400, reason: 'VALIDATION_FAILED' }]);
  });
});

describe('a refusal of the second generation', () => {
  it.each(['/api/v2/workflows/x/execute', '/API/v2/workflows/x/execute', '/api/V2/workflows/x/execute'])(
    'is an object, however its path is written: %s',
    async (path) => {
      const { body } = await owner().post(path).type('text/plain').send('x').expect(415);
      expect(body).toEqual({ error: { code: 'UNSUPPORTED_MEDIA_TYPE', message: expect.any(String) } });
    },
  );
});
