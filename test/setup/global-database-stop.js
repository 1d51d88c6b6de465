import pg from 'pg';

export default async function tearDown() {
  const client = new pg.Client({ connectionString: process.env.SLUICE_TEST_SERVER });
  await client.connect();
  const template = process.env.SLUICE_TEST_TEMPLATE;
  const { rows } = await client.query(`select datname from pg_database where datname like $1`, [`${template}%`]);
  for (const { datname } of rows) await client.query(`drop database "${datname}" with (force)`);
  await client.end();
  await globalThis.stopTestServer?.();
}
