import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A knowledge base may name the model of a provider for its embeddings. */
export class KnowledgeEmbeddingModel1763602427000 implements MigrationInterface {
  name = 'KnowledgeEmbeddingModel1763602427000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table knowledge_base add column embedding_model text');
  }

  async down(): Promise<void> {
    throw new Error('Migrations of Sluice only go forward; restore a backup instead');
  }
}
