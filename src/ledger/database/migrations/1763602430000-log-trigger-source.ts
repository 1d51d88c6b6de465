import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The log shows the trigger and the delivery that started a run. */
export class LogTriggerSource1763602430000 implements MigrationInterface {
  name = 'LogTriggerSource1763602430000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table execution_log add column trigger_source jsonb');
  }

  async down(): Promise<void> {
    throw new Error('Migrations of Sluice only go forward; restore a backup instead');
  }
}
