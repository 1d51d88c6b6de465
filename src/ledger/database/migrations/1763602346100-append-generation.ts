import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Rises whenever an inline view gets another meaning; each append says which one it writes for. */
export class AppendGeneration1763602346100 implements MigrationInterface {
  name = 'AppendGeneration1763602346100';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table append_generation (
        id int primary key check (id = 1),
        generation int not null
      );
      insert into append_generation (id, generation) values (1, 0);
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations of Sluice only go forward; restore a backup instead');
  }
}
