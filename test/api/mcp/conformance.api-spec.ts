import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { conformanceServer, judgeClient, runConformance } from '../../support/mcp/conformance.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let server: TestApp;
let url: URL;

beforeAll(async () => {
  server = await startTestApp();
  url = await conformanceServer(server);
}, 60_000);
afterAll(() => server.close());

describe('the conformance suite of the protocol', () => {
  it.each(['2025-11-25', '2026-07-28'])(
    'finds in the revision %s of the server the failures that are recorded, and no other',
    async (revision) => {
      const recorded = fileURLToPath(new URL(`../../fixtures/mcp/conformance-${revision}.yaml`, import.meta.url));
      const { code, text } = await runConformance('server', [
        '--url',
        url.href,
        '--requirements',
        revision,
        '--expected-failures',
        recorded,
      ]);
      expect(code === 0 ? 'as recorded' : text).toBe('as recorded');
    },
    120_000,
  );

  // Not sep-2322-client-request-state: a run that calls a tool has no person who could answer what the tool asks.
  it('finds no failure of the client', async () => {
    const scenarios = [
      'initialize',
      'tools_call',
      'sse-retry',
      'request-metadata',
      'http-standard-headers',
      'http-custom-headers',
      'http-invalid-tool-headers',
      'json-schema-ref-no-deref',
      'json-schema-2020-12-preservation',
    ];
    const verdicts = await Promise.all(scenarios.map(judgeClient));
    expect(verdicts.filter(({ code }) => code !== 0).map(({ text }) => text)).toEqual([]);
  }, 120_000);
});
