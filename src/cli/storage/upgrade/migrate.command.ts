import type { Command } from 'commander';
import { print } from '../../terminal.js';

export function addMigrate(program: Command): void {
  program
    .command('migrate')
    .description('migrate the schema of the database to this version; a start of the server does the same')
    .option('--dry-run', 'only list the pending migrations')
    .action(migrate);
}

async function migrate({ dryRun = false }: { readonly dryRun?: boolean }): Promise<void> {
  const [{ withStorage }, { createDataSource, dueMigrations, migrateDatabase }] = await Promise.all([
    import('../with-storage.js'),
    import('#ledger/database/connect.js'),
  ]);
  await withStorage(
    async ({ connectionString, pool }) => {
      const dataSource = await createDataSource(connectionString).initialize();
      try {
        const due = await dueMigrations(dataSource);
        for (const name of due) print(dryRun ? `would run ${name}` : `running ${name}`);
        if (!dryRun) await migrateDatabase(dataSource, pool);
        print(
          due.length === 0
            ? 'The database has the schema of this version'
            : `${due.length} migrations ${dryRun ? 'are pending' : 'have run'}`,
        );
      } finally {
        await dataSource.destroy();
      }
    },
    dryRun ? 'database' : 'nothing',
  );
}
