import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Accounts at providers of OpenID Connect with which users sign in. Sessions of those depend on no password. */
export class UserIdentities1763602478000 implements MigrationInterface {
  name = 'UserIdentities1763602478000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table user_identity (
      id uuid primary key,
      user_id uuid not null,
      provider text not null,
      issuer text not null,
      subject text not null,
      email text not null,
      linked_at timestamptz not null,
      constraint user_identity_subject unique (issuer, subject)
    )`);
    await runner.query('create index user_identity_of on user_identity (user_id)');
    await runner.query('alter table user_session alter column password_id drop not null, add column identity_id uuid');
  }

  async down(): Promise<void> {
    throw new Error('Migrations of Sluice only go forward; restore a backup instead');
  }
}
