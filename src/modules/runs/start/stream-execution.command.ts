import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { actorOf } from '#kernel/caller.js';
import { ActiveRuns } from '../drive/active-runs.js';
import { RunDriver } from '../drive/run-driver.js';
import { Stopping } from '../drive/stopping.js';
import { RunStore } from '../find/run-store.js';
import { Starts, type Granted } from './starts.js';
import { KeyInUse } from '../store/claims.js';
import type { StartRequest } from './start-request.js';

export interface StreamedExecution {
  /** Our id of the run, even if the caller chose one. */
  readonly executionId: string;
  /** The id by which the first request knows the run: its own, or ours. */
  readonly knownAs: string;
  /** True when the run belongs to an earlier request with the same Idempotency-Key. */
  readonly replayed: boolean;
}

/**
 * Starts a run that its caller follows. The first event is durable when the command returns; from then on the run needs no caller.
 * A repeated request gets the run once it rests, or at once when the response is the id alone (`respondsAtOnce`).
 */
export class StreamExecution extends Command<StreamedExecution> {
  constructor(
    readonly request: StartRequest,
    readonly respondsAtOnce = false,
  ) {
    super();
  }
}

@CommandHandler(StreamExecution)
export class StreamExecutionHandler implements ICommandHandler<StreamExecution> {
  constructor(
    private readonly starts: Starts,
    private readonly driver: RunDriver,
    private readonly active: ActiveRuns,
    private readonly stopping: Stopping,
    private readonly runs: RunStore,
  ) {}

  async execute({ request, respondsAtOnce }: StreamExecution): Promise<StreamedExecution> {
    const prepared = await this.starts.prepare(request, 'stream');
    if (prepared.kind === 'earlier') return this.#earlier(prepared.run.executionId, respondsAtOnce);
    try {
      const executionId = await this.#startDetached(request, prepared);
      return { executionId, knownAs: request.callerExecutionId ?? executionId, replayed: false };
    } catch (error) {
      throw await prepared.refusal(error);
    } finally {
      prepared.claim.release();
    }
  }

  async #startDetached({ caller, requestId, source, beginning }: StartRequest, { executionId, start, claim }: Granted): Promise<string> {
    const meta = { ...actorOf(caller), requestId, ...source };
    const { promise: durable, resolve } = Promise.withResolvers<void>();
    const claims = [...claim.writes(executionId, null), ...(beginning?.writes?.(executionId, start) ?? [])];
    const run = this.driver.start({ executionId, start, meta, claims, draining: this.stopping.signal, onDurable: resolve });
    await Promise.race([durable, run]);
    this.active.detach(executionId, run);
    return executionId;
  }

  /** Until the first pause or end of the run, a response with its result belongs to the first request. */
  async #earlier(executionId: string, respondsAtOnce: boolean): Promise<StreamedExecution> {
    const isReady = respondsAtOnce || (await this.runs.firstRest(executionId)) !== undefined;
    const knownAs = await this.runs.nameFor(executionId);
    if (!isReady) throw new KeyInUse(knownAs);
    return { executionId, knownAs, replayed: true };
  }
}
