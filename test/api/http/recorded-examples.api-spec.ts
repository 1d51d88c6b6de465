import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { projectFile } from '#host/project-file.js';
import type { Json } from '#kernel/json.js';
import { ExampleRecorder, hasSameFields } from '../../support/api-description/example-recorder.js';
import { tellStory } from '../../support/api-description/example-story.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

const file = projectFile('docs/openapi-examples.json');
describe('the examples of the API reference', () => {
  let server: TestApp;
  let api: ExampleRecorder;
  beforeAll(async () => {
    server = await startTestApp({ env: { SLUICE_BASE_URL: 'https://sluice.example.org', SLUICE_BOOTSTRAP_EMAIL: 'ada@example.org' } });
    api = new ExampleRecorder(server, server.first.apiKey);
    await tellStory(api, server.first);
    if (process.env['SLUICE_RECORD_EXAMPLES'] !== undefined) await writeFile(file, `${JSON.stringify(api.examples(), null, 2)}\n`);
  }, 120_000);
  afterAll(() => server.close());

  it('are recorded responses of nearly all operations that return JSON', () => {
    const count = Object.keys(api.examples()).length;
    const missing = api.missing();
    expect(count).toBeGreaterThan(100);
    expect(missing.length / (count + missing.length) < 0.1 ? [] : missing).toEqual([]);
  });

  it('have the fields of the present responses: npm run openapi:examples records them again', () => {
    const published = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, Json>>;
    const present = api.examples();
    expect(Object.keys(published)).toEqual(Object.keys(present));
    const stale = Object.keys(published).filter((key) => !hasSameFields(published[key] ?? null, present[key] ?? null));
    expect(stale).toEqual([]);
  });

  it('contain no key, no address of this machine and no id of this run', () => {
    const text = readFileSync(file, 'utf8');
    expect(text).not.toContain(server.first.apiKey);
    expect(text).not.toContain('127.0.0.1');
    expect(text).not.toContain(server.first.workspaceId);
  });
});
