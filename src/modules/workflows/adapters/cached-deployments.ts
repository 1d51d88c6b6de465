import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Pool } from 'pg';
import { Changes } from '#ledger/projections/changes.js';
import { FreshCache } from '#host/caches/fresh-cache.js';
import { isId } from '#kernel/ids.js';
import { notFound } from '#kernel/errors.js';
import type { WorkflowDocument } from '#document/document.js';
import {
  WorkflowCreated,
  WorkflowDeleted,
  WorkflowDeployed,
  WorkflowDetailsChanged,
  WorkflowUndeployed,
  WorkflowVersionActivated,
} from '../domain/workflow.events.js';
import { Deployments, type FoundWorkflow } from '../ports/deployments.js';
import { Drafts } from '../store/drafts.js';

const decisive = [
  WorkflowCreated.type,
  WorkflowDetailsChanged.type,
  WorkflowDeployed.type,
  WorkflowUndeployed.type,
  WorkflowVersionActivated.type,
  WorkflowDeleted.type,
];

/** Caches deployments, because every start of a run reads them. */
@Injectable()
export class CachedDeployments extends Deployments implements OnModuleDestroy {
  readonly #found = new FreshCache<FoundWorkflow | undefined>({ maxEntries: 10_000 });
  readonly #stopListening: () => void;

  constructor(
    private readonly pool: Pool,
    private readonly drafts: Drafts,
    changes: Changes,
  ) {
    super();
    this.#stopListening = changes.on(decisive, ({ streamId }) => this.#found.forget(streamId));
  }

  onModuleDestroy(): void {
    this.#stopListening();
  }

  find(workflowId: string): Promise<FoundWorkflow | undefined> {
    return this.#found.get(workflowId, () => this.#load(workflowId));
  }

  async hasVersion(workflowId: string, version: number): Promise<boolean> {
    const text = 'select 1 from workflow_version where workflow_id = $1 and version = $2';
    const { rowCount } = await this.pool.query({ name: 'has_workflow_version', text, values: [workflowId, version] });
    return rowCount === 1;
  }

  async draftVersion(workflowId: string): Promise<number> {
    const text = 'select draft_revision as revision from workflow where id = $1 and not deleted';
    const { rows } = await this.pool.query<{ revision: number }>({ name: 'draft_revision', text, values: [workflowId] });
    const [row] = rows;
    if (row === undefined) throw notFound('Workflow');
    return -row.revision;
  }

  async document(workflowId: string, version: number): Promise<WorkflowDocument> {
    if (version < 0) return this.#pinned(workflowId, -version);
    const { rows } = await this.pool.query<{ document: WorkflowDocument }>({
      name: 'get_workflow_version',
      text: 'select document from workflow_version where workflow_id = $1 and version = $2',
      values: [workflowId, version],
    });
    const [row] = rows;
    if (row === undefined) throw new Error(`Workflow ${workflowId} has no version ${version}`);
    return row.document;
  }

  revision(workflowId: string, revision: number): Promise<WorkflowDocument | undefined> {
    return this.drafts.at(workflowId, revision);
  }

  /** The revision of a draft is the position of the event that changed it. */
  async #pinned(workflowId: string, position: number): Promise<WorkflowDocument> {
    const document = await this.drafts.at(workflowId, position);
    if (document === undefined) throw new Error(`Workflow ${workflowId} has no draft ${position}`);
    return document;
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
