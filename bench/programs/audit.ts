import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createWriteStream } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { composition } from '#app/composition.js';
import { openDatabase, type Database } from '#ledger/ledger.js';
import { SecretBox } from '#host/secrets/secret-box.js';
import { SystemClock } from '#host/system-clock.js';
import { SystemIds } from '#host/system-ids.js';
import { SystemTimers } from '#host/system-timers.js';
import { AuditArchive } from '#modules/audit/index.js';
import { verifyFile } from '#modules/audit/proof/verify-file.js';
import { AuditLines } from '#modules/audit/recording/audit-lines.js';
import { auditRound } from '#modules/audit/recording/audit-round.js';
import { loadSigningKey } from '#modules/audit/store/signing-key.js';
import { TestBed } from '../support/bed.js';
import type { BenchOptions } from '../support/options.js';
import { usageOf } from '../support/processes.js';
import type { Section } from '../support/report.js';
import { writeRunHistory } from '../support/run-history.js';
import { round } from '../support/statistics.js';

const mostRuns = 1_000_000;
const batch = 2000;
const clock = new SystemClock();
const box = new SecretBox('1'.repeat(64));
const lines = composition.auditLines;

/** The audit log of many runs: written down, exported, verified. */
export async function auditLog(options: BenchOptions): Promise<Section> {
  const bed = await TestBed.open();
  const folder = await mkdtemp(join(tmpdir(), 'sluice-bench-audit-'));
  try {
    const connectionString = await bed.database('audit');
    const database = await openDatabase({ connectionString, poolSize: 4, composition, clock, onError: () => undefined });
    const runs = Math.min(options.runs, mostRuns);
    await writeHistory(connectionString, runs);
    const rows = [
      await measured('written down', bed, () => record(database)),
      ...(await exportAndVerify(bed, database, folder)),
      ['bytes an entry, indexes included', round((await bytes(database)) / runs), '', ''],
    ];
    await database.close();
    return { title: `The audit log of ${runs} runs`, columns: ['', 'entries/s', 'node µs an entry', 'PostgreSQL µs an entry'], rows };
  } finally {
    await bed.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function writeHistory(connectionString: string, runs: number): Promise<void> {
  const ids = new SystemIds();
  const workspaces = Array.from({ length: 5 }, () => ({ id: ids.next(), workflowIds: Array.from({ length: 10 }, () => ids.next()) }));
  const client = new pg.Client({ connectionString });
  await client.connect();
  const onProgress = (so: number): void => void process.stderr.write(`\r  ${so} of ${runs} runs written`);
  await writeRunHistory(client, { workspaces, runs, months: 1, userId: ids.next(), onProgress });
  process.stderr.write('\n');
  await client.query('vacuum analyze run_event');
  await client.end();
}

/** @returns entries */
async function record({ pool }: Database): Promise<number> {
  const key = await loadSigningKey(pool, box);
  const client = await pool.connect();
  try {
    for (let passed = 0, now = batch; now === batch; passed += now) {
      now = (await auditRound(client, { lines: new AuditLines(lines), key, now: clock.now(), limit: batch })) ?? 0;
      if (passed % (50 * batch) === 0) process.stderr.write(`\r  ${passed + now} events passed`);
    }
    process.stderr.write('\n');
  } finally {
    client.release();
  }
  const { rows } = await pool.query<{ n: number }>('select sum(seq)::int as n from audit_chain');
  return rows[0]?.n ?? 0;
}

async function exportAndVerify(bed: TestBed, { pool }: Database, folder: string): Promise<(string | number)[][]> {
  const [file, publicKeyFile] = [join(folder, 'export.jsonl'), join(folder, 'key.pem')];
  const archive = await AuditArchive.open({ lines, pool, box, clock, timers: new SystemTimers() });
  await writeFile(publicKeyFile, archive.publicKeys.join(''));
  const { rows } = await pool.query<{ n: number }>('select sum(seq)::int as n from audit_chain');
  const entries = rows[0]?.n ?? 0;
  return [
    await measured('exported', bed, async () => {
      await pipeline(Readable.from(archive.export(null)), createWriteStream(file));
      return entries;
    }),
    await measured('verified', bed, async () => {
      const verified = await verifyFile({ file, publicKeyFiles: [publicKeyFile] });
      return verified.kind === 'export' ? verified.found.entries : 0;
    }),
  ];
}

async function measured(name: string, bed: TestBed, work: () => Promise<number>): Promise<(string | number)[]> {
  const [startedAt, node, postgres] = [performance.now(), process.cpuUsage(), usageOf(bed.postgres.pid)];
  const entries = await work();
  const { user, system } = process.cpuUsage(node);
  const postgresMs = usageOf(bed.postgres.pid).cpuMs - postgres.cpuMs;
  const perSecond = round((entries / (performance.now() - startedAt)) * 1000);
  return [name, perSecond, round((user + system) / entries, 1), round((postgresMs * 1000) / entries, 1)];
}

async function bytes({ pool }: Database): Promise<number> {
  const { rows } = await pool.query<{ n: string }>(`select pg_total_relation_size('audit_entry') as n`);
  return Number(rows[0]?.n);
}
