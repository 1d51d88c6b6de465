import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Pool } from 'pg';
import { EventStore } from '#ledger/events/event-store.js';
import { isId } from '#kernel/ids.js';
import type { WorkflowDocument } from '#document/document.js';
import { Deployments, type FoundWorkflow } from '../ports/deployments.js';

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
