import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What organizations demand of the sessions of people. */
export class OrganizationSignIn1763602492000 implements MigrationInterface {
  name = 'OrganizationSignIn1763602492000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table organization_sign_in (
      organization_id uuid primary key,
      require_second_factor boolean not null,
      allow_passwords boolean not null
    )`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations of Sluice only go forward; restore a backup instead');
  }
}
