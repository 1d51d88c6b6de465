import { readFileSync } from 'node:fs';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { projectFile } from '#host/project-file.js';

/** The last migration of the unreleased snapshots. They had 37 migrations, which the baseline replaces. */
export const lastOfSnapshots = 'FiguresOfTheLog1763602349000';

/** The database has the schema of a snapshot that the baseline cannot adopt. */
export class EarlierSnapshot extends Error {}

/** The schema of release 0.1.0. */
export class Baseline1763602350000 implements MigrationInterface {
  name = 'Baseline1763602350000';

  async up(runner: QueryRunner): Promise<void> {
    if (!(await adoptSnapshot(runner)))
      await runner.query(readFileSync(projectFile('src/ledger/database/migrations/1763602350000-baseline.sql'), 'utf8'));
  }

  async down(): Promise<void> {
    throw new Error('Migrations of Sluice only go forward; restore a backup instead');
  }
}

/** @returns whether the database has the schema of 0.1.0 already, because the last snapshot before that release has migrated it */
async function adoptSnapshot(runner: QueryRunner): Promise<boolean> {
  const [found] = (await runner.query(`select to_regclass('run_event') is not null as "hasTables"`)) as [{ hasTables: boolean }];
  if (!found.hasTables) return false;
  const done = (await runner.query('select name from migration')) as readonly { name: string }[];
  if (!done.some(({ name }) => name === lastOfSnapshots)) {
    throw new EarlierSnapshot(
      'The database was made by a snapshot of Sluice that is older than the last one before 0.1.0. Start that last snapshot on it once, or use an empty database.',
    );
  }
  await runner.query('delete from migration');
  return true;
}
