import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { eventually } from '../../support/eventually.js';
import { serverEnv, startServerProcess, testKey, type ServerProcess } from '../../support/server-process.js';
import { sendUpload, type UploadAnswer } from '../../support/streamed-upload.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';

const mib = 1024 * 1024;

let database: TestDatabase;
let folder: string;
let env: Record<string, string>;
let server: ServerProcess;
let workspaceId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'sluice-uploads-'));
  env = await serverEnv(database, { SLUICE_FILES_DIR: folder });
}, 60_000);
beforeEach(async () => {
  server = await startServerProcess(env);
  const { body } = await server.call<{ data: readonly { id: string }[] }>('GET', '/api/v1/workspaces');
  workspaceId = body.data[0]?.id ?? '';
}, 60_000);
afterEach(() => server.kill('SIGKILL'));
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

function send(name: string, size: number, more: Partial<Parameters<typeof sendUpload>[0]> = {}): Promise<UploadAnswer> {
  return sendUpload({ url: server.url, key: testKey, workspaceId, name, size, ...more });
}

async function blobs(): Promise<readonly string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  return found.filter((entry) => entry.isFile()).map(({ name }) => name);
}

async function rows(sql: string): Promise<number> {
  const client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  try {
    return (await client.query(sql)).rowCount ?? 0;
  } finally {
    await client.end();
  }
}

/** Bytes of memory that the process has now, and the most it had since `forgetPeak`. */
async function memory(): Promise<{ now: number; peak: number }> {
  const status = await readFile(`/proc/${server.child.pid}/status`, 'utf8');
  const bytes = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) * 1024;
  return { now: bytes('VmRSS'), peak: bytes('VmHWM') };
}

/** Writing to this file sets the limit in Linux. */
async function forgetPeak(): Promise<void> {
  await writeFile(`/proc/${server.child.pid}/clear_refs`, '5');
}

describe('a process that is killed in the middle of an upload', () => {
  it('leaves neither a file nor its bytes, once another one is at work (AC-104)', async () => {
    const killed = send('half', 60 * mib, {
      after: {
        bytes: 30 * mib,
        act: async () => {
          await eventually(async () => expect(await blobs()).toHaveLength(1));
          await server.kill('SIGKILL');
        },
      },
    });
    await expect(killed).rejects.toThrow(/socket hang up|ECONNRESET|EPIPE/);
    expect(await blobs()).toHaveLength(1);
    server = await startServerProcess(env);
    await eventually(async () => expect(await blobs()).toEqual([]), 30_000);
    await eventually(async () => expect(await rows('select 1 from stored_object')).toBe(0));
    expect(await rows('select 1 from object_hold')).toBe(0);
    const { body } = await server.call<{ data: { totalCount: number } }>('GET', `/api/v1/files?workspaceId=${workspaceId}`);
    expect(body.data.totalCount).toBe(0);
    expect((await send('half', 1)).status).toBe(200);
  }, 120_000);
});

const onLinux = process.platform === 'linux' ? it : it.skip;

describe('the memory of a server', () => {
  onLinux.each([
    ['one upload of 100 MB costs at most 32 MB (AC-61)', 1, 32_000_000],
    ['ten uploads of 100 MB at the same time cost at most 128 MB (AC-61)', 10, 128_000_000],
  ] as const)(
    '%s',
    async (name, count, most) => {
      await send('warm up', 1);
      await forgetPeak();
      const before = await memory();
      // Contents of their own: nothing is saved because it is there already.
      const uploads = Array.from({ length: count }, (_, index) =>
        send(`large ${index} of ${count}`, 100 * mib, { chunk: Buffer.alloc(64 * 1024, `content ${index} of ${count} `) }),
      );
      const answers = await Promise.all(uploads);
      const cost = (await memory()).peak - before.now;
      process.stdout.write(`${name}: ${(cost / 1e6).toFixed(0)} MB more than ${(before.now / 1e6).toFixed(0)} MB\n`);
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      expect(cost).toBeLessThanOrEqual(most);
    },
    240_000,
  );
});
