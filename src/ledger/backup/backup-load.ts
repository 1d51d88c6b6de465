import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Decrypter } from 'age-encryption';
import type { ClientBase } from 'pg';
import copy from 'pg-copy-streams';
import { isId } from '#kernel/ids.js';
import type { ByteStore } from '#ledger/objects/byte-store.js';
import type { BackupFooter, BackupHeader } from './backup-format.js';
import { boundOfMonth } from './backup-header.js';
import { BackupReader, type BackupItem } from './backup-reader.js';
import { BackupRefused } from './backup-refused.js';

interface LoadOptions {
  readonly path: string;
  readonly decrypter?: Decrypter | undefined;
  readonly onProgress?: (progress: { readonly what: string; readonly read: number; readonly size: number }) => void;
}

/** Brings the items of a backup to their places, within the transaction that is open on the connection. */
export class BackupLoad {
  readonly #written: string[] = [];
  #seen = { tables: 0, rows: 0, files: 0 };

  constructor(
    private readonly client: ClientBase,
    private readonly header: BackupHeader,
    private readonly files: ByteStore,
  ) {}

  /** @throws BackupRefused unless everything is as the backup says */
  async run({ path, decrypter, onProgress }: LoadOptions, footer: BackupFooter): Promise<void> {
    await this.#makeParts();
    const reader = await BackupReader.open(path, decrypter);
    try {
      await reader.header();
      for await (const item of reader.items()) {
        onProgress?.({ what: item.kind === 'table' ? item.name : 'stored files', read: reader.place, size: reader.size });
        await (item.kind === 'table' ? this.#loadTable(item) : this.#loadFile(item));
      }
    } finally {
      await reader.close();
    }
    const { tables, rows, files } = this.#seen;
    const isWhole = tables === this.header.tables.length && tables === footer.tables && rows === footer.rows && files === footer.files;
    if (!isWhole) throw new BackupRefused('The file was changed while it was restored.');
    for (const { name, value, called } of this.header.sequences) {
      await this.client.query('select setval($1::regclass, $2, $3)', [`"${name}"`, value, called]);
    }
  }

  /** Their rows are not there either. */
  async removeFiles(): Promise<void> {
    for (const location of this.#written) await this.files.remove(location).catch(() => undefined);
  }

  /** The months that migrations do not make. What migrations have put into tables gives way to what was there. */
  async #makeParts(): Promise<void> {
    const { tables } = this.header;
    for (const { name, part } of tables) {
      if (part === null || part.bound === 'DEFAULT') continue;
      const { rows } = await this.client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [`"${name}"`]);
      if (rows[0]?.there !== true) await this.client.query(`create table "${name}" partition of "${part.of}" ${boundOfMonth(part.bound)}`);
    }
    await this.client.query(`truncate ${tables.map(({ name }) => `"${name}"`).join(', ')}`);
  }

  async #loadTable(item: BackupItem): Promise<void> {
    const table = this.header.tables.find(({ name }) => name === item.name);
    if (table === undefined) throw new BackupRefused(`The backup holds rows of ${item.name}, which its header does not name`);
    const columns = table.columns.map((column) => `"${column}"`).join(', ');
    // The table is invisible before the commit, so its rows can be written frozen: no later vacuum has to freeze them.
    const target = this.client.query(copy.from(`copy "${table.name}" (${columns}) from stdin with (freeze)`));
    await pipeline(Readable.from(item.data), target);
    const { rows, bytes } = item.end();
    // Backups that were made when this number was not waited for may lack it, and have the rows.
    const isCounted = rows > 0 || bytes === 0;
    if (isCounted && target.rowCount !== rows)
      throw new BackupRefused(`${table.name} has ${target.rowCount} rows restored, and had ${rows}`);
    this.#seen.tables += 1;
    this.#seen.rows += rows;
  }

  /** A location is used once: what lies there already are these bytes. */
  async #loadFile(item: BackupItem): Promise<void> {
    this.#seen.files += 1;
    refuseUnlessLocation(item.name);
    if (await this.files.exists(item.name)) {
      for await (const _ of item.data);
      return;
    }
    this.#written.push(item.name);
    await this.files.write(item.name, Readable.from(item.data));
  }
}

/** Names become paths, and what a stranger has written may name a file of another program. @throws BackupRefused */
function refuseUnlessLocation(name: string): void {
  if (isId(name)) return;
  throw new BackupRefused(
    `The backup holds a stored file with a name that no release has made: ${JSON.stringify(name)}. Nothing was restored; use a backup from a source that you trust.`,
  );
}
