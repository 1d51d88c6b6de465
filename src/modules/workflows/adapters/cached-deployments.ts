import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Pool } from 'pg';
import { EventStore } from '#ledger/events/event-store.js';
import { isId } from '#kernel/ids.js';
import type { WorkflowDocument } from '#document/document.js';
import { Deployments, type FoundWorkflow, type WorkflowDescription } from '../ports/deployments.js';

const oldestMs = 750;

/** Caches deployments, because every start of a run reads them. */
@Injectable()
export class CachedDeployments extends Deployments implements OnModuleDestroy {
  readonly #found = new LRUCache<string, Promise<FoundWorkflow | undefined>>({ max: 10_000, ttl: oldestMs });
  readonly #stopListening: () => void;

  constructor(
    private readonly pool: Pool,
    store: EventStore,
  ) {
    super();
    this.#stopListening = store.onAppended((streams) => {
      for (const { streamId } of streams) this.#found.delete(streamId);
    });
  }

  onModuleDestroy(): void {
    this.#stopListening();
  }

  find(workflowId: string): Promise<FoundWorkflow | undefined> {
    const known = this.#found.get(workflowId);
    if (known !== undefined) return known;
    // The promise is cached, so that concurrent callers share one query. Its age counts from the start of the query.
    const loading = this.#load(workflowId);
    this.#found.set(workflowId, loading);
    loading.catch(() => {
      if (this.#found.peek(workflowId) === loading) this.#found.delete(workflowId);
    });
    return loading;
  }

  async document(workflowId: string, version: number): Promise<WorkflowDocument> {
    const { rows } = await this.pool.query<{ document: WorkflowDocument }>({
      name: 'get_workflow_version',
      text: 'select document from workflow_version where workflow_id = $1 and version = $2',
      values: [workflowId, version],
    });
    const [row] = rows;
    if (row === undefined) throw new Error(`Workflow ${workflowId} has no version ${version}`);
    return row.document;
  }

  async describe(workflowIds: readonly string[]): Promise<readonly WorkflowDescription[]> {
    const { rows } = await this.pool.query<WorkflowDescription>({
      name: 'describe_workflows',
      text: 'select id, name, description, folder_id as "folderId", deleted from workflow where id = any($1::uuid[])',
      values: [workflowIds.filter(isId)],
    });
    return rows;
  }

  async inFolders(workspaceId: string, folderIds: readonly string[]): Promise<readonly string[]> {
    const { rows } = await this.pool.query<{ id: string }>({
      name: 'workflows_in_folders',
      text: 'select id from workflow where workspace_id = $1 and folder_id = any($2::uuid[])',
      values: [workspaceId, folderIds.filter(isId)],
    });
    return rows.map(({ id }) => id);
  }

  async named(workspaceId: string, text: string): Promise<readonly string[]> {
    const { rows } = await this.pool.query<{ id: string }>({
      name: 'workflows_named',
      text: 'select id from workflow where workspace_id = $1 and strpos(lower(name), lower($2)) > 0 limit 1000',
      values: [workspaceId, text],
    });
    return rows.map(({ id }) => id);
  }

  async #load(workflowId: string): Promise<FoundWorkflow | undefined> {
    if (!isId(workflowId)) return undefined;
    const { rows } = await this.pool.query<FoundWorkflow>({
      name: 'find_deployment',
      text: `select id, workspace_id as "workspaceId", name, active_version as "activeVersion"
             from workflow where id = $1 and not deleted`,
      values: [workflowId],
    });
    return rows[0];
  }
}
