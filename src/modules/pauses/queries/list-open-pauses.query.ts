import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Pool } from 'pg';
import { CursorSignature } from '#edge/answer/cursor.js';
import { EventStore } from '#ledger/events/event-store.js';
import { requireWorkspace, type Caller } from '#kernel/caller.js';
import { Clock } from '#kernel/clock.js';
import type { Page } from '#kernel/page.js';
import { executionStream } from '#engine/execution.events.js';
import { UserEmails } from '#modules/identity/index.js';
import { Deployments, WorkflowDirectory } from '#modules/workflows/index.js';
import type { PausePoint } from '../domain/pause.events.js';
import { pagePoints } from '../page/page-points.js';
import type { PagePoint } from '../page/pause-page.js';
import { PauseAccounts } from '../store/pause-accounts.js';

/** An open question. */
export interface OpenPause extends Pick<PagePoint, 'title' | 'data' | 'fields' | 'answers' | 'hindrance'> {
  readonly workflowName: string;
  readonly workflowId: string;
  readonly executionId: string;
  readonly point: PausePoint;
}

/** The open questions of a workspace, the latest pause first. @throws DomainError forbidden, invalid */
export class ListOpenPauses extends Query<Page<OpenPause>> {
  constructor(
    readonly caller: Caller,
    readonly workspaceId: string,
    /** Only questions that the user of the caller may answer and has not answered. */
    readonly isForCaller: boolean,
    readonly page: { readonly limit: number; readonly cursor: string | undefined },
  ) {
    super();
  }
}

/** The last run of a page. */
interface Place {
  readonly pausedAt: string;
  readonly id: string;
}

interface Row {
  readonly id: string;
  readonly execution_id: string;
  readonly workflow_id: string;
  readonly paused_at: Date;
}

/** Names of blocks by the id of their run. */
type Names = (executionId: string) => Promise<ReadonlyMap<string, string>>;

@QueryHandler(ListOpenPauses)
export class ListOpenPausesHandler implements IQueryHandler<ListOpenPauses> {
  constructor(
    private readonly pool: Pool,
    private readonly cursors: CursorSignature,
    private readonly accounts: PauseAccounts,
    private readonly store: EventStore,
    private readonly deployments: Deployments,
    private readonly directory: WorkflowDirectory,
    private readonly emails: UserEmails,
    private readonly clock: Clock,
  ) {}

  /** Pages are runs: a page has the questions of at most `limit` runs, and none of them may be for the caller. */
  async execute({ caller, workspaceId, isForCaller, page: { limit, cursor } }: ListOpenPauses): Promise<Page<OpenPause>> {
    const scope = JSON.stringify(['pauses', workspaceId, isForCaller]);
    const after = cursor === undefined ? undefined : (this.cursors.openCursor(scope, cursor) as unknown as Place);
    requireWorkspace(caller, workspaceId, 'read');
    const rows = await this.#rows(workspaceId, after, limit + 1);
    const shown = rows.slice(0, limit);
    const viewer = { by: 'key' as const, caller, email: await this.emails.of(caller.userId) };
    const workflows = new Map((await this.directory.describe(shown.map((row) => row.workflow_id))).map(({ id, name }) => [id, name]));
    const names = this.#names();
    const questions = await Promise.all(
      shown.map(async ({ execution_id: executionId, workflow_id: workflowId }) => {
        const { state } = await this.accounts.of(executionId, workspaceId);
        if (state === null) return [];
        const now = this.clock.now().toISOString();
        return pagePoints(state, viewer, { names: await names(executionId), now })
          .filter(({ status, hindrance }) => status === 'open' && (!isForCaller || hindrance === null))
          .flatMap((each) => {
            const point = state.points.get(each.contextId)?.point;
            const { title, data, fields, answers, hindrance } = each;
            const workflowName = workflows.get(workflowId) ?? workflowId;
            return point === undefined ? [] : [{ workflowName, workflowId, executionId, point, title, data, fields, answers, hindrance }];
          });
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

  async #rows(workspaceId: string, after: Place | undefined, count: number): Promise<readonly Row[]> {
    const { rows } = await this.pool.query<Row>({
      name: after === undefined ? 'list_open_pauses' : 'list_open_pauses_after',
      text: `select id, execution_id, workflow_id, paused_at from paused_execution
             where workspace_id = $1 and status in ('paused', 'partially_resumed')
             ${after === undefined ? '' : 'and (paused_at, id) < ($3, $4)'}
             order by paused_at desc, id desc limit $2`,
      values: [workspaceId, count, ...(after === undefined ? [] : [after.pausedAt, after.id])],
    });
    return rows;
  }
}
