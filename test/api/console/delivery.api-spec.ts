import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { readBuild } from '#modules/console/pages/console-build.js';
import { noBuildPage } from '#modules/console/pages/no-build-page.js';
import { rawGet } from '../../support/console/raw-get.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

const html = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

describe('the console', () => {
  let server: TestApp;
  beforeAll(async () => {
    server = await startTestApp();
  }, 120_000);
  afterAll(() => server.close());

  const get = (path: string, headers: Readonly<Record<string, string>> = html, method = 'GET'): Promise<Response> =>
    fetch(server.url + path, { method, headers, redirect: 'manual' });

  const script = async (): Promise<string> => /src="(\/assets\/[^"]+)"/.exec(await (await get('/')).text())?.[1] ?? '';

  it.each(['/', '/login', '/recover', '/workspaces', '/workspace/unknown/logs', '/account/appearance'])(
    'is the page at %s, under a policy with a nonce of this response',
    async (path) => {
      const [one, other] = await Promise.all([get(path), get(path)]);
      expect([one.status, one.headers.get('content-type'), one.headers.get('cache-control')]).toEqual([
        200,
        'text/html; charset=utf-8',
        'no-store',
      ]);
      const policy = one.headers.get('content-security-policy') ?? '';
      const [, nonce = ''] = /style-src 'self' 'nonce-([^']+)'/.exec(policy) ?? [];
      expect(policy.replace(nonce, '…')).toBe(
        "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self' 'nonce-…'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; " +
          "form-action 'self'; frame-ancestors 'none'; base-uri 'none'; require-trusted-types-for 'script'; trusted-types sluice",
      );
      const page = await one.text();
      expect(page).toContain(`<meta property="csp-nonce" nonce="${nonce}">`);
      expect(page).not.toContain('__NONCE__');
      expect(other.headers.get('content-security-policy')).not.toContain(nonce);
    },
  );

  it.each(['/unknown', '/unknown/below', '/%zz'])('tells people that there is nothing at %s', async (path) => {
    const answer = await get(path);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(await answer.text()).toContain('<meta property="csp-nonce"');
  });

  it.each(['/docs', '/openapi.json', '/health/live', '/chat/unknown', '/resume/a/b'])('leaves %s to its route', async (path) => {
    expect(await (await get(path)).text()).not.toContain('<meta property="csp-nonce"');
  });

  it('has files that browsers keep, in the coding that they prefer', async () => {
    const path = await script();
    const plain = await rawGet(server.url + path, 'identity');
    expect(plain.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
      vary: 'Accept-Encoding',
    });
    const codings = [
      ['br, zstd, gzip', 'br', brotliDecompressSync],
      ['zstd, gzip', 'zstd', zstdDecompressSync],
      ['gzip', 'gzip', gunzipSync],
    ] as const;
    for (const [accepted, chosen, decompress] of codings) {
      const { headers, bytes } = await rawGet(server.url + path, accepted);
      expect([headers['content-encoding'], decompress(bytes).equals(plain.bytes)]).toEqual([chosen, true]);
      expect(bytes.length).toBeLessThan(plain.bytes.length);
    }
  });

  it('sends a file once, and no file for HEAD', async () => {
    const path = await script();
    const first = await get(path, {});
    const again = await get(path, { 'If-None-Match': first.headers.get('etag') ?? '' });
    expect([first.status, again.status, await again.text()]).toEqual([200, 304, '']);
    const head = await get(path, {}, 'HEAD');
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  it.each([
    ['GET', '/', 'application/json', 404],
    ['GET', '/', '*/*', 404],
    ['GET', '/workspace/1/logs', '*/*', 404],
    ['GET', '/assets/none.js', '*/*', 404],
    ['GET', '/assets/..%2f..%2fpackage.json', '*/*', 404],
    ['GET', '/assets/none.js', 'text/html', 404],
    ['GET', '/unknown', 'application/json', 404],
    ['POST', '/unknown', 'text/html', 404],
    ['POST', '/login', 'text/html', 404],
    ['GET', '/api/v1/workspaces', 'text/html', 401],
    ['GET', '/api/v1/unknown', 'text/html', 404],
  ])('leaves %s %s for %s to the API', async (method, path, accept, status) => {
    const answer = await get(path, { Accept: accept }, method);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ code: status === 401 ? 'UNAUTHORIZED' : 'NOT_FOUND' });
  });
});

describe('a page that is open while the console changes', () => {
  let server: TestApp;
  beforeAll(async () => {
    server = await startTestApp();
  }, 120_000);
  afterAll(() => server.close());

  it('has the name of its build, and so has each answer to its scripts, and no other answer', async () => {
    const page = await (await fetch(`${server.url}/login`, { headers: html })).text();
    const [, own] = /<meta name="sluice-build" content="([0-9a-f]{16})" \/>/.exec(page) ?? [];
    const named = async (headers: Readonly<Record<string, string>>): Promise<unknown> =>
      (await server.as().get('/api/v1/session').set(headers)).headers['x-sluice-build'];
    expect(own).toBeDefined();
    expect(await named({ 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Dest': 'empty' })).toBe(own);
    expect(await named({ 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Dest': 'empty' })).toBeUndefined();
    expect(await named({})).toBeUndefined();
  });
});

describe('a server with SLUICE_CONSOLE=off', () => {
  it('serves no page and no file of the console, and everything else', async () => {
    const server = await startTestApp({ env: { SLUICE_CONSOLE: 'off' } });
    try {
      for (const path of ['/', '/login', '/workspaces', '/workspace/1/logs']) {
        const answer = await fetch(server.url + path, { headers: html });
        expect([answer.status, await answer.json()]).toEqual([404, expect.objectContaining({ code: 'NOT_FOUND' })]);
      }
      const { files } = readBuild();
      const [file = ''] = files.keys();
      expect(file).not.toBe('');
      expect((await fetch(`${server.url}/assets/${file}`)).status).toBe(404);
      expect((await fetch(`${server.url}/docs`)).status).toBe(200);
      await server.as(server.first.apiKey).get('/api/v1/session').expect(200);
    } finally {
      await server.close();
    }
  });
});

describe('a server without a build of the console', () => {
  it('explains how to make one', () => {
    const folder = mkdtempSync(join(tmpdir(), 'sluice-console-'));
    try {
      const { shell, files } = readBuild(pathToFileURL(`${folder}/`));
      expect([shell, files.size]).toEqual([undefined, 0]);
    } finally {
      rmSync(folder, { recursive: true });
    }
    expect(noBuildPage('abc')).toContain('npm run build');
    expect(noBuildPage('abc')).toContain('<style nonce="abc">');
  });
});
