import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EventStore } from '#infrastructure/event-store/event-store.js';
import { Ids } from '#kernel/ids.js';
import type { ExecutionEvent } from '../domain/execution.events.js';
import { restAfter } from '../domain/execution.state.js';
import { DetachedRuns } from '../runtime/detached-runs.js';
import type { ExecutionStart } from '../runtime/execution-start.js';
import { Runs } from '../runtime/runs.js';
import { Starts } from '../runtime/starts.js';
import { Stopping } from '../runtime/stopping.js';
import { claimRefusal, KeyInUse, type Claim } from '../store/claims.js';
import type { StartRequest } from './run-execution.command.js';
import { StreamExecution, type StreamedExecution } from './stream-execution.command.js';

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
    const meta = { actorId: start.userId, keyId: caller.keyId, requestId, ...source };
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
