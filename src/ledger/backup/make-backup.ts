import type { Encrypter } from 'age-encryption';
import type { ClientBase } from 'pg';
import copy from 'pg-copy-streams';
import { hasState, sqlState } from '#ledger/database/faults/sqlstate.js';
import { BytesMissing, type ByteStore } from '#ledger/objects/byte-store.js';
import type { BackupFooter, BackupHeader } from './backup-format.js';
import { BackupRefused } from './backup-refused.js';
import { BackupWriter } from './backup-writer.js';
import { Snapshot, type SnapshotFacts } from './snapshot.js';

export interface MakeBackupOptions {
  readonly connectionString: string;
  readonly path: string;
  /** The version of Sluice, and the names of its migrations. */
  readonly release: { readonly version: string; readonly migrations: readonly string[] };
  /** Returns the id of the encryption key of the database at the moment of the backup. A restore needs this key. */
  readonly keyIdIn: (client: ClientBase) => Promise<string>;
  /** Where the bytes of stored files lie; undefined: they are left out. */
  readonly files?: ByteStore | undefined;
  /** Undefined: the file is not encrypted. */
  readonly encrypter?: Encrypter | undefined;
  readonly now: Date;
  readonly onProgress?: (progress: BackupProgress) => void;
}

export interface BackupProgress {
  /** What is being written. */
  readonly what: string;
  /** In the file so far. */
  readonly bytes: number;
}

export interface MadeBackup {
  readonly header: BackupHeader;
  readonly footer: BackupFooter;
  readonly bytes: number;
  /** Files that were deleted while the backup was made. */
  readonly missingFiles: readonly string[];
}

/**
 * Writes everything that the database holds at one moment into a file, beside servers at work. The file has its name only when it is whole.
 * @throws BackupRefused, and what `keyIdIn` throws
 */
export async function makeBackup(options: MakeBackupOptions): Promise<MadeBackup> {
  const snapshot = await Snapshot.take(options.connectionString);
  try {
    const facts = await snapshot.facts(options.release.migrations);
    const header = headerOf(facts, await options.keyIdIn(snapshot.client), options);
    const writer = await BackupWriter.begin(options.path, header, options.encrypter);
    try {
      await writeTables(writer, snapshot, facts, options);
      const missingFiles = await writeFiles(writer, snapshot, options);
      const footer = await writer.finish();
      return { header, footer, bytes: writer.bytes, missingFiles };
    } catch (error) {
      await writer.abandon();
      throw error;
    }
  } finally {
    await snapshot.release();
  }
}

function headerOf(facts: SnapshotFacts, keyId: string, { release, files, now }: MakeBackupOptions): BackupHeader {
  return {
    sluice: release.version,
    createdAt: now.toISOString(),
    keyId,
    ...facts,
    tables: facts.tables.map(({ name, columns, part }) => ({ name, columns, part })),
    files: { ...facts.files, included: files !== undefined },
  };
}

async function writeTables(
  writer: BackupWriter,
  snapshot: Snapshot,
  { tables }: SnapshotFacts,
  { onProgress }: MakeBackupOptions,
): Promise<void> {
  const client = await snapshot.reader();
  try {
    for (const table of tables) {
      onProgress?.({ what: table.name, bytes: writer.bytes });
      // A transaction for each, so that no table is locked longer than it is read.
      await client.query('begin isolation level repeatable read, read only');
      await client.query(`set transaction snapshot '${snapshot.id}'`);
      await holdAsItWas(client, table);
      const rows = client.query(copy.to(`copy "${table.name}" (${columnList(table)}) to stdout`));
      // The number of rows comes behind the end of the data, and may be in another packet: it is there when the next statement is answered.
      await writer.item({ kind: 'table', name: table.name }, rows, () => client.query('commit').then(() => rows.rowCount));
    }
  } finally {
    await client.end();
  }
}

/** A table that another one has taken the place of since is empty at the moment of the snapshot: that must not pass for what it held. */
async function holdAsItWas(client: ClientBase, { name, oid }: SnapshotFacts['tables'][number]): Promise<void> {
  const replaced = `The table ${name} was recreated while the backup was made (a projection was rebuilt). Make the backup again.`;
  try {
    await client.query(`lock table only "${name}" in access share mode`);
  } catch (error) {
    throw hasState(error, sqlState.undefinedTable) ? new BackupRefused(replaced, { cause: error }) : error;
  }
  const { rows } = await client.query<{ same: boolean }>('select to_regclass($1)::oid = $2::int8::oid as same', [`"${name}"`, oid]);
  if (rows[0]?.same !== true) throw new BackupRefused(replaced);
}

async function writeFiles(writer: BackupWriter, snapshot: Snapshot, { files, onProgress }: MakeBackupOptions): Promise<readonly string[]> {
  const missing: string[] = [];
  if (files === undefined) return missing;
  for await (const location of snapshot.locations()) {
    onProgress?.({ what: 'stored files', bytes: writer.bytes });
    try {
      const bytes = await files.open(location);
      await writer.item({ kind: 'file', name: location }, bytes, () => 0);
    } catch (error) {
      if (!(error instanceof BytesMissing)) throw error;
      missing.push(location);
    }
  }
  return missing;
}

function columnList({ columns }: { readonly columns: readonly string[] }): string {
  return columns.map((column) => `"${column}"`).join(', ');
}
