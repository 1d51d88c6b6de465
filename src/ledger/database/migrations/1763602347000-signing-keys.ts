import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The key of the audit log can be followed by another one: the former one says so, and its private half goes. */
export class SigningKeys1763602347000 implements MigrationInterface {
  name = 'SigningKeys1763602347000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table audit_signing_key alter column sealed_key drop not null;
      alter table audit_signing_key add column voucher text;
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations of Sluice only go forward; restore a backup instead');
  }
}
