import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A run that had to wait lies in the month in which it was queued, and is charged in the one in which it began. */
export class WhatRetentionAffects1763602346000 implements MigrationInterface {
  name = 'WhatRetentionAffects1763602346000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table retention_month add column affects_until date;
      update retention_month set affects_until = month + interval '2 months' - interval '1 day';
      alter table retention_month alter column affects_until set not null;
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations of Sluice only go forward; restore a backup instead');
  }
}
