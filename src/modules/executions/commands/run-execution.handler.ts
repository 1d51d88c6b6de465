import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EventStore } from '#infrastructure/event-store/event-store.js';
import { Ids } from '#kernel/ids.js';
import type { ExecutionEvent } from '../domain/execution.events.js';
import { restAfter } from '../domain/execution.state.js';
import { claimRefusal, KeyInUse } from '../store/claims.js';
import { Runs } from '../runtime/runs.js';
import { Starts, type Granted } from '../runtime/starts.js';
import { RunExecution, type RunResult, type StartRequest } from './run-execution.command.js';

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
    const meta = { actorId: start.userId, keyId: request.caller.keyId, requestId: request.requestId, ...request.source };
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
