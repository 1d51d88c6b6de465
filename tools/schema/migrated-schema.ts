import pg from 'pg';
import { createDataSource } from '#ledger/database/connect.js';
import { describeRows } from './describe-rows.js';
import { describeSchema } from './describe-schema.js';

export const schemaFile = new URL('../../src/ledger/database/schema.sql', import.meta.url);

const head = '-- The schema after all migrations. Written by `npm run schema`; the server does not read it.';

/** Migrates an empty database. @returns the text of schema.sql */
export async function migratedSchema(connectionString: string): Promise<string> {
  const dataSource = await createDataSource(connectionString).initialize();
  try {
    await dataSource.runMigrations({ transaction: 'each' });
  } finally {
    await dataSource.destroy();
  }
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return `${head}\n\n${await describeSchema(client)}\n\n${await describeRows(client)}\n`;
  } finally {
    await client.end();
  }
}
