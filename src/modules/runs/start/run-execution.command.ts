import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EventStore } from '#ledger/events/event-store.js';
import { actorOf } from '#kernel/caller.js';
import { Ids } from '#kernel/ids.js';
import type { ExecutionEvent } from '#engine/execution.events.js';
import { type ExecutionState, restAfter } from '#engine/execution.state.js';
import { Runs } from '../drive/runs.js';
import type { StartRequest } from './start-request.js';
import { Starts, type Granted } from './starts.js';
import { claimRefusal, KeyInUse } from '../store/claims.js';

export interface RunResult {
  /** As the caller knows it: the id that it chose, or ours. */
  readonly executionId: string;
  readonly workspaceId: string;
  readonly state: ExecutionState;
  /** True when the run belongs to an earlier request with the same Idempotency-Key. */
  readonly replayed: boolean;
}

/** Runs a deployed workflow and answers how it ended. */
export class RunExecution extends Command<RunResult> {
  constructor(readonly request: StartRequest) {
    super();
  }
}

@CommandHandler(RunExecution)
export class RunExecutionHandler implements ICommandHandler<RunExecution> {
  constructor(
    private readonly starts: Starts,
    private readonly runs: Runs,
    private readonly store: EventStore,
    private readonly ids: Ids,
  ) {}

  async execute({ request }: RunExecution): Promise<RunResult> {
    const prepared = await this.starts.prepare(request, 'sync');
    if (prepared.kind === 'earlier') return this.#earlier(prepared.run.executionId, prepared.workspaceId, request);
    try {
      return await this.#run(request, prepared);
    } catch (error) {
      throw claimRefusal(error);
    } finally {
      prepared.claim.release();
    }
  }

  async #run(request: StartRequest, { start, claim, leased }: Granted): Promise<RunResult> {
    const executionId = this.ids.next();
    const meta = { ...actorOf(request.caller), requestId: request.requestId, ...request.source };
    const state = await this.runs.begin({ executionId, start, meta, claims: claim.writes(executionId, null), leased });
    if (state === undefined) throw new Error('Only runs of the queue are given back');
    return { executionId: start.callerExecutionId ?? executionId, workspaceId: start.workspaceId, state, replayed: false };
  }

  /** The answer of the first request, told again from the stream of its run: how it first came to rest, whatever became of it since. */
  async #earlier(executionId: string, workspaceId: string, request: StartRequest): Promise<RunResult> {
    const state = restAfter((await this.store.read('run', executionId)) as unknown as ExecutionEvent[], 0);
    const name = request.callerExecutionId ?? executionId;
    if (state === undefined) throw new KeyInUse(name);
    return { executionId: name, workspaceId, state, replayed: true };
  }
}
