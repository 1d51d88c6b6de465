import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chmodSync, chownSync, mkdtempSync, openSync, closeSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { unprivilegedAccount } from '#host/postgres/account.js';
import { prepareBinaries } from '#host/postgres/binaries.js';
import { databaseName, ensureCluster, readPassword } from '#host/postgres/cluster.js';
import { spawnOptions, type Site } from '#host/postgres/folder/site.js';
import { eventually } from '../eventually.js';
import { freePort } from '../server-process.js';

/** Ports of one server stay the same when it is started again. Standbys look for their source five times a second. */
const settings = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'wal_keep_size=256MB',
  'wal_retrieve_retry_interval=200ms',
  'shared_buffers=32MB',
  'max_wal_senders=6',
  'max_connections=300',
];

/** A PostgreSQL server of a test that may have standbys, be killed, promoted and started again. */
export class ReplicatedServer {
  #child: ChildProcess | undefined;

  private constructor(
    private readonly site: Site,
    readonly port: number,
  ) {}

  /** Creates a cluster and starts it. */
  static async primary(): Promise<ReplicatedServer> {
    const site = await newSite();
    await ensureCluster(site);
    const server = new ReplicatedServer(site, await freePort());
    await server.start();
    return server;
  }

  get url(): string {
    return urlOf(`127.0.0.1:${this.port}`, this.#password);
  }

  get place(): string {
    return `127.0.0.1:${this.port}`;
  }

  /** The address of the database with these servers. */
  static urlOf(first: ReplicatedServer, ...others: readonly ReplicatedServer[]): string {
    return urlOf([first, ...others].map(({ place }) => place).join(','), first.#password);
  }

  /** A physical copy that follows this server. `name` is its name in `synchronous_standby_names`. */
  async standby(name: string, more: readonly string[] = []): Promise<ReplicatedServer> {
    const site = await newSite();
    const client = await this.#connect();
    await client.query('select pg_backup_start($1, true)', [name]);
    execFileSync('cp', ['-a', this.site.cluster, site.cluster]);
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    await client.end();
    for (const file of ['postmaster.pid', 'postmaster.opts']) rmSync(join(site.cluster, file), { force: true });
    const source = `host=127.0.0.1 port=${this.port} user=${databaseName} password=${this.#password} application_name=${name}`;
    for (const [file, text] of [
      ['backup_label', rows[0]?.labelfile ?? ''],
      ['standby.signal', ''],
    ] as const) {
      writeFileSync(join(site.cluster, file), text);
      if (site.account) chownSync(join(site.cluster, file), site.account.uid, site.account.gid);
    }
    const lines = [`primary_conninfo = '${source}'`, ...more.map((line) => line.replace('=', ' = '))];
    appendFileSync(join(site.cluster, 'postgresql.conf'), `\n${lines.join('\n')}\n`);
    const standby = new ReplicatedServer(site, await freePort());
    await standby.start();
    return standby;
  }

  /** Runs one statement as the owner of the database. */
  async query<Row extends pg.QueryResultRow>(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
    const client = await this.#connect();
    try {
      return (await client.query<Row>(sql, [...values])).rows;
    } finally {
      await client.end();
    }
  }

  /** Changes a setting for good, and reads it. */
  async set(name: string, value: string): Promise<void> {
    await this.query(`alter system set ${name} = '${value}'`);
    await this.query('select pg_reload_conf()');
  }

  /** From now on a commit waits for this standby. */
  async waitFor(standby: string): Promise<void> {
    await this.set('synchronous_standby_names', `ANY 1 (${standby})`);
    await eventually(async () => {
      const rows = await this.query<{ state: string }>('select sync_state as state from pg_stat_replication where application_name = $1', [
        standby,
      ]);
      if (rows[0]?.state !== 'quorum') throw new Error(`The standby ${standby} is ${rows[0]?.state}`);
    }, 20_000);
  }

  async promote(): Promise<void> {
    await this.query('select pg_promote(true)');
  }

  async start(): Promise<void> {
    const log = join(this.site.dataDir, 'server.log');
    const output = openSync(log, 'a');
    const args = [...settings, `port=${this.port}`].flatMap((setting) => ['-c', setting]);
    const start = (): ChildProcess =>
      spawn(join(this.site.bin, 'postgres'), ['-D', this.site.cluster, ...args], {
        ...spawnOptions(this.site),
        stdio: ['ignore', output, output],
      });
    this.#child = start();
    await eventually(async () => {
      // The memory of a killed server is released after a moment.
      if (this.#child?.exitCode !== null) this.#child = start();
      await this.query('select 1').catch((error: Error) => {
        throw new Error(`${error.message}: ${readFileSync(log, 'utf8').slice(-2000)}`);
      });
    }, 30_000);
    closeSync(output);
  }

  /** Sends a signal to the server and all its sessions: SIGSTOP makes it a machine that does not answer. */
  signal(signal: NodeJS.Signals): void {
    const pid = this.#child?.pid ?? 0;
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
    for (const one of [pid, ...children]) {
      try {
        process.kill(one, signal);
      } catch (error) {
        // A session has ended by itself.
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
      }
    }
  }

  /** Ends the server and its sessions as a power failure does. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    this.signal('SIGKILL');
    await ended;
  }

  async remove(): Promise<void> {
    await this.kill();
    rmSync(this.site.dataDir, { recursive: true, force: true, maxRetries: 5 });
  }

  get #password(): string {
    return readPassword(this.site);
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: this.url });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  }
}

async function newSite(): Promise<Site> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sluice-replicated-'));
  chmodSync(dataDir, 0o755);
  const cluster = join(dataDir, 'postgres');
  const account = unprivilegedAccount(cluster);
  if (account) chownSync(dataDir, account.uid, account.gid);
  const log = (): void => undefined;
  return { dataDir, cluster, account, log, bin: await prepareBinaries(dataDir, account, log) };
}

function urlOf(places: string, password: string): string {
  return `postgresql://${databaseName}:${password}@${places}/${databaseName}`;
}
