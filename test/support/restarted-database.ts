import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { readLockFile } from '#host/postgres/folder/lock-file.js';
import { eventually } from './eventually.js';
import { startServerProcess, type ServerProcess } from './server-process.js';

/** A server process with its own database, which the process starts again after it has ended. */
export interface ServerWithDatabase {
  readonly server: ServerProcess;
  /** Runs a statement as often as it takes until the database answers. */
  rows<Row extends object>(text: string): Promise<readonly Row[]>;
  /** Ends the database with a signal as soon as it runs. */
  end(signal: 'SIGKILL' | 'SIGINT'): Promise<void>;
  finish(): Promise<void>;
}

export async function startServerWithDatabase(): Promise<ServerWithDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sluice-restart-'));
  chmodSync(dataDir, 0o755);
  const server = await startServerProcess({ SLUICE_DATA_DIR: dataDir, SLUICE_LOG_LEVEL: 'warn' });
  const cluster = join(dataDir, 'postgres');
  const query = async <Row extends object>(text: string): Promise<readonly Row[]> => {
    const password = readFileSync(join(cluster, 'sluice.password'), 'utf8');
    const client = new pg.Client({ host: cluster, port: readLockFile(cluster)?.port, user: 'sluice', database: 'sluice', password });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query<Row>(text)).rows;
    } finally {
      await client.end();
    }
  };
  return {
    server,
    rows: (text) => eventually(() => query(text), 30_000),
    end: (signal) =>
      eventually(() => {
        const pid = readLockFile(cluster)?.pid;
        if (pid === undefined) throw new Error('The database does not run');
        process.kill(pid, signal);
      }),
    async finish() {
      await server.kill('SIGTERM');
      rmSync(dataDir, { recursive: true });
    },
  };
}
