import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({ env: { SLUICE_BASE_URL: 'https://flows.example.com' } });
}, 60_000);
afterAll(() => server.close());

describe('the description of the API', () => {
  it('is served without a key, for the address of this server', async () => {
    const { body } = await server
      .as()
      .get('/openapi.json')
      .expect(200)
      .expect('Content-Type', /^application\/json/);
    expect(body).toMatchObject({ openapi: '3.1.1', servers: [{ url: 'https://flows.example.com' }] });
    expect(body.paths['/api/workflows/{id}/execute'].post.responses).toHaveProperty('202');
  });

  it('says why a page does not exist', async () => {
    await server.as().get('/docs/viewer-0.js').expect(404);
  });
});

describe('the page without scripts', () => {
  const page = '/docs/plain';

  it('has a request to paste for every route', async () => {
    const { text } = await server
      .as()
      .get(page)
      .expect(200)
      .expect('Content-Type', /^text\/html/);
    expect(text).toContain('https://flows.example.com/api/workflows/ID/execute');
    expect(text).toContain('id="schema-Error"');
  });

  it('loads no resource and runs no script', async () => {
    const { text, headers } = await server.as().get(page).expect(200);
    expect(text).not.toMatch(/<script|<link|src=|@import|url\(/);
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
  });

  it('has only links to itself', async () => {
    const { text } = await server.as().get(page).expect(200);
    const targets = [...text.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(targets.length).toBeGreaterThan(100);
    for (const id of new Set(targets)) expect(text).toContain(`id="${id}"`);
  });

  it('lists the operations by subject, in the order of the guides', async () => {
    const { text } = await server.as().get(page).expect(200);
    const subjects = [...text.matchAll(/<h2 id="[^"]+">([^<]+)</g)].map(([, name]) => name);
    expect(subjects.slice(0, 6)).toEqual(['Run workflows', 'Triggers', 'Chat', 'Logs', 'Approvals and questions', 'Build workflows']);
  });

  it('shows parts of sentences between backticks as code', async () => {
    const { text } = await server.as().get(page).expect(200);
    expect(text).toContain('<code>VALIDATION_FAILED</code>');
    expect(text.replaceAll(/<pre[\s\S]*?<\/pre>/g, '')).not.toContain('`');
  });
});

describe('the script of the viewer', () => {
  it('is kept by browsers, since its address changes with its content', async () => {
    const { text } = await server.as().get('/docs').expect(200);
    const [, address = ''] = /src="([^"]+)"/.exec(text) ?? [];
    const { headers, text: packed } = await server.as().get(address).expect(200);
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', 'cache-control': 'public, max-age=31536000, immutable' });
    const plain = await server.as().get(address).set('Accept-Encoding', 'identity').expect(200);
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.text).toBe(packed);
  });
});

describe.each(['/docs', '/docs/plain', '/openapi.json'])('GET %s', (path) => {
  const get = (headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${server.url}${path}`, { headers: { 'accept-encoding': 'identity', ...headers } });

  it.each(['br', 'gzip'])('is sent compressed with %s, and says the same', async (coding) => {
    const [plain, compressed] = [await get(), await get({ 'accept-encoding': coding })];
    expect([plain.headers.get('content-encoding'), compressed.headers.get('content-encoding')]).toEqual([null, coding]);
    const length = (response: Response): number => Number(response.headers.get('content-length'));
    expect(length(compressed)).toBeLessThan(length(plain));
    expect(await compressed.text()).toBe(await plain.text());
    expect(compressed.headers.get('vary')).toBe('Accept-Encoding');
  });

  it('is not sent again to a caller that has it', async () => {
    const tag = (await get()).headers.get('etag') ?? '';
    const known: Record<string, string>[] = [{ 'if-none-match': tag }, { 'if-none-match': `"other", ${tag}` }, { 'if-none-match': '*' }];
    for (const headers of known) {
      const answer = await get({ 'cache-control': 'no-cache', ...headers });
      expect([answer.status, answer.headers.get('etag'), await answer.text()]).toEqual([304, tag, '']);
    }
    expect((await get({ 'if-none-match': '"other"' })).status).toBe(200);
  });

  it('has an answer to HEAD', async () => {
    const answer = await fetch(`${server.url}${path}`, { method: 'HEAD' });
    expect([answer.status, await answer.text()]).toEqual([200, '']);
  });

  it('is answered later to an address that asks for it without a pause, and never refused to it', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => get({ 'if-none-match': '*' })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([304]));
  });
});

describe('GET /', () => {
  it.each(['*/*', 'application/json'])('is no route for a client that accepts %s', async (accept) => {
    const { status, body } = await server.as().get('/').set('Accept', accept);
    expect({ status, code: body.code }).toEqual({ status: 404, code: 'NOT_FOUND' });
  });
});
