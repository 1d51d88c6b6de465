import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The words of each knowledge base, so that misspelt ones are compared with them and not with whole texts. A word of six letters of which
 * two have changed places shares a quarter of its trigrams: the usual threshold is above that.
 */
export class KnowledgeWords1763602330000 implements MigrationInterface {
  name = 'KnowledgeWords1763602330000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table knowledge_word (
        knowledge_base_id uuid not null,
        word text not null,
        primary key (knowledge_base_id, word)
      );
      insert into knowledge_word
        select distinct c.knowledge_base_id, w.lexeme from knowledge_chunk c, unnest(c.words) w where w.lexeme ~ '^[[:alpha:]]{3,40}$';
    `);
    await runner.query(`
      do $$ begin
        create index knowledge_word_letters on knowledge_word using gin (word gin_trgm_ops);
        create function knowledge_words_like(bases uuid[], given text) returns setof text
          language sql stable set pg_trgm.similarity_threshold = '0.2' as
          'select word from knowledge_word where word % given and knowledge_base_id = any (bases)
           group by word order by similarity(word, given) desc, word limit 50';
      exception when others then
        raise notice 'Without pg_trgm: %', sqlerrm;
      end $$;
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations of Sluice only go forward; restore a backup instead');
  }
}
