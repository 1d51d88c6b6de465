import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
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
import { triggered, webhook } from '../support/triggers/trigger-documents.js';

let database: TestDatabase;
let server: ServerProcess;
let scratch: string;

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly error: string;
}

/** Runs the built command with the key of the server in its environment, unless `env` has another one. */
async function sluice(args: readonly string[], input = '', env?: Readonly<Record<string, string>>): Promise<Ended> {
  const settings = { ...childEnvironment, XDG_CONFIG_HOME: scratch };
  const target = env ?? { SLUICE_URL: server.url, SLUICE_API_KEY: testKey };
  const child = spawn(process.execPath, [join(process.cwd(), 'dist/bundle/main.js'), ...args], {
    cwd: scratch,
    env: { ...settings, ...target },
  });
  let [out, error] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (error += chunk.toString()));
  child.stdin.end(input);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, out, error };
}

const orders = { name: 'orders', columns: [{ name: 'number', type: 'number' }] };
const named = (name: string, state: object): string => JSON.stringify({ version: '1.0', state: { ...state, metadata: { name } } });
const greet = inARow(functionBlock('greet', 'return "hello " + <start.name>'));
const failing = inARow(functionBlock('broken', 'throw new Error("no luck")'));
const asking = inARow(blockWith('ask', 'human_in_the_loop', { inputFormat: [{ name: 'ok', type: 'boolean' }] }));

/** The execution id of a run that a command started. */
async function runOf(workflow: string, ...args: readonly string[]): Promise<string> {
  const { out } = await sluice(['run', workflow, ...args, '--json']);
  return (JSON.parse(out) as { executionId: string }).executionId;
}

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'sluice-manage-'));
  database = await createTestDatabase();
  server = await startServerProcess({ DATABASE_URL: database.connectionString, SLUICE_ENCRYPTION_KEY: '5e'.repeat(32) });
  await writeFile(join(scratch, 'greet.json'), named('Greet', greet));
  await writeFile(join(scratch, 'failing.json'), named('Failing', failing));
  await writeFile(join(scratch, 'ask.json'), named('Ask', asking));
  const applied = await sluice(['workflows', 'apply', scratch, '--deploy']);
  if (applied.code !== 0) throw new Error(applied.error);
}, 180_000);

afterAll(async () => {
  await server.kill('SIGTERM');
  await database.drop();
  await rm(scratch, { recursive: true, force: true });
});

describe('a paused run', () => {
  it('is listed in the inbox and continues with an answer', async () => {
    await runOf('Ask');
    const { out } = await sluice(['inbox']);
    const [, executionId = ''] = /^(\S+) +ask +\S+ +Ask +http/m.exec(out) ?? [];
    const answered = await sluice(['answer', executionId, '--input', 'ok:=true']);
    expect(answered).toMatchObject({ code: 0, error: expect.stringMatching(/^Run \S+: completed\n$/) });
    const repeated = await sluice(['answer', executionId, '--input', 'ok:=true']);
    expect(repeated).toMatchObject({ code: 1, error: expect.stringContaining('does not wait for an answer') });
    expect((await sluice(['inbox'])).error).toBe('No run of the workspace waits for an answer\n');
  }, 180_000);

  it('is cancelled, which a run that has ended cannot be', async () => {
    const executionId = await runOf('Ask');
    expect(await sluice(['cancel', executionId])).toMatchObject({ code: 0, out: `Run ${executionId} is cancelled\n` });
    const ended = await runOf('Greet');
    expect(await sluice(['cancel', ended])).toMatchObject({ code: 2, error: expect.stringContaining(`Run ${ended} cannot be cancelled`) });
  }, 180_000);
});

it('a run that waits in the queue is cancelled', async () => {
  const idle = await createTestDatabase();
  // Nothing works on jobs there, and nothing follows events into the log.
  const api = await startServerProcess({
    DATABASE_URL: idle.connectionString,
    SLUICE_ENCRYPTION_KEY: '5e'.repeat(32),
    SLUICE_ROLE: 'api',
  });
  try {
    const settings = { SLUICE_URL: api.url, SLUICE_API_KEY: testKey };
    const started = await sluice(['run', 'Fee gate', '--input', 'amount:=1', '--async', '--json'], '', settings);
    const { executionId } = JSON.parse(started.out) as { executionId: string };
    expect(await sluice(['cancel', executionId], '', settings)).toEqual({ code: 0, out: `Run ${executionId} is cancelled\n`, error: '' });
    expect(await sluice(['cancel', 'unknown'], '', settings)).toMatchObject({
      code: 1,
      error: expect.stringContaining('No run has the id unknown'),
    });
  } finally {
    await api.kill('SIGTERM');
    await idle.drop();
  }
}, 180_000);

describe('sluice replay', () => {
  it('runs a run again from a block that is given by its name', async () => {
    const executionId = await runOf('Greet', '--input', 'name=Ada');
    const replayed = await sluice(['replay', executionId, '--from', 'GREET']);
    expect(replayed).toMatchObject({ code: 0, error: expect.not.stringContaining(executionId) });
    expect(JSON.parse(replayed.out)).toMatchObject({ result: 'hello Ada' });
    const refused = await sluice(['replay', executionId, '--from', 'Pay']);
    expect(refused).toMatchObject({ code: 1, error: expect.stringContaining('No block "Pay" ran in this run. Blocks:') });
  }, 180_000);

  it('runs another version of the workflow, or its draft', async () => {
    const executionId = await runOf('Greet', '--input', 'name=Ada');
    const [id = ''] = /^\S+(?= .*Greet$)/m.exec((await sluice(['workflows', 'list'])).out) ?? [];
    const draft = inARow(functionBlock('greet', 'return "good evening " + <start.name>'));
    await fetch(`${server.url}/api/v1/workflows/${id}/state`, {
      method: 'PUT',
      headers: { 'X-API-Key': testKey, 'Content-Type': 'application/json' },
      body: JSON.stringify({ state: draft }),
    });
    const output = async (version: string): Promise<unknown> => {
      const { out, error } = await sluice(['replay', executionId, '--version', version]);
      return out === '' ? error : JSON.parse(out);
    };
    expect(await output('draft')).toMatchObject({ result: 'good evening Ada' });
    expect(await output('1')).toMatchObject({ result: 'hello Ada' });
    expect(await output('7')).toContain('7');
    expect(await sluice(['replay', executionId, '--version', 'latest'])).toMatchObject({
      code: 64,
      error: expect.stringContaining('It must be the number of a version, from 1, or draft.'),
    });
  }, 180_000);
});

describe('sluice workflows validate', () => {
  const broken = inARow(functionBlock('greet', 'return <start.name> +'));

  it('finds the mistakes of files and folders without changing anything, and ends with 2', async () => {
    const folder = join(scratch, '.validated');
    await mkdir(folder);
    await writeFile(join(folder, 'good.json'), named('Fine', greet));
    await writeFile(join(folder, 'broken.json'), named('Broken', broken));
    const before = (await sluice(['workflows', 'list'])).out;
    expect(await sluice(['workflows', 'validate', join(folder, 'good.json')])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/good\.json: valid\n$/),
    });
    const both = await sluice(['workflows', 'validate', folder]);
    expect(both).toMatchObject({
      code: 2,
      out: expect.stringMatching(/broken\.json: 1 problem\n {4}problem {2}.*greet[^]*good\.json: valid\n$/),
    });
    const { out } = await sluice(['workflows', 'validate', folder, '--json']);
    expect(JSON.parse(out)).toMatchObject([
      { valid: false, problems: [{ blockId: 'greet' }] },
      { valid: true, problems: [] },
    ]);
    expect((await sluice(['workflows', 'list'])).out).toBe(before);
  }, 180_000);

  it('finds the mistakes of files that an import would refuse beside those of others', async () => {
    const folder = join(scratch, '.refused');
    await mkdir(folder);
    await writeFile(join(folder, 'empty.json'), '{}');
    await writeFile(join(folder, 'good.json'), named('Fine', greet));
    await writeFile(join(folder, 'torn.json'), named('Torn', { ...greet, edges: [{ id: 'e', source: 'start', target: 'gone' }] }));
    await writeFile(join(folder, 'words.yaml'), 'a: [');
    expect(await sluice(['workflows', 'validate', folder])).toMatchObject({
      code: 2,
      out: expect.stringMatching(
        /empty\.json: \d problems?\n(?: {4}problem {2}.*\n)+.*good\.json: valid\n.*torn\.json: 1 problem\n {4}problem {2}edges\.e\.target: .*\n.*words\.yaml: 1 problem\n {4}problem {2}is not YAML: .*\n$/,
      ),
      error: '',
    });
    const { code, out } = await sluice(['workflows', 'validate', join(folder, 'torn.json'), '--json']);
    expect([code, JSON.parse(out)]).toMatchObject([2, [{ valid: false, problems: [{ edgeId: 'e', field: 'target' }], warnings: [] }]]);
  }, 180_000);

  it('finds the mistakes of a draft by the name of its workflow', async () => {
    expect(await sluice(['workflows', 'validate', 'Failing'])).toMatchObject({ code: 0, out: 'Failing: valid\n' });
    const missing = await sluice(['workflows', 'validate', 'no-such.json']);
    expect(missing).toMatchObject({ code: 1, error: expect.stringContaining('no-such.json') });
  }, 180_000);
});

describe('sluice triggers and sluice deliveries', () => {
  it('show, pause and resume a webhook, and replay what it received', async () => {
    const folder = join(scratch, '.triggers');
    await mkdir(folder);
    await writeFile(join(folder, 'orders.json'), named('Orders', triggered(webhook('orders'))));
    expect(await sluice(['workflows', 'apply', folder, '--deploy'])).toMatchObject({ code: 0 });
    const listed = await sluice(['triggers', 'list', '--workflow', 'Orders']);
    const [, id = '', address = ''] = /^(\S+) +active +webhook +generic +orders +(http\S+)$/m.exec(listed.out) ?? [];
    const deliver = () => fetch(new URL(new URL(address).pathname, server.url), { method: 'POST', body: '{"n":1}' });

    expect(await sluice(['triggers', 'pause', 'orders'])).toMatchObject({ code: 0, error: expect.stringContaining('deliveries are kept') });
    await deliver();
    const held = await sluice(['deliveries', 'list', '--trigger', 'orders', '--outcome', 'held']);
    const [deliveryId = ''] = /^\S+(?= .* held )/m.exec(held.out) ?? [];
    expect((await sluice(['triggers', 'show', id])).out).toMatch(/status +paused, hold\n[^]*last 24 hours +held 1/);
    expect(await sluice(['triggers', 'resume', id])).toMatchObject({ code: 0, error: 'Active\n' });
    await eventually(async () => {
      const shown = await sluice(['deliveries', 'show', deliveryId]);
      expect(JSON.parse(shown.out)).toMatchObject({ outcome: 'accepted', body: expect.objectContaining({ n: 1 }) });
    }, 20_000);
    const replayed = await sluice(['deliveries', 'replay', deliveryId]);
    expect(replayed).toMatchObject({ code: 0, out: expect.stringMatching(/^[0-9a-f-]{36}\n$/) });
    expect(await sluice(['deliveries', 'replay', '--trigger', 'orders', '--outcome', 'accepted'])).toMatchObject({
      code: 0,
      out: 'completed: 1 replayed, 0 refused\n',
      error: expect.stringMatching(/^Replay \S+ of 1 deliveries/),
    });
    expect(await sluice(['deliveries', 'replay'])).toMatchObject({ code: 64, error: expect.stringContaining('--all') });

    expect(await sluice(['triggers', 'show', 'bills'])).toMatchObject({
      code: 1,
      error: expect.stringContaining('No trigger is named "bills"'),
    });
    expect(await sluice(['triggers', 'list', '--status', 'retired'])).toMatchObject({ code: 0, error: 'No trigger matches\n' });
    expect(await sluice(['triggers', 'fire', id])).toMatchObject({
      code: 1,
      error: expect.stringContaining('Only schedules and triggers that poll can be fired'),
    });
  }, 180_000);
});

describe('a command that cannot do its work', () => {
  it.each([
    [
      ['run', 'Greet', '--input', '@missing.json'],
      /^missing\.json does not exist\. Check the path; it is relative to the folder of the command\.\n$/,
    ],
    [['workflows', 'apply', 'missing'], /^missing does not exist\. Check the path/],
    [['logs', 'verify-export', 'missing.file'], /^missing\.file does not exist\. Check the path/],
    [['files', 'upload', '.'], /^\. is a folder\. Name a file\.\n$/],
    [
      ['--url', 'http://127.0.0.1:59999', 'inbox'],
      /^The server at http:\/\/127\.0\.0\.1:59999 refuses connections\.\nStart a server, or set SLUICE_URL/,
    ],
    [
      ['--url', 'http://nowhere.invalid', 'inbox'],
      /^The server at http:\/\/nowhere\.invalid has a host name without an address\.\nCheck the name/,
    ],
  ])(
    'says in a sentence what is wrong with %j',
    async (args, words) => {
      const env = { SLUICE_URL: server.url, SLUICE_API_KEY: testKey };
      const { code, error } = await sluice(args, '', env);
      expect(code).toBe(1);
      expect(error).toMatch(words);
      expect(error).not.toMatch(/ENOENT|ECONNREFUSED|ENOTFOUND/);
    },
    60_000,
  );
});

describe('sluice logs list', () => {
  it('applies the filters of the API, and a status', async () => {
    const { out } = await sluice(['run', 'Failing', '--json']);
    const { executionId } = JSON.parse(out) as { executionId: string };
    await eventually(async () => {
      const failed = await sluice(['logs', 'list', '--workflow', 'Failing', '--status', 'failed', '--since', '1h', '--search', 'no luck']);
      if (!failed.out.includes(executionId)) throw new Error(`The run is not listed: ${failed.out}${failed.error}`);
    }, 20_000);
    expect(await sluice(['logs', 'list', '--workflow', 'Failing', '--status', 'completed'])).toMatchObject({
      out: '',
      error: 'No run matches\n',
    });
    expect(await sluice(['logs', 'list', '--until', '2001-01-01'])).toMatchObject({ out: '', error: 'No run matches\n' });
    expect((await sluice(['logs', 'list', '--min-duration', 'x'])).error).toContain('--min-duration takes a number from 0, got "x"');
    expect(await sluice(['logs', 'list', '--since', 'noon'])).toMatchObject({
      code: 64,
      error: expect.stringContaining('--since takes a date'),
    });
    for (const usage of [
      ['logs', 'list', '--limit', 'abc'],
      ['logs', 'list', '--status', 'queued'],
      ['deliveries', 'list', '--limit', '101'],
      ['workflows', 'export', '--to', 'nowhere'],
      ['logs', 'list', '--limit', '0'],
      ['logs', 'list', '--max-cost', '-1'],
      ['logs', 'list', '--model', ''],
      ['run', 'Greet', '--input', 'name:=Ada'],
      ['run', 'Greet', '--input', 'name=Ada', '--input', 'name=Grace'],
      ['run', 'Greet', '--input', '{}', '--input', 'name=Ada'],
      ['run', 'Greet', '--trigger', 'start'],
      ['deliveries', 'replay'],
      ['deliveries', 'list', '--from', 'foo'],
      ['keys', 'create', '--name', 'bot', '--scope', 'foo'],
      ['keys', 'create', '--name', 'bot', '--expires', '2020-01-01'],
      ['--url', '', 'workflows', 'list'],
      ['login', 'localhost:4201'],
      ['tables', 'export', 'any', '--json'],
      ['files', 'download', 'any', '--json'],
    ]) {
      expect(await sluice(usage)).toMatchObject({ code: 64, out: '' });
    }
  }, 180_000);
});

describe('sluice workflows', () => {
  it('lists versions and rolls back to one of them', async () => {
    await writeFile(join(scratch, 'greet.json'), named('Greet', inARow(functionBlock('greet', 'return "hi " + <start.name>'))));
    expect((await sluice(['workflows', 'apply', scratch, '--deploy'])).code).toBe(0);
    expect((await sluice(['workflows', 'versions', 'Greet'])).out).toMatch(/^2 +active .*\n1 +\d/m);
    expect(await sluice(['workflows', 'rollback', 'Greet', '--to', '1'])).toMatchObject({ code: 0, out: 'Version 1 is active\n' });
    expect((await sluice(['run', 'Greet', '--input', 'name=Ada'])).out).toContain('hello Ada');
    await writeFile(join(scratch, 'ops.json'), JSON.stringify([{ op: 'metadata', name: 'owner', value: 'finance' }]));
    const edited = await sluice(['workflows', 'edit', 'Greet', join(scratch, 'ops.json'), '--label', 'Name the owner', '--json']);
    const { revision } = JSON.parse(edited.out) as { revision: number };
    const history = (await sluice(['workflows', 'history', 'Greet'])).out;
    expect(history).toMatch(new RegExp(`^${revision} +edits +1 .*Name the owner$`, 'm'));
    expect(history).toMatch(/^\d+ +version 2 /m);
    // A list, as the other commands print it; what there is beside it is a line for people.
    const listed = JSON.parse((await sluice(['workflows', 'history', 'Greet', '--json'])).out) as unknown;
    expect(listed).toEqual(expect.arrayContaining([expect.objectContaining({ to: revision, kind: 'edits', labels: ['Name the owner'] })]));
    expect(JSON.parse((await sluice(['workflows', 'versions', 'Greet', '--json'])).out)).toMatchObject([{ version: 2 }, { version: 1 }]);
    const restored = await sluice(['workflows', 'restore', 'Greet', '--to', String(revision - 1)]);
    expect(restored).toMatchObject({ code: 0, out: expect.stringContaining(`is now revision ${revision + 1}`) });
    expect(await sluice(['workflows', 'edit', 'Greet', join(scratch, 'greet.json')])).toMatchObject({
      code: 1,
      error: expect.stringContaining('must contain a list of operations'),
    });
    expect(await sluice(['workflows', 'rollback', 'Greet', '--to', 'first'])).toMatchObject({
      code: 64,
      error: '--to takes the number of a version, got "first"\n',
    });
  }, 180_000);
});

describe('sluice env', () => {
  it('sets a secret from standard input, lists its name and removes it', async () => {
    expect(await sluice(['env', 'set', 'ERP_TOKEN'], 'a value of some length\n')).toMatchObject({ code: 0, out: '' });
    const listed = await sluice(['env', 'list']);
    expect(listed.out).toMatch(/^ERP_TOKEN /m);
    expect(listed.out).not.toContain('a value');
    expect(await sluice(['env', 'set', 'PADDED'], ' -----BEGIN KEY-----\n\n\n')).toMatchObject({ code: 0 });
    const folder = await mkdtemp(join(scratch, 'padded-'));
    await writeFile(join(folder, 'padded.json'), named('Padded', inARow(functionBlock('size', 'return {{PADDED}}.length'))));
    await sluice(['workflows', 'apply', folder, '--deploy']);
    expect((await sluice(['run', 'Padded'])).out).toContain('22');
    expect((await sluice(['env', 'remove', 'PADDED'])).code).toBe(0);
    expect((await sluice(['env', 'remove', 'ERP_TOKEN', 'OTHER'])).error).toContain(
      'The workspace has no secret OTHER. Nothing was removed.',
    );
    expect((await sluice(['env', 'remove', 'ERP_TOKEN'])).code).toBe(0);
    expect((await sluice(['env', 'list'])).error).toContain('The workspace has no secrets');
    expect((await sluice(['env', 'set', 'EMPTY'], '')).error).toContain('Nothing was entered');
  }, 180_000);
});

describe('sluice tables', () => {
  it('creates a table from a file, imports rows, exports them and archives it', async () => {
    const definition = { name: 'customers', columns: [{ name: 'email', type: 'string', required: true, unique: true }] };
    expect(await sluice(['tables', 'create', '-'], JSON.stringify(definition))).toMatchObject({ code: 0 });
    expect((await sluice(['tables', 'import', 'customers', '-'], 'email\nada@example.org\n')).code).toBe(0);
    const twice = await sluice(['tables', 'import', 'customers', '-'], 'email\nada@example.org\ngrace@example.org\n');
    expect(twice).toMatchObject({ code: 1, out: expect.stringContaining('"refusedCount": 1') });
    await writeFile(join(scratch, 'latin1.csv'), Buffer.from('email\nren\u00e9@example.org\n', 'latin1'));
    const stopped = await sluice(['tables', 'import', 'customers', 'latin1.csv']);
    expect(stopped).toMatchObject({ code: 1, out: expect.stringContaining('The file must be UTF-8') });
    expect((await sluice(['tables', 'import', 'customers', 'missing.csv'])).error).toContain('missing.csv does not exist');
    expect((await sluice(['tables', 'export', 'customers'])).out).toContain('ada@example.org');
    expect(JSON.parse((await sluice(['tables', 'show', 'customers', '--json'])).out)).toMatchObject(definition);
    expect((await sluice(['tables', 'list'])).out).toMatch(/ 2 +1 +customers$/m);
    expect((await sluice(['tables', 'archive', 'customers'])).code).toBe(0);
    expect((await sluice(['tables', 'show', 'customers'])).error).toContain('No table is named "customers". The workspace has no tables.');
    expect((await sluice(['tables', 'create', '-'], '[]')).error).toContain('must be a JSON object with name and columns');
  }, 180_000);
});

describe('sluice files', () => {
  it('leaves no file when a download breaks off', async () => {
    const id = '00000000-0000-7000-8000-000000000001';
    const broken = createServer((request, response) => {
      const isContent = request.url?.includes(id) === true;
      response.writeHead(200, { 'Content-Type': 'application/json', ...(isContent ? { 'Content-Length': 1000 } : {}) });
      if (!isContent) return void response.end(JSON.stringify({ success: true, data: { files: [{ id, name: 'big' }] }, nextCursor: null }));
      response.write('begin');
      setTimeout(() => response.destroy(), 50);
    }).listen(0, '127.0.0.1');
    await once(broken, 'listening');
    const env = {
      SLUICE_URL: `http://127.0.0.1:${(broken.address() as AddressInfo).port}`,
      SLUICE_API_KEY: testKey,
      SLUICE_WORKSPACE: id.replace('1', '2'),
    };
    const download = await sluice(['files', 'download', 'big', '--to', 'big.bin'], '', env);
    broken.close();
    expect(download).toMatchObject({ code: 1, error: expect.stringContaining('closed the connection') });
    expect((await readdir(scratch)).filter((name) => name.startsWith('big'))).toEqual([]);
  }, 180_000);

  it('can be downloaded again after a download that was interrupted', async () => {
    const id = '00000000-0000-7000-8000-000000000001';
    const slow = createServer((request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      if (request.url?.includes(id) === true) return void response.write('begin');
      response.end(JSON.stringify({ success: true, data: { files: [{ id, name: 'long' }] }, nextCursor: null }));
    }).listen(0, '127.0.0.1');
    await once(slow, 'listening');
    const target = {
      SLUICE_URL: `http://127.0.0.1:${(slow.address() as AddressInfo).port}`,
      SLUICE_API_KEY: testKey,
      SLUICE_WORKSPACE: id.replace('1', '2'),
    };
    const child = spawn(process.execPath, [join(process.cwd(), 'dist/bundle/main.js'), 'files', 'download', 'long', '--to', 'long.bin'], {
      cwd: scratch,
      env: { ...childEnvironment, XDG_CONFIG_HOME: scratch, ...target },
    });
    await eventually(async () => expect(await readFile(join(scratch, 'long.bin.partial'), 'utf8')).toBe('begin'));
    child.kill('SIGINT');
    await once(child, 'close');
    slow.closeAllConnections();
    slow.close();
    expect((await readdir(scratch)).filter((name) => name.startsWith('long'))).toEqual(['long.bin.partial']);
  }, 180_000);

  it('uploads, lists, downloads without overwriting, and deletes', async () => {
    await writeFile(join(scratch, 'offer.txt'), 'An offer');
    expect((await sluice(['files', 'upload', 'offer.txt'])).out).toMatch(/ offer\.txt$/m);
    expect((await sluice(['files', 'list'])).out).toMatch(/ text\/plain .* offer\.txt$/m);
    expect((await sluice(['files', 'download', 'offer.txt'])).out).toBe('An offer');
    expect((await sluice(['files', 'download', 'offer.txt', '--to', 'copy.txt'])).code).toBe(0);
    expect(await readFile(join(scratch, 'copy.txt'), 'utf8')).toBe('An offer');
    expect((await sluice(['files', 'download', 'offer.txt', '--to', 'copy.txt'])).error).toContain('copy.txt exists already');
    expect((await sluice(['files', 'upload', 'missing.txt'])).error).toContain('missing.txt does not exist');
    expect((await sluice(['files', 'delete', 'offer.txt'])).code).toBe(0);
    expect((await sluice(['files', 'list'])).error).toContain('The workspace has no files');
  }, 180_000);
});

describe('sluice memory', () => {
  it('lists conversations, shows and exports one, and deletes it', async () => {
    const remember = (content: string) => blockWith('memory', 'memory', { operation: 'add', id: 'customer-7', role: 'user', content });
    const document = { version: '1.0', state: { ...inARow(remember('Hello there')), metadata: { name: 'Remember' } } };
    await writeFile(join(scratch, 'remember.json'), JSON.stringify(document));
    expect((await sluice(['workflows', 'import', 'remember.json'])).code).toBe(0);
    expect((await sluice(['workflows', 'deploy', 'Remember'])).code).toBe(0);
    expect((await sluice(['run', 'Remember'])).code).toBe(0);
    expect((await sluice(['memory', 'list'])).out).toMatch(/ customer-7$/m);
    expect((await sluice(['memory', 'list', '--search', 'other'])).error).toContain('The workspace has no conversations');
    expect((await sluice(['memory', 'show', 'customer-7'])).out).toMatch(/^ {2}user: Hello there$/m);
    expect(JSON.parse((await sluice(['memory', 'show', 'customer-7', '--json'])).out)).toMatchObject({ id: 'customer-7', messages: 1 });
    const [line = ''] = (await sluice(['memory', 'export', 'customer-7'])).out.split('\n');
    expect(JSON.parse(line)).toMatchObject({ messages: [{ role: 'user' }], digest: expect.any(String) });
    expect((await sluice(['memory', 'show', 'customer-7', '--turns', '201'])).error).toContain('limit must be');
    expect((await sluice(['memory', 'delete', 'customer-7'])).error).toContain('are deleted');
    expect((await sluice(['memory', 'show', 'customer-7'])).error).toContain('Conversation not found');
  }, 180_000);
});

describe('sluice users', () => {
  it('creates, suspends and readmits a user', async () => {
    expect((await sluice(['users', 'create', '--email', 'grace@example.org', '--name', 'Grace'])).code).toBe(0);
    expect((await sluice(['users', 'suspend', 'grace@example.org'])).out).toBe('grace@example.org is suspended\n');
    expect((await sluice(['users', 'list'])).out).toMatch(/grace@example\.org +suspended +Grace$/m);
    expect((await sluice(['users', 'readmit', 'grace@example.org'])).out).toBe('grace@example.org is readmitted\n');
  }, 180_000);
});

describe('a profile', () => {
  const profiles = (): string => join(scratch, 'sluice/profiles.json');

  it('is stored with its key for its owner only, and used by later commands', async () => {
    expect(await sluice(['workflows', 'list'], '', {})).toMatchObject({
      code: 1,
      error: expect.stringContaining('SLUICE_API_KEY is not set'),
    });
    const stored = await sluice(['login', server.url, '--profile', 'test'], `${testKey}\n`, {});
    expect(stored).toMatchObject({ code: 0, out: '', error: expect.stringContaining('Stored as profile "test"') });
    expect((await stat(profiles())).mode & 0o777).toBe(0o600);
    expect((await sluice(['workflows', 'list'], '', {})).out).toContain('Greet');
    expect((await sluice(['profiles', 'list'], '', {})).out).toMatch(/^\* +test +http/m);
  }, 180_000);

  it('is refused with a wrong key, and stays as it was', async () => {
    const refused = await sluice(['login', server.url, '--profile', 'test'], 'sk-sluice-wrong\n', {});
    expect(refused).toMatchObject({ code: 1, error: expect.stringContaining('does not accept the API key') });
    expect((await sluice(['workflows', 'list', '--profile', 'test'], '', {})).out).toContain('Greet');
  }, 180_000);

  it('gives its key to no other address', async () => {
    const other = await sluice(['workflows', 'list', '--profile', 'test', '--url', 'http://127.0.0.1:59999'], '', {});
    expect(other).toMatchObject({ code: 1, error: expect.stringContaining('SLUICE_API_KEY is not set') });
  }, 180_000);

  it('is deleted by logout', async () => {
    expect((await sluice(['logout', '--profile', 'test'], '', {})).code).toBe(0);
    expect(await readFile(profiles(), 'utf8')).not.toContain(testKey);
    expect((await sluice(['workflows', 'list', '--profile', 'test'], '', {})).error).toContain(
      'No profile is named "test". There are no profiles',
    );
  }, 180_000);
});

describe('files of one workspace', () => {
  it('name tables and workflows, which another workspace has under other ids', async () => {
    await server.call('POST', '/api/v1/workspaces', { name: 'Production' });
    await sluice(['tables', 'create', '-', '--workspace', 'Default workspace'], JSON.stringify(orders));
    const [, tableId = ''] = /^(\S+) .* orders$/m.exec((await sluice(['tables', 'list', '--workspace', 'Default workspace'])).out) ?? [];
    const query = inARow(blockWith('rows', 'table', { operation: 'query_rows', tableId }));
    const folder = await mkdtemp(join(scratch, 'promoted-'));
    await writeFile(join(folder, 'orders.json'), named('Orders', query));
    await sluice(['workflows', 'apply', folder, '--deploy', '--workspace', 'Default workspace']);
    await sluice(['workflows', 'export', 'Orders', '--to', folder, '--workspace', 'Default workspace']);
    const text = await readFile(join(folder, 'orders.json'), 'utf8');
    expect([text.includes(tableId), text.includes('"orders"')]).toEqual([false, true]);
    const refused = await sluice(['workflows', 'apply', folder, '--deploy', '--workspace', 'Production']);
    expect(refused).toMatchObject({ code: 1, error: expect.stringContaining('block "rows": the workspace has no table "orders"') });
    await sluice(['tables', 'create', '-', '--workspace', 'Production'], JSON.stringify(orders));
    expect(await sluice(['workflows', 'apply', folder, '--deploy', '--workspace', 'Production'])).toMatchObject({ code: 0, error: '' });
    expect(await sluice(['workflows', 'diff', folder, '--workspace', 'Production'])).toMatchObject({ code: 0 });
    expect((await sluice(['run', 'Orders', '--workspace', 'Production'])).code).toBe(0);
  }, 180_000);

  it('are not created for others before the deletion of the rest is confirmed, and may be renamed with what refers to them', async () => {
    await server.call('POST', '/api/v1/workspaces', { name: 'Pruned' });
    const inPruned = ['--workspace', 'Pruned'];
    const folder = await mkdtemp(join(scratch, 'pruned-'));
    await writeFile(join(folder, 'old.json'), named('Old', greet));
    expect(await sluice(['workflows', 'apply', folder, ...inPruned])).toMatchObject({ code: 0 });
    await rm(join(folder, 'old.json'));
    const calling = (workflowId: string): string => named('Caller', inARow(blockWith('call', 'workflow', { workflowId })));
    await writeFile(join(folder, 'fee.json'), named('Fee', greet));
    await writeFile(join(folder, 'caller.json'), calling('Fee'));
    const refused = await sluice(['workflows', 'apply', folder, '--prune', ...inPruned]);
    expect(refused).toMatchObject({ code: 1, error: expect.stringContaining('Nothing was changed') });
    const names = async (): Promise<string[]> => {
      const { out } = await sluice(['workflows', 'list', '--json', ...inPruned]);
      return (JSON.parse(out) as { name: string }[]).map(({ name }) => name).toSorted();
    };
    expect(await names()).toEqual(['Old']);
    expect(await sluice(['workflows', 'apply', folder, '--prune', '--yes', ...inPruned])).toMatchObject({ code: 0 });
    expect(await names()).toEqual(['Caller', 'Fee']);
    await sluice(['workflows', 'export', '--all', '--to', folder, ...inPruned]);
    const fee = await readFile(join(folder, 'fee.json'), 'utf8');
    await writeFile(join(folder, 'fee.json'), fee.replace('"Fee"', '"Fees"'));
    const caller = await readFile(join(folder, 'caller.json'), 'utf8');
    await writeFile(join(folder, 'caller.json'), caller.replace('"Fee"', '"Fees"'));
    expect(await sluice(['workflows', 'apply', folder, ...inPruned])).toMatchObject({ code: 0, error: '' });
    expect(await names()).toEqual(['Caller', 'Fees']);
  }, 180_000);
});
