import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who follows the keys of a column finds the rows in the index: not every key is looked up in its table before its row is. */
export class KeysNameTheirRows1763602310000 implements MigrationInterface {
  name = 'KeysNameTheirRows1763602310000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table table_key drop constraint table_key_value;
      alter table table_key add constraint table_key_value primary key (table_id, column_id, key, tie) include (row_id);
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations of Sluice only go forward; restore a backup instead');
  }
}
