import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { SecretBox } from '#host/secrets/secret-box.js';
import { LeaseLost } from '#ledger/events/event-store.js';
import { actorOf } from '#kernel/caller.js';
import type { ExecutionState } from '#engine/execution.state.js';
import { ActiveRuns } from '../drive/active-runs.js';
import { RunDriver } from '../drive/run-driver.js';
import { RunStore } from '../find/run-store.js';
import { ContinuesElsewhere } from '../watch/continues-elsewhere.js';
import type { StartRequest } from './start-request.js';
import { Starts, type Granted } from './starts.js';
import { openedState } from '../jobs/sealed-output.js';
import { KeyInUse } from '../store/claims.js';

export interface RunResult {
  /** The id under which the caller knows the run: the id that the caller chose, or ours. */
  readonly executionId: string;
  readonly workspaceId: string;
  readonly state: ExecutionState;
  /** True when the run belongs to an earlier request with the same Idempotency-Key. */
  readonly replayed: boolean;
}

/** Runs a deployed workflow until it ends or pauses. */
export class RunExecution extends Command<RunResult> {
  constructor(readonly request: StartRequest) {
    super();
  }
}

@CommandHandler(RunExecution)
export class RunExecutionHandler implements ICommandHandler<RunExecution> {
  constructor(
    private readonly starts: Starts,
    private readonly driver: RunDriver,
    private readonly active: ActiveRuns,
    private readonly runs: RunStore,
    private readonly box: SecretBox,
  ) {}

  async execute({ request }: RunExecution): Promise<RunResult> {
    const prepared = await this.starts.prepare(request, 'sync');
    if (prepared.kind === 'earlier') return this.#earlier(prepared.run.executionId, prepared.workspaceId);
    try {
      return await this.#run(request, prepared);
    } catch (error) {
      throw await prepared.refusal(error);
    } finally {
      prepared.claim.release();
    }
  }

  async #run(request: StartRequest, { executionId, start, claim, onLeased }: Granted): Promise<RunResult> {
    const name = start.callerExecutionId ?? executionId;
    const meta = { ...actorOf(request.caller), requestId: request.requestId, ...request.source };
    const { gone, onRecorded } = request.watcher ?? {};
    const driving = this.driver.start({ executionId, start, meta, claims: claim.writes(executionId, null), onLeased, onRecorded });
    const cancel = (): void => void this.active.cancel(executionId);
    gone?.addEventListener('abort', cancel, { once: true });
    if (gone?.aborted === true) cancel();
    const state = await driving
      .catch((error: unknown) => {
        throw error instanceof LeaseLost ? new ContinuesElsewhere(name) : error;
      })
      .finally(() => gone?.removeEventListener('abort', cancel));
    if (state === undefined) throw new ContinuesElsewhere(name);
    return { executionId: name, workspaceId: start.workspaceId, state: openedState(state, this.box, executionId), replayed: false };
  }

  /** The answer of the first request, read from the stream of its run: its state at its first pause or end. */
  async #earlier(executionId: string, workspaceId: string): Promise<RunResult> {
    const state = await this.runs.firstRest(executionId);
    const name = await this.runs.nameFor(executionId);
    if (state === undefined) throw new KeyInUse(name);
    return { executionId: name, workspaceId, state: openedState(state, this.box, executionId), replayed: true };
  }
}
