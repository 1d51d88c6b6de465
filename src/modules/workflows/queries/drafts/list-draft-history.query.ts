import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Pool } from 'pg';
import type { Caller } from '#kernel/caller.js';
import { select } from '#ledger/rows/select.js';
import { historyOf, type DraftDeployment, type HistoryEntry } from '../../domain/edits/history/draft-history.js';
import { workflowVersion } from '../../projections/workflow.entity.js';
import { DraftChanges } from '../../store/draft-changes.js';
import { WorkflowViews } from '../workflow-views.js';

/** A page of the history of a draft in groups. */
export interface DraftHistoryPage {
  /** The entries, newest first. */
  readonly data: readonly HistoryEntry[];
  /** The present revision of the draft. */
  readonly revision: number;
  /** The `before` of the next page; null when there is none. */
  readonly nextBefore: number | null;
}

/** The changes of a draft and its deployments, in groups, newest first. */
export class ListDraftHistory extends Query<DraftHistoryPage> {
  constructor(
    readonly caller: Caller,
    readonly workflowId: string,
    /** Only what happened before this revision; undefined: everything. */
    readonly before: number | undefined,
  ) {
    super();
  }
}

/** Events that are read for a page. */
const pageSize = 500;

@QueryHandler(ListDraftHistory)
export class ListDraftHistoryHandler implements IQueryHandler<ListDraftHistory> {
  constructor(
    private readonly views: WorkflowViews,
    private readonly changes: DraftChanges,
    private readonly pool: Pool,
  ) {}

  async execute({ caller, workflowId, before }: ListDraftHistory): Promise<DraftHistoryPage> {
    const { draftRevision: revision, position } = await this.views.reached(caller, workflowId, 'read');
    const page = await this.changes.before(workflowId, Math.min(position, (before ?? position + 1) - 1), pageSize);
    const entries = historyOf(page.changes, await this.#described(workflowId, page.deployments));
    if (page.after === 0) return { data: entries, revision, nextBefore: null };
    // The oldest entry may have begun earlier. It is on the next page unless it is alone.
    const data = entries.length > 1 ? entries.slice(0, -1) : entries;
    const oldest = data.at(-1);
    return { data, revision, nextBefore: oldest === undefined ? page.after + 1 : firstOf(oldest) };
  }

  /** The deployments with the present names and descriptions of their versions. */
  async #described(workflowId: string, deployments: readonly DraftDeployment[]): Promise<readonly DraftDeployment[]> {
    const numbers = deployments.flatMap(({ version }) => version ?? []);
    if (numbers.length === 0) return deployments;
    const rows = await select(this.pool, workflowVersion, {
      properties: ['version', 'name', 'description'],
      where: { workflowId, version: { in: numbers } },
    });
    const known = new Map(rows.map((row) => [row.version, row]));
    return deployments.map((each) => ({ ...each, ...(each.version === null ? {} : known.get(each.version)) }));
  }
}

function firstOf({ edits, from, to }: HistoryEntry): number {
  return edits === 0 ? to : from + 1;
}
