import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Names the person who uploaded a file by a link, without a key. */
export class FileUploaderEmail1763602364000 implements MigrationInterface {
  name = 'FileUploaderEmail1763602364000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table workspace_file add column uploaded_by_email text');
  }

  async down(): Promise<void> {
    throw new Error('Migrations of Sluice only go forward; restore a backup instead');
  }
}
