import { mkdtemp, chmod, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

/**
 * One migrated template for all spec files of a worker: they clone it. Every worker has a separate server, since a transaction that one
 * spec file holds open on purpose holds back the views of all databases of its server. SLUICE_TEST_DATABASE_URL names one to use instead.
 */
export default async function setUp({ maxWorkers }) {
  const given = process.env.SLUICE_TEST_DATABASE_URL;
  globalThis.stopTestServers = [];
  const servers = given === undefined ? await Promise.all(Array.from({ length: maxWorkers }, startServer)) : [given];
  const template = `sluice_test_template_${process.pid}`;
  await Promise.all(servers.map((server) => createTemplate(server, template)));
  process.env.SLUICE_TEST_SERVERS = servers.join(' ');
  process.env.SLUICE_TEST_TEMPLATE = template;
  process.env.SLUICE_TEST_SERVERS_STARTED = given === undefined ? 'yes' : 'no';
}

async function startServer() {
  const { startEmbeddedPostgres } = await import('#host/postgres/embedded-postgres.js');
  const dataDir = await mkdtemp(join(tmpdir(), 'sluice-test-'));
  await chmod(dataDir, 0o755);
  const server = await startEmbeddedPostgres({ dataDir });
  globalThis.stopTestServers.push(async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
  await forgetAtPowerLoss(server.connectionString);
  return server.connectionString;
}

/** Databases of tests need not outlive the machine: without waits for the disk they are made and dropped in a fraction of the time. */
async function forgetAtPowerLoss(connectionString) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query('alter system set fsync = off');
  await client.query('alter system set full_page_writes = off');
  await client.query('select pg_reload_conf()');
  await client.end();
}

async function createTemplate(server, template) {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(`create database ${template}`);
  await client.end();
  const url = new URL(server);
  url.pathname = `/${template}`;
  await migrate(url.href);
}

async function migrate(connectionString) {
  const { openDatabase } = await import('#ledger/ledger.js');
  const { composition } = await import('#app/composition.js');
  const { SystemClock } = await import('#host/system-clock.js');
  const database = await openDatabase({
    connectionString,
    poolSize: 4,
    composition,
    clock: new SystemClock(),
    onError: (error) => console.error(error),
  });
  await database.close();
}
