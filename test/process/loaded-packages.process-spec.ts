import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startFakeModels, type FakeModels } from '../support/fake-models.js';
import { serverEnv, startServerProcess } from '../support/server-process.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

/** Writes the address of each module that the server process loads into a file. */
const recorder = `
  import { registerHooks } from 'node:module';
  import { appendFileSync } from 'node:fs';
  const isServer = process.argv[1]?.endsWith('main.js');
  if (isServer) registerHooks({ load(url, context, next) { appendFileSync(process.env.LOADED_MODULES_FILE, url + '\\n'); return next(url, context); } });
`;

/** Prints how many modules the first model of a process loads at most in one turn of the event loop, and altogether. */
const counter = `
  import { registerHooks } from 'node:module';
  const { languageModel } = await import(process.env.DIALECTS_URL);
  let [inTurn, most, all, isOver] = [0, 0, 0, false];
  registerHooks({ load(url, context, next) { inTurn += 1; all += 1; most = Math.max(most, inTurn); return next(url, context); } });
  const turn = () => { inTurn = 0; if (!isOver) setImmediate(turn); };
  setImmediate(turn);
  await languageModel({ kind: process.env.KIND, baseUrl: 'http://127.0.0.1:1/v1', lacks: [] }, 'm');
  isOver = true;
  console.log(JSON.stringify({ most, all }));
`;

/** Packages that a server needs for single requests and runs only. Each is loaded when it is used first. */
const late = [
  '@ai-sdk/',
  '@aws-sdk/',
  '@pydantic/genai-prices',
  '@smithy/',
  '@zxcvbn-ts/',
  'age-encryption',
  'html-to-text',
  'mammoth',
  'read-excel-file',
  'unpdf',
  'yaml',
];
/** The same for parts of the server. */
const lateParts = ['vendor/gpt-tokenizer/', 'dist/src/cli/models/', 'dist/src/cli/remote/', 'dist/src/cli/storage/'];

/** The paths of the modules behind these addresses: those of a file into which several were joined, else its own. */
async function modulesBehind(urls: readonly string[]): Promise<readonly string[]> {
  const joined = JSON.parse(await readFile('dist/bundle/modules.json', 'utf8')) as Record<string, readonly string[]>;
  return urls.flatMap((url) =>
    url.includes('/dist/bundle/') ? (joined[basename(url)] ?? []) : [url.slice(url.lastIndexOf('/node_modules/') + 1)],
  );
}

describe('the first call of a model', () => {
  it.each(['openai', 'anthropic', 'google', 'openai-compatible'])(
    'loads the adapter of %s in pieces, between which others have their turn',
    async (kind) => {
      const env = {
        ...process.env,
        KIND: kind,
        DIALECTS_URL: new URL('../../dist/src/modules/models/asking/dialects.js', import.meta.url).href,
      };
      const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', counter], { env });
      const { most, all } = JSON.parse(stdout) as { most: number; all: number };
      expect(all).toBeGreaterThan(100);
      expect(most).toBeLessThan(all * 0.75);
    },
  );
});

describe('a server that has started', () => {
  let folder: string;
  let database: TestDatabase;
  let models: FakeModels;

  beforeAll(async () => {
    [folder, database, models] = [await mkdtemp(join(tmpdir(), 'sluice-loaded-')), await createTestDatabase(), await startFakeModels()];
  });
  afterAll(async () => {
    await models.stop();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });

  it('has loaded no package that only some requests and runs need', async () => {
    const file = join(folder, 'loaded.txt');
    const recording = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(recorder)}`, LOADED_MODULES_FILE: file };
    const server = await startServerProcess(await serverEnv(database, { ...recording, ...models.env }));
    await server.kill('SIGTERM');
    const loaded = await modulesBehind((await readFile(file, 'utf8')).split('\n'));
    // The recorder sees packages at all.
    for (const known of ['@nestjs/core', 'pg']) expect(loaded.some((path) => path.startsWith(`node_modules/${known}/`))).toBe(true);
    const early = [...late.map((name) => `node_modules/${name}`), ...lateParts].filter((part) =>
      loaded.some((path) => path.includes(part)),
    );
    expect(early).toEqual([]);
  });
});
