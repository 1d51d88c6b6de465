import pg from 'pg';
import { eventually } from './eventually.js';

/** A table that no other session can write until it is released. */
export interface HeldTable {
  /** Waits until a statement of another session wants to write the table. Resolves with the process of that session in the database. */
  waiting(): Promise<number>;
  release(): Promise<void>;
}

/** Stops appends in the middle: they have begun, and become durable after the release unless their session ends before. */
export async function holdTable(connectionString: string, table: string): Promise<HeldTable> {
  const [holder, watcher] = [new pg.Client({ connectionString }), new pg.Client({ connectionString })];
  await holder.connect();
  await watcher.connect();
  await holder.query('begin');
  await holder.query(`lock table ${table} in share mode`);
  return {
    waiting: () =>
      eventually(async () => {
        const { rows } = await watcher.query<{ pid: number }>('select pid from pg_locks where not granted and relation = $1::regclass', [
          table,
        ]);
        if (rows[0] === undefined) throw new Error(`Nothing waits for ${table}`);
        return rows[0].pid;
      }, 30_000),
    async release() {
      await holder.query('rollback');
      await holder.end();
      await watcher.end();
    },
  };
}
