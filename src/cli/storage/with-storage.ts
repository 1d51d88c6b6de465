import { composeCommand, type CommandParts } from '#app/compose-command.js';
import type { Config } from '#host/config/config.js';
import { DatabaseServers } from '#ledger/database/servers/database-servers.js';
import { refuseNewerSchema } from '#ledger/database/newer-schema.js';
import { CommandFailed } from '../failure.js';
import { readConfig } from '../read-config.js';
import { dataFolderOf, hasDatabase } from './database-folder.js';

/**
 * *tables*: this release or an earlier one has made them. *tables of any release*: also a newer one. *database*: it may be empty. *nothing*: where
 * none is configured and none exists yet, it is created.
 */
type Needs = 'tables' | 'tables of any release' | 'database' | 'nothing';

/** Runs `work` on the configured database, and closes it in any case. @throws CommandFailed where what it needs is missing; StartRefused on the schema of a newer release */
export async function withStorage<Result>(work: (parts: CommandParts) => Promise<Result>, needs: Needs = 'tables'): Promise<Result> {
  const config = readConfig();
  if (needs !== 'nothing') requireFolder(config);
  const parts = await composeCommand(config);
  try {
    if (needs === 'tables' || needs === 'tables of any release') await requireTables(parts);
    if (needs === 'tables') await refuseNewerSchema(async (sql, values) => (await parts.pool.query<{ name: string }>(sql, values)).rows);
    return await work(parts);
  } finally {
    await parts.close();
  }
}

/** A command in a wrong folder must not create a database there. */
function requireFolder(config: Config): void {
  const folder = dataFolderOf(config);
  if (config.databaseUrl !== undefined || hasDatabase(folder)) return;
  throw new CommandFailed(
    `No server has been started with the data folder ${folder}: run the command in the folder of the server, or set SLUICE_DATA_DIR or DATABASE_URL`,
  );
}

async function requireTables({ pool, connectionString }: CommandParts): Promise<void> {
  const { rows } = await pool.query<{ there: boolean }>(`select to_regclass('migration') is not null as there`);
  if (rows[0]?.there === true) return;
  throw new CommandFailed(
    `The database ${DatabaseServers.of(connectionString).name} has no tables of Sluice: start the server once, or correct DATABASE_URL`,
  );
}
