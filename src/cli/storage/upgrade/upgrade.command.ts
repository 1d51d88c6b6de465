import type { Command } from 'commander';
import { exitCode } from '../../failure.js';
import { print, printJson } from '../../terminal.js';

interface Options {
  readonly check?: boolean;
  readonly json?: boolean;
}

export function addUpgrade(program: Command): void {
  program
    .command('upgrade')
    .description('bring the database to this release, after checking that it can; processes of the previous release may work meanwhile')
    .option('--check', 'only say what an upgrade to this release would do')
    .option('--json', 'print the findings as JSON')
    .action(upgrade);
}

/** The exit code is 1 when the database cannot be upgraded to this release. */
async function upgrade({ check = false, json = false }: Options): Promise<void> {
  const [{ withStorage }, { findUpgrade }, { findingText }, { createDataSource, migrateDatabase }] = await Promise.all([
    import('../with-storage.js'),
    import('./find-upgrade.js'),
    import('../../doctor/finding-text.js'),
    import('#ledger/database/connect.js'),
  ]);
  await withStorage(async ({ pool, connectionString, config }) => {
    const findings = await findUpgrade(pool, config.databasePool);
    const isPossible = findings.every(({ status }) => status !== 'fail');
    if (json) printJson({ status: isPossible ? 'ok' : 'failing', findings });
    else print(findingText(findings));
    if (!isPossible) process.exitCode = exitCode.failed;
    if (check || !isPossible) return;
    const dataSource = await createDataSource(connectionString).initialize();
    try {
      const done = await migrateDatabase(dataSource, pool);
      if (!json) print(`\n${done.length} migrations have run. Replace one process after the other`);
    } finally {
      await dataSource.destroy();
    }
  }, 'tables of any release');
}
