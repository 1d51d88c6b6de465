import type pg from 'pg';
import { DatabaseServers } from '#ledger/database/servers/database-servers.js';
import { ServerClient } from '#ledger/database/servers/server-client.js';
import { commandName } from '#host/program/command-name.js';
import { keepMonths } from '#ledger/projections/rebuild/rebuild-progress.js';
import { nilId } from '#kernel/ids.js';
import type { BackedUpTable, BackupHeader } from './backup-format.js';
import { BackupRefused } from './backup-refused.js';

/** What the rows of a backup depend on, and what is not of this moment but of the running of it. */
const leftOut = ['migration', 'typeorm_metadata', 'projection_rebuild', 'server_timeline'];

interface SnapshotTable extends BackedUpTable {
  readonly oid: number;
}

export type SnapshotFacts = Pick<BackupHeader, 'position' | 'highestTx' | 'sequences'> & {
  readonly migrations: readonly string[];
  readonly tables: readonly SnapshotTable[];
  readonly files: { readonly count: number; readonly bytes: number };
};

/**
 * One moment of the database, held for as long as reading it takes. It holds back no writer and no follower, since it writes nothing; and only
 * retention waits, which would take away months.
 */
export class Snapshot {
  private constructor(
    /** A connection that sees this moment. It may not write. */
    readonly client: pg.Client,
    private readonly connectionString: string,
    readonly id: string,
  ) {}

  static async take(connectionString: string): Promise<Snapshot> {
    const client = await connect(connectionString);
    try {
      await keepMonths(client);
      await client.query('begin isolation level repeatable read, read only');
      const { rows } = await client.query<{ id: string }>('select pg_export_snapshot() as id');
      return new Snapshot(client, connectionString, rows[0]?.id ?? '');
    } catch (error) {
      await client.end();
      throw error;
    }
  }

  /** @throws BackupRefused when the schema is of another release than this one, whose migrations are given */
  async facts(ours: readonly string[]): Promise<SnapshotFacts> {
    const migrations = await this.#migrations();
    if (migrations.length !== ours.length || !migrations.every((name) => ours.includes(name))) {
      throw new BackupRefused(
        `The schema of the database is not the one of this release. Make the backup with the release that runs on it, or run ${commandName} migrate before.`,
      );
    }
    const { client } = this;
    const tables = await client.query<SnapshotTable>(tablesSql, [leftOut]);
    const sequences = await client.query<BackupHeader['sequences'][number]>(await sequencesSql(client));
    const order = await client.query<{ tx: string | null; pos: string | null; highestTx: string }>(orderSql);
    const files = await client.query<{ count: number; bytes: number }>(
      `select count(*)::int as count, coalesce(sum(o.bytes), 0)::float8 as bytes
       from (select bytes from stored_object where key is not null union all select bytes from stored_payload) o`,
    );
    const { tx, pos, highestTx } = order.rows[0] ?? { tx: null, pos: null, highestTx: '0' };
    return {
      migrations,
      tables: tables.rows,
      sequences: sequences.rows,
      position: { tx: tx ?? '0', pos: pos ?? '0' },
      highestTx,
      files: files.rows[0] ?? { count: 0, bytes: 0 },
    };
  }

  /** Where the bytes of stored objects lie. */
  async *locations(): AsyncGenerator<string> {
    for (let last: string = nilId; ;) {
      const { rows } = await this.client.query<{ location: string }>(
        `select location from stored_object o where location > $1
         and (key is not null or exists (select 1 from stored_payload p where p.location = o.location)) order by location limit 1000`,
        [last],
      );
      for (const { location } of rows) yield (last = location);
      if (rows.length === 0) return;
    }
  }

  /** Another connection that sees this moment. */
  reader(): Promise<pg.Client> {
    return connect(this.connectionString);
  }

  async release(): Promise<void> {
    await this.client.end();
  }

  async #migrations(): Promise<readonly string[]> {
    const { rows: found } = await this.client.query<{ there: boolean }>(`select to_regclass('migration') is not null as there`);
    if (found[0]?.there !== true) throw new BackupRefused('There is nothing of Sluice in the database.');
    const { rows } = await this.client.query<{ name: string }>('select name from migration order by id');
    return rows.map(({ name }) => name);
  }
}

/** A connection for long work, whose text does not depend on how the server is set. */
async function connect(connectionString: string): Promise<pg.Client> {
  const settings =
    '-c idle_in_transaction_session_timeout=0 -c statement_timeout=0 -c timezone=UTC -c datestyle=ISO -c intervalstyle=postgres';
  const client = new ServerClient({ servers: DatabaseServers.of(connectionString), application_name: 'sluice-backup', options: settings });
  // What was under way on it fails by itself.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Tables that hold rows, without those of a rebuild or a sweep in progress. Generated columns are computed again. */
const tablesSql = `
  select c.oid::int8::float8 as oid, c.relname as name,
    array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      and a.attgenerated = '' order by a.attnum) as columns,
    case when c.relispartition then json_build_object('of', p.relname, 'bound', pg_get_expr(c.relpartbound, c.oid)) end as part
  from pg_class c left join pg_inherits i on i.inhrelid = c.oid left join pg_class p on p.oid = i.inhparent
  where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname !~ '__(next|kept)$' and c.relname <> all($1)
  order by c.relname`;

const orderSql = `
  select (select tx::text from (${newest('run')} union all ${newest('ledger')}) e order by tx desc, pos desc limit 1) as tx,
    (select pos::text from (${newest('run')} union all ${newest('ledger')}) e order by tx desc, pos desc limit 1) as pos,
    (pg_snapshot_xmax(pg_current_snapshot())::text::bigint + event_horizon()::text::bigint
      - pg_snapshot_xmin(pg_current_snapshot())::text::bigint)::text as "highestTx"`;

function newest(lifetime: 'run' | 'ledger'): string {
  return `(select tx, pos from ${lifetime}_event order by tx desc, pos desc limit 1)`;
}

/** Sequences are of now and not of the snapshot; they have only gone on, which leaves gaps and takes nothing twice. */
async function sequencesSql(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select sequencename as name from pg_sequences where schemaname = current_schema() and sequencename <> 'migration_id_seq'`,
  );
  return rows
    .map(({ name }) => `select '${name}' as name, last_value::text as value, is_called as called from "${name}"`)
    .join(' union all ');
}
