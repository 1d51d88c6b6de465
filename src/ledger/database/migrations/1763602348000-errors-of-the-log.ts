import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What most searches are about lies in an index of its own, see docs/adr/0062-log-pages-query-all-months-at-once.md. */
export class ErrorsOfTheLog1763602348000 implements MigrationInterface {
  name = 'ErrorsOfTheLog1763602348000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create index execution_log_errors on execution_log (workspace_id, started_at, id) where level = 'error'`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations of Sluice only go forward; restore a backup instead');
  }
}
