import { commandName } from '#host/program/command-name.js';
import { createDataSource, dueMigrations } from '#ledger/database/connect.js';
import { CommandFailed } from '../../failure.js';

/** For a command that writes into tables of this version. @throws CommandFailed while migrations are pending; StartRefused on the schema of a newer release */
export async function requirePresentSchema(connectionString: string): Promise<void> {
  const dataSource = await createDataSource(connectionString).initialize();
  try {
    const due = await dueMigrations(dataSource);
    if (due.length > 0)
      throw new CommandFailed(`${due.length} migrations are pending: start the server of this version or run ${commandName} migrate first`);
  } finally {
    await dataSource.destroy();
  }
}
