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
    expect(subjects.slice(0, 5)).toEqual(['Run workflows', 'Logs', 'Approvals and questions', 'Build workflows', 'Tables']);
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
