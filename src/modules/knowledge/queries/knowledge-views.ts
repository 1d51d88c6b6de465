import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { select, selectOne } from '#ledger/rows/select.js';
import { requireWorkspace, type Caller, type Permission } from '#kernel/caller.js';
import { notFound } from '#kernel/errors.js';
import { isId } from '#kernel/ids.js';
import { Embedder } from '#modules/models/index.js';
import { knowledgeBaseModel, type KnowledgeBaseRow } from '../projections/knowledge-base.entity.js';
import { knowledgeDocumentModel, type KnowledgeDocumentRow } from '../projections/knowledge-document.entity.js';
import type { KnowledgeBaseView } from './views.js';

/** A knowledge base as the caller identifies it. */
export interface KnowledgePlace {
  readonly caller: Caller;
  readonly workspaceId: string;
  readonly knowledgeBaseId: string;
}

/** How documents of a knowledge base are processed. */
export type Processing = Pick<KnowledgeBaseRow, 'chunkingConfig' | 'embeddingModel'>;

interface Counts {
  readonly id: string;
  readonly docs: number;
  readonly tokens: number;
  readonly dimension: number | null;
}

/** The current state of knowledge bases and documents. */
@Injectable()
export class KnowledgeViews {
  constructor(
    private readonly pool: Pool,
    private readonly embedder: Embedder,
  ) {}

  /** @throws DomainError forbidden for the workspace; not-found for a knowledge base that is not in it */
  async base({ caller, workspaceId, knowledgeBaseId }: KnowledgePlace, needed: Permission): Promise<KnowledgeBaseRow> {
    requireWorkspace(caller, workspaceId, needed);
    const [row] = await this.bases(workspaceId, [knowledgeBaseId]);
    if (row === undefined) throw notFound('Knowledge base');
    return row;
  }

  /** How documents of a knowledge base are processed; undefined when it has been deleted. */
  async processingOf(id: string): Promise<Processing | undefined> {
    return selectOne(this.pool, knowledgeBaseModel, { id });
  }

  /** The knowledge bases among the ids that are in the workspace. */
  async bases(workspaceId: string, ids: readonly string[]): Promise<KnowledgeBaseRow[]> {
    const possible = ids.filter((id) => isId(id));
    if (possible.length === 0 || !isId(workspaceId)) return [];
    return select(this.pool, knowledgeBaseModel, { where: { id: { in: possible }, workspaceId } });
  }

  /** @throws DomainError forbidden, not-found */
  async document(place: KnowledgePlace, documentId: string, needed: Permission): Promise<KnowledgeDocumentRow> {
    const { id } = await this.base(place, needed);
    const row = isId(documentId) ? await selectOne(this.pool, knowledgeDocumentModel, { id: documentId, knowledgeBaseId: id }) : undefined;
    if (row === undefined) throw notFound('Document');
    return row;
  }

  /** The knowledge bases of a workspace, newest first. */
  async list(workspaceId: string): Promise<KnowledgeBaseView[]> {
    const rows = await select(this.pool, knowledgeBaseModel, { where: { workspaceId }, order: { createdAt: 'desc', id: 'desc' } });
    return this.counted(rows);
  }

  async ofDeletedWorkspaces(limit: number): Promise<readonly Pick<KnowledgeBaseRow, 'id' | 'workspaceId'>[]> {
    const { rows } = await this.pool.query<Pick<KnowledgeBaseRow, 'id' | 'workspaceId'>>({
      name: 'knowledge_of_deleted_workspaces',
      text: `select b.id, b.workspace_id as "workspaceId" from knowledge_base b join workspace_terms w on w.workspace_id = b.workspace_id
             where w.deleted_at is not null limit $1`,
      values: [limit],
    });
    return rows;
  }

  async counted(rows: readonly KnowledgeBaseRow[]): Promise<KnowledgeBaseView[]> {
    const named = rows.map((row) => row.embeddingModel ?? this.embedder.usual ?? null);
    const { rows: counts } = await this.pool.query<Counts>({
      name: 'count_knowledge',
      text: `select b.id, count(d.id)::int as docs, coalesce(sum(d.token_count), 0)::float8 as tokens,
               (select array_length(c.embedding, 1) from knowledge_chunk c
                where c.knowledge_base_id = b.id and c.embedding_model = b.model limit 1) as dimension
             from unnest($1::uuid[], $2::text[]) b(id, model) left join knowledge_document d on d.knowledge_base_id = b.id
             group by b.id, b.model`,
      values: [rows.map(({ id }) => id), named],
    });
    const byId = new Map(counts.map((each) => [each.id, each]));
    return rows.map((row, at) => {
      const { docs = 0, tokens = 0, dimension = 0 } = byId.get(row.id) ?? {};
      return { ...row, docCount: docs, tokenCount: tokens, embeddingModel: named[at] ?? 'full-text', embeddingDimension: dimension ?? 0 };
    });
  }
}
