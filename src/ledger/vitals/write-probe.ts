import type { Pool, PoolClient } from 'pg';

/** A database that could write lately is not asked again for this long. */
const keptForMs = 30_000;

/** With the least memory for sorting, PostgreSQL writes so many rows to its disk: about 2 MB, in a file that ends with the statement. */
const rows = 50_000;

/**
 * Whether the database can write: its disk has room, and it is no standby. The probe takes a transaction id and fills a temporary file, so it
 * leaves nothing behind, and a full disk cannot satisfy it with the free space of a table.
 */
export class WriteProbe {
  #couldWriteAt: number | undefined;

  constructor(private readonly pool: Pool) {}

  async canWrite(): Promise<boolean> {
    if (this.#couldWriteAt !== undefined && performance.now() - this.#couldWriteAt < keptForMs) return true;
    const client = await this.pool.connect();
    const canWrite = await probe(client).then(
      () => true,
      () => false,
    );
    this.#couldWriteAt = canWrite ? performance.now() : undefined;
    return canWrite;
  }
}

async function probe(client: PoolClient): Promise<void> {
  try {
    await client.query(`begin; set local work_mem = '64kB'; select pg_current_xact_id()`);
    await client.query(`select count(*) from generate_series(1, ${rows})`);
  } finally {
    await client.query('rollback').then(
      () => client.release(),
      (error: Error) => client.release(error),
    );
  }
}
