import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Each figure tells of the other one and of the level, see docs/adr/0062-log-pages-query-all-months-at-once.md. */
export class FiguresOfTheLog1763602349000 implements MigrationInterface {
  name = 'FiguresOfTheLog1763602349000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index execution_log_duration;
      drop index execution_log_cost;
      create index execution_log_duration on execution_log (workspace_id, duration_ms, cost, level);
      create index execution_log_cost on execution_log (workspace_id, cost, duration_ms, level);
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations of Sluice only go forward; restore a backup instead');
  }
}
