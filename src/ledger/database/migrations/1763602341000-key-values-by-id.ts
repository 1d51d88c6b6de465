import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A value of a key has an id of its own: its digest changes with the encryption key, also while somebody is about to end the value. */
export class KeyValuesById1763602341000 implements MigrationInterface {
  name = 'KeyValuesById1763602341000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table api_key_secret
        add column id uuid not null default gen_random_uuid(),
        drop constraint api_key_secret_pkey,
        add primary key (id),
        add constraint api_key_secret_digest unique (digest);
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations of Sluice only go forward; restore a backup instead');
  }
}
