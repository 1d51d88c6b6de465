import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Authenticator apps and recovery codes of users. */
export class SecondFactor1763602473000 implements MigrationInterface {
  name = 'SecondFactor1763602473000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table second_factor (
      user_id uuid primary key,
      secret text not null,
      is_on boolean not null,
      last_step integer,
      recovery_codes text[] not null,
      set_at timestamptz not null
    )`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations of Sluice only go forward; restore a backup instead');
  }
}
