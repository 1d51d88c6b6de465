import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The ledger of usage counts tokens of models beside runs. */
export class UsageOfEmbeddings1763602320000 implements MigrationInterface {
  name = 'UsageOfEmbeddings1763602320000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table usage_entry add tokens bigint not null default 0;
      alter table usage_day add tokens bigint not null default 0;
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations of Sluice only go forward; restore a backup instead');
  }
}
