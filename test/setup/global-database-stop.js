import pg from 'pg';

export default async function tearDown() {
  for (const server of process.env.SLUICE_TEST_SERVERS.split(' ')) await dropDatabases(server);
  for (const stop of globalThis.stopTestServers) await stop();
}

async function dropDatabases(server) {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  const template = process.env.SLUICE_TEST_TEMPLATE;
  const { rows } = await client.query(`select datname from pg_database where datname like $1`, [`${template}%`]);
  for (const { datname } of rows) await client.query(`drop database "${datname}" with (force)`);
  await client.end();
}
