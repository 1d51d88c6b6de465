import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keys with narrow scopes and addresses, several values of one key while it is rotated, and when each key was used last. */
export class ApiKeys1763601200000 implements MigrationInterface {
  name = 'ApiKeys1763601200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table api_key
        alter column scope drop not null,
        add column areas text[] not null default '{}',
        add column allowed_ips text[] not null default '{}';

      alter table api_key_secret
        drop constraint api_key_secret_pkey,
        drop constraint api_key_secret_digest,
        add primary key (digest),
        add column retires_at timestamptz;
      create index api_key_secret_key on api_key_secret (key_id);

      create table api_key_use (
        key_id uuid primary key,
        last_used_at timestamptz not null
      );
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations of Sluice only go forward; restore a backup instead');
  }
}
