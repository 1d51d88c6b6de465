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

  it('is there to read, with a request to paste for every route', async () => {
    const { text } = await server
      .as()
      .get('/docs')
      .expect(200)
      .expect('Content-Type', /^text\/html/);
    expect(text).toContain('https://flows.example.com/api/workflows/ID/execute');
    expect(text).toContain('id="schema-Error"');
  });

  it('loads no resource and runs no script', async () => {
    const { text, headers } = await server.as().get('/docs').expect(200);
    expect(text).not.toMatch(/<script|<link|src=|@import|url\(/);
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
  });

  it('has only links to itself', async () => {
    const { text } = await server.as().get('/docs').expect(200);
    const targets = [...text.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(targets.length).toBeGreaterThan(100);
    for (const id of new Set(targets)) expect(text).toContain(`id="${id}"`);
  });
});
