import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EventStore } from '#ledger/events/event-store.js';
import { actorOf } from '#kernel/caller.js';
import { Ids } from '#kernel/ids.js';
import type { ExecutionEvent } from '#engine/execution.events.js';
import { restAfter } from '#engine/execution.state.js';
import { DetachedRuns } from '../resume/detached-runs.js';
import type { ExecutionStart } from './execution-start.js';
import { Runs } from '../drive/runs.js';
import { Starts } from './starts.js';
import { Stopping } from '../stop/stopping.js';
import { claimRefusal, KeyInUse, type Claim } from '../store/claims.js';
import type { StartRequest } from './start-request.js';

export interface StreamedExecution {
  /** Ours, whatever the caller calls it. */
  readonly executionId: string;
  /** True when the run belongs to an earlier request with the same Idempotency-Key. */
  readonly replayed: boolean;
}

/** Begins a run whose caller watches it. Its first event is durable when it answers; from then on it needs no caller. */
export class StreamExecution extends Command<StreamedExecution> {
  constructor(readonly request: StartRequest) {
    super();
  }
}

@CommandHandler(StreamExecution)
export class StreamExecutionHandler implements ICommandHandler<StreamExecution> {
  constructor(
    private readonly starts: Starts,
    private readonly runs: Runs,
    private readonly detached: DetachedRuns,
    private readonly stopping: Stopping,
    private readonly store: EventStore,
    private readonly ids: Ids,
  ) {}

  async execute({ request }: StreamExecution): Promise<StreamedExecution> {
    const prepared = await this.starts.prepare(request, 'stream');
    if (prepared.kind === 'earlier') return this.#earlier(prepared.run.executionId, request);
    try {
      return { executionId: await this.#begin(request, prepared.start, prepared.claim), replayed: false };
    } catch (error) {
      throw claimRefusal(error);
    } finally {
      prepared.claim.release();
    }
  }

  async #begin({ caller, requestId, source }: StartRequest, start: ExecutionStart, claim: Claim): Promise<string> {
    const executionId = this.ids.next();
    const meta = { ...actorOf(caller), requestId, ...source };
    const { promise: begun, resolve } = Promise.withResolvers<void>();
    const claims = claim.writes(executionId, null);
    const run = this.runs.begin({ executionId, start, meta, claims, draining: this.stopping.signal, begun: resolve });
    await Promise.race([begun, run]);
    this.detached.add(executionId, run);
    return executionId;
  }

  /** Until the run first rests, the first request is the one that is told of it. */
  async #earlier(executionId: string, { callerExecutionId }: StartRequest): Promise<StreamedExecution> {
    const state = restAfter((await this.store.read('run', executionId)) as unknown as ExecutionEvent[], 0);
    if (state === undefined) throw new KeyInUse(callerExecutionId ?? executionId);
    return { executionId, replayed: true };
  }
}
