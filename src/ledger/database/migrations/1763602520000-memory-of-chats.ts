import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The id with which the workflow and its agents remember a conversation of a chat. Null: it was begun by an earlier release. */
export class MemoryOfChats1763602520000 implements MigrationInterface {
  name = 'MemoryOfChats1763602520000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table chat_conversation add column memory_id text');
  }

  async down(): Promise<void> {
    throw new Error('Migrations of Sluice only go forward; restore a backup instead');
  }
}
