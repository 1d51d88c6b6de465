import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { childEnvironment } from '../support/child-environment.js';
import { eventually } from '../support/eventually.js';
import { blockWith, functionBlock, inARow } from '../support/run-api.js';
import { startServerProcess, testKey, type ServerProcess } from '../support/server-process.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

let database: TestDatabase;
let server: ServerProcess;
let scratch: string;

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly error: string;
}

function start(args: readonly string[], env: Record<string, string> = {}): ChildProcess {
  const settings = { ...childEnvironment, SLUICE_URL: server.url, SLUICE_API_KEY: testKey, ...env };
  return spawn(process.execPath, ['dist/bundle/main.js', ...args], { env: settings });
}

async function sluice(
  args: readonly string[],
  { input = '', env = {} }: { input?: string; env?: Record<string, string> } = {},
): Promise<Ended> {
  const child = start(args, env);
  let [out, error] = ['', ''];
  child.stdout?.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (error += chunk.toString()));
  child.stdin?.end(input);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, out, error };
}

const named = (name: string, state: object): string => JSON.stringify({ version: '1.0', state: { ...state, metadata: { name } } });
const greet = inARow(functionBlock('greet', 'return "hello " + <start.name>'));
const broken = inARow(functionBlock('broken', 'throw new Error("no luck")'));
const asking = inARow(blockWith('ask', 'human_in_the_loop', { inputFormat: [{ name: 'ok', type: 'boolean' }] }));

async function folderOf(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(scratch, 'folder-'));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'sluice-remote-'));
  database = await createTestDatabase();
  server = await startServerProcess({ DATABASE_URL: database.connectionString, SLUICE_ENCRYPTION_KEY: '5e'.repeat(32) });
  const folder = await folderOf({
    'greet.json': named('Greet', greet),
    'broken.json': named('Broken', broken),
    'ask.json': named('Ask', asking),
  });
  const applied = await sluice(['workflows', 'apply', folder, '--deploy']);
  if (applied.code !== 0) throw new Error(applied.error);
}, 60_000);

afterAll(async () => {
  await server.kill('SIGTERM');
  await database.drop();
  await rm(scratch, { recursive: true, force: true });
});

describe('sluice workflows', () => {
  it('applies what it has exported without a change, and after a change that change alone', async () => {
    const folder = join(scratch, 'exported');
    expect(await sluice(['workflows', 'export', '--all', '--to', folder, '--yaml'])).toMatchObject({ code: 0 });
    expect((await readdir(folder)).toSorted()).toEqual(['ask.yaml', 'broken.yaml', 'fee-gate.yaml', 'greet.yaml']);
    expect(await sluice(['workflows', 'diff', folder])).toEqual({
      code: 0,
      out: 'No changes: all 4 workflows equal their files\n',
      error: '',
    });
    const path = join(folder, 'greet.yaml');
    await writeFile(path, (await readFile(path, 'utf8')).replace('hello ', 'hi '));
    const difference = await sluice(['workflows', 'diff', folder]);
    expect(difference).toMatchObject({
      code: 2,
      out: expect.stringMatching(/~ Greet .*\n {4}~ block "greet" \(function\)\n {8}code: "return \\"hello .*\n/),
    });
    const dry = await sluice(['workflows', 'apply', folder, '--deploy', '--dry-run']);
    expect(dry.out).toContain('Nothing was changed. An apply would give: 1 changed, 3 unchanged, 1 deployed\n');
    expect((await sluice(['workflows', 'apply', folder, '--deploy'])).out).toMatch(/\n1 changed, 3 unchanged, 1 deployed\n$/);
    expect((await sluice(['workflows', 'apply', folder, '--deploy'])).out).toBe('No changes: all 4 workflows equal their files\n');
    expect((await sluice(['run', 'greet', '--input', 'name=Ada'])).out).toContain('"result": "hi Ada"');
  }, 60_000);

  it('keeps a secret that an export has left out', async () => {
    const [id] = (
      await sluice([
        'workflows',
        'import',
        join(
          await folderOf({
            'a.json': named('Secretive', inARow(blockWith('call', 'api', { url: 'https://a.example', apiKey: 's3cret' }))),
          }),
          'a.json',
        ),
      ])
    ).out.split(' ');
    const folder = join(scratch, 'secretive');
    await sluice(['workflows', 'export', 'Secretive', '--to', folder]);
    const path = join(folder, 'secretive.json');
    const text = await readFile(path, 'utf8');
    expect(text).not.toContain('s3cret');
    await writeFile(path, text.replace('https://a.example', 'https://b.example'));
    expect((await sluice(['workflows', 'apply', folder])).out).toContain('url: "https://a.example" → "https://b.example"');
    const { body } = await server.call<{ data: { state: object } }>('GET', `/api/v1/workflows/${id}/state`);
    const kept = JSON.stringify(body.data.state);
    expect([kept.includes('https://b.example'), kept.includes('s3cret')]).toEqual([true, true]);
  }, 60_000);

  it('writes nothing when one of the files is no workflow, and names the file and the field', async () => {
    const folder = await folderOf({
      'new.json': named('New', greet),
      'bad.json': named('Bad', { ...greet, edges: [{ id: 'e', source: 'start', target: 'gone' }] }),
    });
    expect(await sluice(['workflows', 'apply', folder])).toMatchObject({
      code: 1,
      out: '',
      error: expect.stringMatching(/bad\.json: edges\.e\.target: /),
    });
    expect((await sluice(['workflows', 'list'])).out).not.toMatch(/ New$/m);
  }, 60_000);

  it('deletes what is in no file when that is confirmed, in the workspace that is named', async () => {
    const { body } = await server.call<{ data: { id: string } }>('POST', '/api/v1/workspaces', { name: 'Staging' });
    const env = { SLUICE_WORKSPACE: 'Staging' };
    await sluice(['workflows', 'apply', await folderOf({ 'a.json': named('Old', greet) })], { env });
    const folder = await folderOf({ 'a.json': named('New', greet) });
    expect(await sluice(['workflows', 'apply', folder, '--prune'], { env })).toMatchObject({
      code: 1,
      out: '',
      error: expect.stringContaining('--yes'),
    });
    expect((await sluice(['workflows', 'apply', folder, '--prune', '--yes'], { env })).out).toMatch(/- Old\n1 created, 1 deleted\n$/);
    const listed = JSON.parse((await sluice(['workflows', 'list', '--json', '--workspace', body.data.id])).out) as { name: string }[];
    expect(listed.map(({ name }) => name)).toEqual(['New']);
    await server.call('DELETE', `/api/v1/workspaces/${body.data.id}`);
  }, 60_000);
});

describe('sluice run', () => {
  it('prints the output alone, with a line for each block beside it', async () => {
    const { code, out, error } = await sluice(['run', 'Greet', '--watch', '--input', '-'], { input: '{"name": "Ada"}' });
    expect({ code, output: JSON.parse(out) as unknown }).toEqual({
      code: 0,
      output: { result: expect.stringMatching(/^h\w+ Ada$/), stdout: '' },
    });
    expect(error).toMatch(/^\S+Z {2}✓ start {2}.*\n\S+Z {2}✓ greet {2}.*\n$/);
  }, 30_000);

  it('ends with 1 and says where a run failed', async () => {
    expect(await sluice(['run', 'Broken'])).toMatchObject({
      code: 1,
      out: '',
      error: expect.stringMatching(/^The run failed at broken \(function\): .*no luck.*\nSee all of it with: npx sluice logs show \S+\n$/),
    });
    const { code, out } = await sluice(['run', 'Broken', '--json']);
    expect({ code, told: JSON.parse(out) as unknown }).toMatchObject({
      code: 1,
      told: { status: 'failed', error: expect.stringContaining('no luck') },
    });
  }, 30_000);

  it('says how to answer a run that asks, and shows why it waits', async () => {
    const { code, error, out } = await sluice(['run', 'Ask', '--json']);
    expect({ code, error }).toEqual({
      code: 0,
      error: expect.stringMatching(/page +http\S+\/resume\/[\s\S]*curl -X POST 'http\S+\/api\/resume\//),
    });
    const { executionId } = JSON.parse(out) as { executionId: string };
    const { out: shown } = await sluice(['logs', 'show', executionId]);
    expect(shown).toMatch(/status +paused[\s\S]*‖ ask {2}waits[\s\S]*waiting-for-person: .*\n {2}answer: curl -X POST/);
  }, 30_000);

  it('runs the draft of a workflow, from the block that is named', async () => {
    const { code, out } = await sluice(['run', 'Greet', '--draft', '--input', 'name=Ada']);
    expect({ code, output: JSON.parse(out) as unknown }).toMatchObject({ code: 0, output: { result: expect.stringMatching(/ Ada$/) } });
    expect(await sluice(['run', 'Greet', '--draft', '--trigger', 'greet'])).toMatchObject({
      code: 1,
      error: expect.stringContaining('triggerBlockId must be the id of an enabled trigger block of the draft: start'),
    });
    expect(await sluice(['run', 'Greet', '--trigger', 'start'])).toMatchObject({ code: 64, error: expect.stringContaining('--draft') });
  }, 30_000);

  it('starts a run and prints its job', async () => {
    const { code, out } = await sluice(['run', 'Greet', '--async', '--input', 'name=Ada']);
    expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/^[0-9a-f-]{36}\n$/) });
    const { body } = await server.call<{ success: boolean }>('GET', `/api/jobs/${out.trim()}`);
    expect(body.success).toBe(true);
  }, 30_000);
});

it('sluice logs tail tells every run once, when it has ended', async () => {
  const tail = start(['logs', 'tail', '--workflow', 'Broken', '--level', 'error', '--json']);
  let out = '';
  tail.stdout?.on('data', (chunk: Buffer) => (out += chunk.toString()));
  const told = (): readonly string[] =>
    out
      .split('\n')
      .slice(0, -1)
      .map((line) => (JSON.parse(line) as { executionId: string }).executionId);
  const run = async (name: string): Promise<string> =>
    (JSON.parse((await sluice(['run', name, '--json', '--input', 'name=Ada'])).out) as { executionId: string }).executionId;
  try {
    const first = await run('Broken');
    await eventually(() => Promise.resolve(expect(told()).toContain(first)), 20_000);
    const [second, other] = [await run('Broken'), await run('Greet')];
    await eventually(() => Promise.resolve(expect(told()).toContain(second)), 20_000);
    expect(new Set(told()).size).toBe(told().length);
    expect(told()).not.toContain(other);
  } finally {
    tail.kill('SIGTERM');
    await once(tail, 'exit');
  }
}, 60_000);

it('sluice keys makes a key that works within its limits, shows it once, and ends it', async () => {
  const { out: made } = await sluice(['keys', 'create', '--name', 'bot', '--scope', 'logs', '--expires', '90d']);
  const env = { SLUICE_API_KEY: made.trim(), SLUICE_WORKSPACE: '00000000-0000-7000-8000-000000000000' };
  expect(await sluice(['workflows', 'list'], { env })).toMatchObject({ code: 1, error: expect.stringContaining('does not allow this') });
  const { out: listed } = await sluice(['keys', 'list']);
  expect(listed).toMatch(/ logs .* bot$/m);
  expect(listed).not.toContain(made.trim());
  expect(await sluice(['keys', 'revoke', 'bot'])).toMatchObject({ code: 0 });
  expect(await sluice(['workflows', 'list'], { env })).toMatchObject({
    code: 1,
    error: expect.stringContaining('does not accept the API key'),
  });
}, 60_000);

describe('without what it needs, sluice says what to set', () => {
  it.each([
    ['no key', { SLUICE_API_KEY: '' }, 'SLUICE_API_KEY is not set'],
    ['an address that is none', { SLUICE_URL: 'localhost:3000' }, 'SLUICE_URL must be an address'],
    ['a workspace that is not there', { SLUICE_WORKSPACE: 'Nowhere' }, 'No workspace is named "Nowhere"'],
  ])('%s', async (_what, env, message) => {
    expect(await sluice(['workflows', 'list'], { env })).toMatchObject({ code: 1, out: '', error: expect.stringContaining(message) });
  });

  it('no server, and a server of something else', async () => {
    const other = createServer((_request, response) => response.end('<html>')).listen(0, '127.0.0.1');
    await once(other, 'listening');
    const SLUICE_URL = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    expect(await sluice(['workflows', 'list'], { env: { SLUICE_URL } })).toMatchObject({
      code: 1,
      error: expect.stringContaining('is not a Sluice server'),
    });
    other.close();
    await once(other, 'close');
    expect(await sluice(['workflows', 'list'], { env: { SLUICE_URL } })).toMatchObject({
      code: 1,
      error: expect.stringContaining('set SLUICE_URL'),
    });
  }, 30_000);
});
