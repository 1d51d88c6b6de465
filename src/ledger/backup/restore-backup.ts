import type { Decrypter } from 'age-encryption';
import type { ClientBase } from 'pg';
import { MigrationExecutor, type QueryRunner } from 'typeorm';
import { createDataSource } from '#ledger/database/connect.js';
import { migrations } from '#ledger/database/migrations/index.js';
import { isRefusal } from '#ledger/database/faults/refusal.js';
import type { ByteStore } from '#ledger/objects/byte-store.js';
import type { BackupFooter, BackupHeader } from './backup-format.js';
import { acceptHeader, schemaOf } from './backup-header.js';
import { BackupLoad } from './backup-load.js';
import { BackupReader } from './backup-reader.js';
import { BackupRefused } from './backup-refused.js';
import { continueOrder } from './restored-order.js';

export interface RestoreBackupOptions {
  readonly connectionString: string;
  readonly path: string;
  /** For an encrypted file. */
  readonly decrypter?: Decrypter | undefined;
  /** The ids of the keys that can be opened. */
  readonly keyIds: readonly string[];
  readonly files: ByteStore;
  readonly onProgress?: (progress: { readonly what: string; readonly read: number; readonly size: number }) => void;
}

export interface RestoredBackup {
  readonly header: BackupHeader;
  readonly footer: BackupFooter;
}

/**
 * Puts a backup into an empty database, in one transaction: until all of it is there and was found to be what was backed up, there is nothing.
 * Servers that start meanwhile wait, or fail. @throws BackupRefused
 */
export async function restoreBackup(options: RestoreBackupOptions): Promise<RestoredBackup> {
  const { header, footer } = await checked(options);
  const all = createDataSource(options.connectionString);
  const former = createDataSource(options.connectionString).setOptions({
    migrations: migrations.filter(({ name }) => schemaOf(header).includes(name)),
  });
  await Promise.all([all.initialize(), former.initialize()]);
  const runner = all.createQueryRunner();
  let load: BackupLoad | undefined;
  try {
    const client = (await runner.connect()) as ClientBase;
    await client.query(`set idle_in_transaction_session_timeout = 0; set lock_timeout = 0; set timezone = 'UTC'`);
    await client.query(`select pg_advisory_lock(hashtext('sluice_migrations'))`);
    await refuseUnlessEmpty(client);
    await runner.startTransaction();
    await migrate(new MigrationExecutor(former, runner));
    load = new BackupLoad(client, header, options.files);
    await load.run(options, footer);
    await migrate(new MigrationExecutor(all, runner));
    await continueOrder(client, header.highestTx);
    await runner.commitTransaction().catch((error: unknown) => {
      if (isRefusal(error)) throw error;
      load = undefined;
      throw unanswered(error);
    });
    load = undefined;
    await client.query('analyze');
    return { header, footer };
  } catch (error) {
    await load?.removeFiles();
    throw error;
  } finally {
    await giveUp(runner);
    await Promise.all([all.destroy(), former.destroy()]);
  }
}

async function checked({ path, decrypter, keyIds, onProgress }: RestoreBackupOptions): Promise<RestoredBackup> {
  const reader = await BackupReader.open(path, decrypter);
  try {
    onProgress?.({ what: 'checking the file', read: 0, size: reader.size });
    const header = await reader.header();
    const footer = await reader.check();
    acceptHeader(header, { migrations: migrations.map(({ name }) => name), keyIds });
    return { header, footer };
  } finally {
    await reader.close();
  }
}

async function refuseUnlessEmpty(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'S', 'v', 'm') order by relkind = 'S', relname limit 1`,
  );
  const [found] = rows;
  if (found === undefined) return;
  throw new BackupRefused(
    `The database is not empty: it has ${found.name}. A backup is restored into an empty one: create another database, or choose another SLUICE_DATA_DIR.`,
  );
}

/**
 * The database may have kept everything, so the files have to stay. If it has kept nothing they do no harm: the next restore finds them at
 * their locations and passes them over.
 */
function unanswered(cause: unknown): BackupRefused {
  return new BackupRefused(
    'The connection was lost while everything that was restored was committed, so it is not known whether the database has kept it. Restore again: if the database is then said to be not empty, it has everything.',
    { cause },
  );
}

/** Within the transaction that is open. */
async function migrate(executor: MigrationExecutor): Promise<void> {
  executor.transaction = 'none';
  await executor.executePendingMigrations();
}

async function giveUp(runner: QueryRunner): Promise<void> {
  if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
  await runner.query('select pg_advisory_unlock_all()').catch(() => undefined);
  await runner.release();
}
