import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { EventStore } from '#ledger/events/event-store.js';
import { Clock } from '#kernel/clock.js';
import { notFound } from '#kernel/errors.js';
import { foldExecution, type ExecutionState } from '#engine/execution.state.js';
import { RunStore } from '#modules/runs/index.js';
import { workflowsIn } from '#engine/trace/spans.js';
import { executionStream, type ExecutionEvent } from '#engine/execution.events.js';
import { Deployments, WorkflowDirectory } from '#modules/workflows/index.js';
import { type PageViewer, pagePoints } from '../page/page-points.js';
import type { PausePage } from '../page/pause-page.js';
import { PauseAccounts } from '../store/pause-accounts.js';

/** The questions of a run, for the page. */
export type PausePageView = Pick<PausePage, 'workflowName' | 'executionId' | 'status' | 'points'> & { readonly workspaceId: string };

/** @throws DomainError not-found, the same for an absent and a foreign run, and for a run without this question; forbidden */
export class GetPausePage extends Query<PausePageView> {
  constructor(
    readonly workflowId: string,
    /** Our id of the run or, with a key, the id that its caller chose. */
    readonly executionId: string,
    readonly viewer: PageViewer,
  ) {
    super();
  }
}

@QueryHandler(GetPausePage)
export class GetPausePageHandler implements IQueryHandler<GetPausePage> {
  constructor(
    private readonly runs: RunStore,
    private readonly accounts: PauseAccounts,
    private readonly store: EventStore,
    private readonly deployments: Deployments,
    private readonly directory: WorkflowDirectory,
    private readonly clock: Clock,
  ) {}

  async execute({ workflowId, executionId: id, viewer }: GetPausePage): Promise<PausePageView> {
    const run =
      'caller' in viewer ? await this.runs.find({ caller: viewer.caller, workflowId, id }, 'read') : await this.runs.known(workflowId, id);
    const { executionId, workspaceId } = run;
    const { state: account } = await this.accounts.of(executionId, workspaceId);
    const events = await this.store.read(executionStream, executionId);
    const state = foldExecution(events);
    if (account === null || state === undefined) throw notFound('Paused execution');
    const points = pagePoints(account, viewer, { names: await this.#names(events), now: this.clock.now().toISOString() });
    if (points.length === 0) throw notFound('Pause context');
    const [workflow] = await this.directory.describe([workflowId]);
    return { workflowName: workflow?.name ?? workflowId, workspaceId, executionId, status: statusOf(state), points };
  }

  async #names(events: readonly ExecutionEvent[]): Promise<ReadonlyMap<string, string>> {
    const documents = await Promise.all(
      workflowsIn(events).map(({ workflowId, version }) => this.deployments.document(workflowId, version)),
    );
    return new Map(documents.flatMap(({ blocks }) => Object.values(blocks).map(({ id, name }) => [id, name] as const)));
  }
}

function statusOf({ status }: ExecutionState): PausePage['status'] {
  return status === 'paused' ? 'waiting' : status;
}
