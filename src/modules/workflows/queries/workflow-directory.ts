import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { EventStore } from '#ledger/events/event-store.js';
import type { EventMeta } from '#kernel/event.js';
import { isId } from '#kernel/ids.js';
import { workflowStream } from '../domain/workflow.events.js';

export interface WorkflowDescription {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly folderId: string | null;
  readonly deleted: boolean;
}

/** Finds workflows, and describes those of past runs, deleted ones included. It does not check permissions. */
@Injectable()
export class WorkflowDirectory {
  constructor(
    private readonly pool: Pool,
    private readonly store: EventStore,
  ) {}

  /** The workflows with these ids in any order. Unknown ids are left out. */
  async describe(workflowIds: readonly string[]): Promise<readonly WorkflowDescription[]> {
    const { rows } = await this.pool.query<WorkflowDescription>({
      name: 'describe_workflows',
      text: 'select id, name, description, folder_id as "folderId", deleted from workflow where id = any($1::uuid[])',
      values: [workflowIds.filter(isId)],
    });
    return rows;
  }

  /** Who has deleted a workflow, and with which request; empty if it is not deleted. */
  async deletionOf(workflowId: string): Promise<EventMeta> {
    const { rows } = await this.pool.query<{ position: number }>('select position from workflow where id = $1 and deleted', [workflowId]);
    const [last] = rows[0] === undefined ? [] : await this.store.read(workflowStream, workflowId, rows[0].position - 1);
    return last?.meta ?? {};
  }

  /** Those of the ids that are of workflows of the workspace, deleted ones left out. */
  async among(workspaceId: string, workflowIds: readonly string[]): Promise<readonly string[]> {
    const { rows } = await this.pool.query<{ id: string }>({
      name: 'workflows_among',
      text: 'select id from workflow where workspace_id = $1 and id = any($2::uuid[]) and not deleted',
      values: [workspaceId, workflowIds.filter(isId)],
    });
    return rows.map(({ id }) => id);
  }

  /** The ids of the workflows of a workspace that have an active version. */
  async deployed(workspaceId: string): Promise<readonly string[]> {
    const { rows } = await this.pool.query<{ id: string }>({
      name: 'workflows_deployed',
      text: 'select id from workflow where workspace_id = $1 and active_version is not null and not deleted',
      values: [workspaceId],
    });
    return rows.map(({ id }) => id);
  }

  /** The ids of the workflows of a workspace that are directly in one of the folders. */
  async inFolders(workspaceId: string, folderIds: readonly string[]): Promise<readonly string[]> {
    const { rows } = await this.pool.query<{ id: string }>({
      name: 'workflows_in_folders',
      text: 'select id from workflow where workspace_id = $1 and folder_id = any($2::uuid[])',
      values: [workspaceId, folderIds.filter(isId)],
    });
    return rows.map(({ id }) => id);
  }

  /** The workflows of these workspaces whose ids are in a range, deleted ones left out. */
  async between(
    { from, to }: { readonly from: string; readonly to: string },
    workspaceIds: readonly string[],
  ): Promise<readonly { readonly id: string; readonly workspaceId: string }[]> {
    const { rows } = await this.pool.query<{ id: string; workspaceId: string }>({
      name: 'workflows_between',
      text: `select id, workspace_id as "workspaceId" from workflow
             where id between $1 and $2 and workspace_id = any($3::uuid[]) and not deleted`,
      values: [from, to, workspaceIds],
    });
    return rows;
  }

  /** The ids of at most a thousand workflows of a workspace whose names contain a text, ignoring case. */
  async named(workspaceId: string, text: string): Promise<readonly string[]> {
    const { rows } = await this.pool.query<{ id: string }>({
      name: 'workflows_named',
      text: 'select id from workflow where workspace_id = $1 and strpos(lower(name), lower($2)) > 0 limit 1000',
      values: [workspaceId, text],
    });
    return rows.map(({ id }) => id);
  }
}
