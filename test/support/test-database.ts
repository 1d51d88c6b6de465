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

async function create(template: string): Promise<TestDatabase> {
  const { SLUICE_TEST_SERVERS: servers = '', JEST_WORKER_ID: worker = '1' } = process.env;
  const all = servers.split(' ');
  const server = all[Number(worker) % all.length];
  if (!server) throw new Error('The test database server is not running');
  clones += 1;
  const name = `sluice_test_${process.pid}_${clones}`;
  await onServer(server, `create database "${name}" template "${template}"`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { connectionString: url.href, drop: () => onServer(server, `drop database "${name}" with (force)`) };
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
