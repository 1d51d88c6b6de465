import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { verifyExports } from '#modules/exports/batch/verify-exports.js';
import type { CheckedExport } from '#modules/exports/batch/export-check.js';
import { startBatchReceiver, type BatchReceiver } from '../support/batch-receiver.js';
import { eventually } from '../support/eventually.js';
import { freePort, serverEnv, startServerProcess, type ServerProcess } from '../support/server-process.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { blockWith, inARow } from '../support/run-api.js';

let folder: string;
let database: TestDatabase;
let receiver: BatchReceiver;
let server: ServerProcess;
let env: Record<string, string>;
let workflowId: string;
let runs = 0;
/** Batches that have come to the receiver again. */
let repeats = 0;

const received = async (): Promise<readonly string[]> => [join(folder, 'received.jsonl')];
const onDisk = (): Promise<readonly string[]> => disk('disk');

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sluice-exports-'));
  database = await createTestDatabase();
  receiver = await startBatchReceiver(join(folder, 'received.jsonl'));
  const consumers = [
    { name: 'siem', feed: 'logs', url: receiver.url, headers: { Authorization: 'Bearer siem' } },
    { name: 'disk', feed: 'logs', folder: join(folder, 'disk') },
    { name: 'trail', feed: 'audit', folder: join(folder, 'disk') },
  ];
  await writeFile(join(folder, 'exports.json'), JSON.stringify({ consumers }));
  env = await serverEnv(database, { SLUICE_EXPORTS_FILE: join(folder, 'exports.json') });
  server = await startServerProcess(env);
  workflowId = await deployed();
}, 60_000);
afterAll(async () => {
  await server.kill('SIGKILL');
  await receiver.close();
  await database.drop();
  await rm(folder, { recursive: true });
});

async function deployed(): Promise<string> {
  const { body: workspaces } = await server.call<{ data: { id: string }[] }>('GET', '/api/v1/workspaces');
  const workflow = { version: '1.0', state: { ...inARow(blockWith('say', 'function', { code: 'return 1' })), metadata: { name: 'Said' } } };
  const { body } = await server.call<{ data: { id: string } }>('POST', '/api/v1/workflows/import', {
    workspaceId: workspaces.data[0]?.id,
    workflow,
  });
  await server.call('POST', `/api/v1/workflows/${body.data.id}/deploy`);
  return body.data.id;
}

async function run(count = 3): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    const { status } = await server.call('POST', `/api/workflows/${workflowId}/execute`, {});
    expect(status).toBe(200);
  }
  runs += count;
}

/** What has arrived, once it is every run, and came again so often. */
async function complete(files: () => Promise<readonly string[]>, repeats: number): Promise<CheckedExport> {
  return eventually(async () => {
    const checked = await verifyExports(await files());
    expect(checked).toMatchObject({ entries: runs, repeats });
    return checked;
  }, 20_000);
}

async function disk(name: string): Promise<readonly string[]> {
  const names = (await readdir(join(folder, 'disk'))).filter((file) => file.startsWith(`${name}-`)).toSorted();
  return names.map((file) => join(folder, 'disk', file));
}

/** As `/metrics` tells them, of one consumer. */
async function metric(name: string, consumer: string): Promise<number> {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  return Number(new RegExp(`^${name}{consumer="${consumer}"} (.*)$`, 'm').exec(text)?.[1]);
}

/** Until what has arrived is noted as sent: a process that dies before that leaves it to be sent again. */
async function noted(consumer: string): Promise<void> {
  await eventually(async () => expect(await metric('sluice_export_lag_seconds', consumer)).toBe(0), 20_000);
}

describe('the continuous export', () => {
  it('brings every run to all receivers, once and in order', async () => {
    await run();
    expect(await complete(received, 0)).toMatchObject({ consumer: 'siem', feed: 'logs', from: 1 });
    expect(await complete(onDisk, 0)).toMatchObject({ consumer: 'disk', from: 1 });
    const [, line = ''] = (await readFile(join(folder, 'received.jsonl'), 'utf8')).split('\n');
    expect(JSON.parse(line)).toMatchObject({ position: expect.any(String), log: { workflowId, status: 'completed', level: 'info' } });
  }, 30_000);

  it('chains the entries of the audit log', async () => {
    await eventually(async () => {
      const [file = ''] = await disk('trail');
      expect(await readFile(file, 'utf8')).toContain('"action":"workflow.deployed"');
    }, 20_000);
    expect(await verifyExports(await disk('trail'))).toMatchObject({ feed: 'audit', from: 1 });
  }, 30_000);

  it('waits for a receiver that refuses, shows how far that is behind, and keeps the others going', async () => {
    receiver.react('refuse');
    const before = receiver.keys.length;
    await run();
    await complete(onDisk, 0);
    await eventually(() => expect(receiver.keys.length).toBeGreaterThan(before + 1), 20_000);
    expect(new Set(receiver.keys.slice(before)).size).toBe(1);
    await eventually(async () => expect(await metric('sluice_export_lag_seconds', 'siem')).toBeGreaterThan(0));
    receiver.react('keep');
    const { to } = await complete(received, 0);
    await eventually(async () => expect(await metric('sluice_export_batches_total', 'siem')).toBe(to));
    await noted('siem');
  }, 40_000);

  it('sends a batch again, the same, to a receiver that dies behind it', async () => {
    receiver.react('cut');
    const before = receiver.keys.length;
    await run();
    await eventually(() => expect(receiver.keys.length).toBeGreaterThan(before), 20_000);
    receiver.react('keep');
    await eventually(async () => {
      ({ repeats } = await verifyExports(await received()));
      expect(repeats).toBeGreaterThan(0);
    }, 20_000);
    await complete(received, repeats);
  }, 40_000);

  it('continues after kill -9 between a batch and its response, with nothing lost and nothing changed', async () => {
    await complete(received, repeats);
    receiver.react('hold');
    const before = receiver.keys.length;
    await run();
    await eventually(() => expect(receiver.keys.length).toBeGreaterThan(before), 20_000);
    await complete(onDisk, 0);
    await noted('disk');
    await server.kill('SIGKILL');
    receiver.react('keep');
    server = await startServerProcess(env);
    await run();
    repeats += 1;
    await complete(received, repeats);
    await complete(onDisk, 0);
  }, 60_000);

  it('is sent by one process of several, and taken over when that one dies', async () => {
    const other = await startServerProcess({ ...env, PORT: String(await freePort()) });
    await run();
    await complete(received, repeats);
    await complete(onDisk, 0);
    await noted('siem');
    await noted('disk');
    await server.kill('SIGKILL');
    server = other;
    await run();
    await complete(received, repeats);
    await complete(onDisk, 0);
  }, 60_000);
});

describe('npx sluice logs verify-export', () => {
  async function verify(...files: readonly string[]): Promise<{ code: number | null; out: string; error: string }> {
    const child = spawn(process.execPath, ['dist/bundle/main.js', 'logs', 'verify-export', ...files], {
      env: { PATH: process.env.PATH ?? '' },
    });
    let [out, error] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (error += chunk.toString()));
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, out, error };
  }

  it('says what is complete, without a database', async () => {
    expect(await verify(...(await disk('disk')))).toEqual({
      code: 0,
      out: expect.stringMatching(
        new RegExp(`^Complete: batches 1 to \\d+ of disk \\(logs\\) with ${runs} entries; the last one has the hash `),
      ),
      error: '',
    });
  }, 20_000);

  it('ends with 2 where something is missing', async () => {
    const [file = ''] = await disk('disk');
    const lines = (await readFile(file, 'utf8')).split('\n');
    await writeFile(join(folder, 'gap.jsonl'), lines.toSpliced(2, 1).join('\n'));
    expect(await verify(join(folder, 'gap.jsonl'))).toMatchObject({ code: 2, error: expect.stringMatching(/^NOT complete: Line \d+ /) });
  }, 20_000);

  it('says which file is not there', async () => {
    expect(await verify(join(folder, 'nowhere'))).toMatchObject({ code: 1, error: expect.stringContaining('nowhere') });
  }, 20_000);
});
