import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Knowledge bases, their documents, and the chunks that are searched. Words that are spelt almost right are found where the database has
 * pg_trgm, or lets it be added; without it everything else works.
 */
export class Knowledge1763602000000 implements MigrationInterface {
  name = 'Knowledge1763602000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table knowledge_base (
        id uuid primary key,
        workspace_id uuid not null,
        name text not null,
        description text not null,
        chunking_config json not null,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        constraint knowledge_base_name unique (workspace_id, name)
      );

      create table knowledge_document (
        id uuid primary key,
        position int not null,
        knowledge_base_id uuid not null,
        filename text not null,
        mime_type text not null,
        file_size int not null,
        enabled boolean not null,
        tags json not null,
        status text not null,
        error text,
        run int not null,
        searchable_run int not null,
        embedding_model text,
        chunk_count int not null,
        token_count int not null,
        character_count int not null,
        uploaded_by text not null,
        created_at timestamptz not null,
        started_at timestamptz,
        completed_at timestamptz,
        constraint knowledge_document_filename unique (knowledge_base_id, filename)
      );
      create index knowledge_document_newest on knowledge_document (knowledge_base_id, created_at desc, filename, id);

      create table ended_knowledge_document (document_id uuid primary key);

      create table knowledge_chunk (
        document_id uuid not null,
        run int not null,
        chunk_index int not null,
        knowledge_base_id uuid not null,
        content text not null,
        token_count int not null,
        words tsvector generated always as (to_tsvector('english', content)) stored,
        embedding_model text,
        embedding real[],
        primary key (document_id, run, chunk_index)
      );
      alter table knowledge_chunk alter column embedding set storage external;
      create index knowledge_chunk_base on knowledge_chunk (knowledge_base_id);
      create index knowledge_chunk_words on knowledge_chunk using gin (words);

      create table knowledge_upload (effect_key text primary key, document_id uuid not null);
    `);
    await runner.query(`
      do $$ begin
        create extension if not exists pg_trgm;
        create index knowledge_chunk_letters on knowledge_chunk using gin (content gin_trgm_ops);
      exception when others then
        raise notice 'Without pg_trgm: %', sqlerrm;
      end $$;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table knowledge_base, knowledge_document, ended_knowledge_document, knowledge_chunk, knowledge_upload');
  }
}
