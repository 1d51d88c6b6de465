import pg from 'pg';

let clones = 0;

export interface TestDatabase {
  readonly connectionString: string;
  drop(): Promise<void>;
}

/** A new database, cloned from the migrated template. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { SLUICE_TEST_TEMPLATE: template } = process.env;
  if (template === undefined) throw new Error('The test database server is not running');
  return await create(template);
}

/** A new database without any tables. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  return await create('template0');
}

/** Whether the server of these databases waits for the disk. Servers that the tests started do not, unless a test is about that; others do. */
export async function waitForDisk(setting: 'on' | 'off'): Promise<void> {
  if (!isStartedByTests()) return;
  const server = serverOfWorker();
  for (const name of ['fsync', 'full_page_writes']) await onServer(server, `alter system set ${name} = ${setting}`);
  await onServer(server, 'select pg_reload_conf()');
}

async function create(template: string): Promise<TestDatabase> {
  const server = serverOfWorker();
  clones += 1;
  const name = `sluice_test_${process.pid}_${clones}`;
  await onServer(server, `create database "${name}" template "${template}" strategy ${isStartedByTests() ? 'file_copy' : 'wal_log'}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { connectionString: url.href, drop: () => onServer(server, `drop database "${name}" with (force)`) };
}

function isStartedByTests(): boolean {
  return process.env['SLUICE_TEST_SERVERS_STARTED'] === 'yes';
}

function serverOfWorker(): string {
  const { SLUICE_TEST_SERVERS: servers = '', JEST_WORKER_ID: worker = '1' } = process.env;
  const all = servers.split(' ');
  const server = all[Number(worker) % all.length];
  if (!server) throw new Error('The test database server is not running');
  return server;
}

async function onServer(server: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
