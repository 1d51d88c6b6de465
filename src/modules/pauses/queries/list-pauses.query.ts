import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Pool } from 'pg';
import { CursorSignature } from '#edge/answer/cursor.js';
import { EventStore } from '#ledger/events/event-store.js';
import { requireWorkspace, type Caller } from '#kernel/caller.js';
import { Clock } from '#kernel/clock.js';
import type { Page } from '#kernel/page.js';
import { executionStream } from '#engine/execution.events.js';
import { UserEmails } from '#modules/identity/index.js';
import { RetentionRules } from '#modules/retention/index.js';
import { Deployments, WorkflowDirectory } from '#modules/workflows/index.js';
import { isSameAnswerer } from '../domain/answerers.js';
import type { PausedExecution, PointState, ResumeEntry } from '../domain/pause.state.js';
import { pagePoints, viewerOf } from '../page/page-points.js';
import type { PagePoint } from '../page/pause-page.js';
import { PauseAccounts } from '../store/pause-accounts.js';
import { pausesStatement, type PausesPlace, type QuestionStatus } from './pauses-statement.js';

/** A question of a workspace, with its answers. */
export interface ListedPause extends Pick<PagePoint, 'title' | 'data' | 'fields' | 'status' | 'hindrance'> {
  readonly workflowName: string;
  readonly workflowId: string;
  readonly executionId: string;
  readonly point: PointState['point'];
  readonly answers: PointState['answers'];
  /** How far the run has come with the answer; undefined until the answers are complete. */
  readonly entry: ResumeEntry | undefined;
}

export interface PausesFilter {
  readonly workspaceId: string;
  readonly statuses: readonly QuestionStatus[];
  /** Only open questions that the user of the caller may answer, and others that they have answered. */
  readonly isForCaller: boolean;
}

/** The questions of a workspace, the latest pause first. @throws DomainError forbidden, invalid */
export class ListPauses extends Query<Page<ListedPause>> {
  constructor(
    readonly caller: Caller,
    readonly filter: PausesFilter,
    readonly page: { readonly limit: number; readonly cursor: string | undefined },
  ) {
    super();
  }
}

interface Row {
  readonly id: string;
  readonly execution_id: string;
  readonly workflow_id: string;
  readonly paused_at: Date;
}

/** Names of blocks by the id of their run. */
type Names = (executionId: string) => Promise<ReadonlyMap<string, string>>;

@QueryHandler(ListPauses)
export class ListPausesHandler implements IQueryHandler<ListPauses> {
  constructor(
    private readonly pool: Pool,
    private readonly cursors: CursorSignature,
    private readonly accounts: PauseAccounts,
    private readonly store: EventStore,
    private readonly deployments: Deployments,
    private readonly directory: WorkflowDirectory,
    private readonly emails: UserEmails,
    private readonly retention: RetentionRules,
    private readonly clock: Clock,
  ) {}

  /** Pages are runs: a page has the questions of at most `limit` runs, and none of them may match the filter. */
  async execute({ caller, filter, page: { limit, cursor } }: ListPauses): Promise<Page<ListedPause>> {
    const { workspaceId, statuses, isForCaller } = filter;
    const scope = JSON.stringify(['pauses', workspaceId, statuses, isForCaller]);
    const after = cursor === undefined ? undefined : (this.cursors.openCursor(scope, cursor) as unknown as PausesPlace);
    requireWorkspace(caller, workspaceId, 'read');
    const now = this.clock.iso();
    const shownSince = await this.retention.shownSince(workspaceId);
    const rows = await this.#rows({ workspaceId, statuses, after, limit: limit + 1, shownSince, now });
    const shown = rows.slice(0, limit);
    const viewer = viewerOf(caller, await this.emails.of(caller.userId));
    const workflows = new Map((await this.directory.describe(shown.map((row) => row.workflow_id))).map(({ id, name }) => [id, name]));
    const names = this.#names();
    const questions = await Promise.all(
      shown.map(async ({ execution_id: executionId, workflow_id: workflowId }) => {
        const { state } = await this.accounts.of(executionId, workspaceId);
        if (state === null) return [];
        const workflowName = workflows.get(workflowId) ?? workflowId;
        return pagePoints(state, viewer, { names: await names(executionId), now })
          .filter(({ status }) => statuses.includes(status))
          .flatMap((each) => listed(each, state))
          .filter(({ status, hindrance, answers }) => {
            return !isForCaller || (status === 'open' ? hindrance === null : answers.some((given) => isSameAnswerer(given, viewer)));
          })
          .map((each) => ({ workflowName, workflowId, executionId, ...each }));
      }),
    );
    const last = shown.at(-1);
    const place = last === undefined ? undefined : { pausedAt: last.paused_at.toISOString(), id: last.id };
    const nextCursor = rows.length <= limit || place === undefined ? null : this.cursors.sealCursor(scope, place);
    return { data: questions.flat(), nextCursor };
  }

  /** Blocks of called workflows have no name here: only the first event of a run is read. */
  #names(): Names {
    const known = new Map<string, Promise<ReadonlyMap<string, string>>>();
    return async (executionId) => {
      const [first] = await this.store.read(executionStream, executionId, 0, 1);
      if (first?.type !== 'execution.started') return new Map();
      const { workflowId, deploymentVersion } = first.payload;
      const key = `${workflowId}@${deploymentVersion}`;
      const names = known.get(key) ?? this.#namesIn(workflowId, deploymentVersion);
      known.set(key, names);
      return names;
    };
  }

  async #namesIn(workflowId: string, version: number): Promise<ReadonlyMap<string, string>> {
    const { blocks } = await this.deployments.document(workflowId, version);
    return new Map(Object.values(blocks).map(({ id, name }) => [id, name]));
  }

  async #rows(wanted: Parameters<typeof pausesStatement>[0]): Promise<readonly Row[]> {
    const { rows } = await this.pool.query<Row>(pausesStatement(wanted));
    return rows;
  }
}

function listed(
  { contextId, title, data, fields, status, hindrance }: PagePoint,
  { points, entries }: PausedExecution,
): readonly Omit<ListedPause, 'workflowName' | 'workflowId' | 'executionId'>[] {
  const state = points.get(contextId);
  if (state === undefined) return [];
  const entry = entries.findLast((each) => each.contextId === contextId);
  return [{ title, data, fields, status, hindrance, point: state.point, answers: state.answers, entry }];
}
