import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Pool } from 'pg';
import { EventStore } from '#ledger/events/event-store.js';
import { FreshCache } from '#host/fresh-cache.js';
import { isId } from '#kernel/ids.js';
import type { WorkflowDocument } from '#document/document.js';
import { Deployments, type FoundWorkflow } from '../ports/deployments.js';

/** Caches deployments, because every start of a run reads them. */
@Injectable()
export class CachedDeployments extends Deployments implements OnModuleDestroy {
  readonly #found = new FreshCache<FoundWorkflow | undefined>({ maxEntries: 10_000 });
  readonly #stopListening: () => void;

  constructor(
    private readonly pool: Pool,
    store: EventStore,
  ) {
    super();
    this.#stopListening = store.onAppended((streams) => {
      for (const { streamId } of streams) this.#found.forget(streamId);
    });
  }

  onModuleDestroy(): void {
    this.#stopListening();
  }

  find(workflowId: string): Promise<FoundWorkflow | undefined> {
    return this.#found.get(workflowId, () => this.#load(workflowId));
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
