import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A value that tells a wrong encryption key at the start. The first start of a release with this table writes it. */
export class EncryptionKeyCheck1763602354000 implements MigrationInterface {
  name = 'EncryptionKeyCheck1763602354000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table encryption_key_check (id integer primary key check (id = 1), sealed text not null)`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations of Sluice only go forward; restore a backup instead');
  }
}
