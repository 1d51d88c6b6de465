import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '#host/postgres/embedded-postgres.js';
import { migratedSchema, schemaFile } from './migrated-schema.js';

/** `npm run schema`: migrates an empty database and writes its schema to src/ledger/database/schema.sql. */
const dataDir = mkdtempSync(join(tmpdir(), 'sluice-schema-'));
const server = await startEmbeddedPostgres({ dataDir });
try {
  writeFileSync(schemaFile, await migratedSchema(server.connectionString));
} finally {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
