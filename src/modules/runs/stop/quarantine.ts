import { Injectable } from '@nestjs/common';
import { maxAttempts, maxDeaths, WorkQueue, type ClaimedItem } from '#ledger/work/work-queue.js';
import { Logger } from '#host/logging/logger.js';
import type { ExecutionEvent } from '#engine/execution.events.js';
import { foldExecution, isOver } from '#engine/execution.state.js';

/** Decides whether a run has ended so many processes that it is not driven any more. */
@Injectable()
export class Quarantine {
  constructor(
    private readonly queue: WorkQueue,
    private readonly logger: Logger,
  ) {}

  /** @returns the error with which the run fails; undefined when it may continue */
  async verdictOn(item: ClaimedItem, history: readonly ExecutionEvent[]): Promise<string | undefined> {
    const { id, attempts, deaths, streamId: executionId, workspaceId, workflowId } = item;
    if (deaths < maxDeaths && attempts <= maxAttempts) return undefined;
    const state = foldExecution(history);
    if (state !== undefined && isOver(state)) return undefined;
    if (deaths >= maxDeaths && hasProgressed(history)) {
      await this.queue.pardon(id);
      return undefined;
    }
    const error = verdict(attempts - 1, deaths);
    this.logger.error({ executionId, workspaceId, workflowId, deaths, attempts: attempts - 1 }, error);
    return error;
  }
}

function verdict(attempts: number, deaths: number): string {
  const reason =
    deaths >= maxDeaths ? `${deaths} processes ended while they drove it, and no other run explains this` : 'none of them ended it';
  return `The run was quarantined after ${attempts} attempts: ${reason}. POST /api/workflows/{id}/executions/{executionId}/release continues it`;
}

/** Whether the last process that drove the run has recorded more than its takeover and intents. */
function hasProgressed(history: readonly ExecutionEvent[]): boolean {
  const takenOver = history.findLastIndex(({ type }) => type === 'execution.recovered' || type === 'execution.resumed');
  return takenOver !== -1 && history.slice(takenOver + 1).some(({ type }) => type !== 'execution.effect-intended');
}
