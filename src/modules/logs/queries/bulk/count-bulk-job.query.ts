import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { requireWorkspace, type Caller } from '#kernel/caller.js';
import { DomainError } from '#kernel/errors.js';
import { RunStore } from '#modules/runs/index.js';
import { ChosenRuns, type BulkRequest } from './chosen-runs.js';

/** How many runs a bulk job would be about. @throws DomainError forbidden; invalid when too many are chosen */
export class CountBulkJob extends Query<number> {
  constructor(
    readonly caller: Caller,
    readonly request: BulkRequest,
  ) {
    super();
  }
}

/** How many runs are looked for at once. */
const atOnce = 10;

@QueryHandler(CountBulkJob)
export class CountBulkJobHandler implements IQueryHandler<CountBulkJob> {
  constructor(
    private readonly chosen: ChosenRuns,
    private readonly runs: RunStore,
  ) {}

  async execute({ caller, request: { workspaceId, action, choice } }: CountBulkJob): Promise<number> {
    requireWorkspace(caller, workspaceId, 'write');
    const ids = await this.chosen.of(caller, choice, action);
    return 'filter' in choice ? ids.length : this.#existing(caller, workspaceId, ids);
  }

  /** Not from the log, which has no queued runs. Two names of one run count once. */
  async #existing(caller: Caller, workspaceId: string, ids: readonly string[]): Promise<number> {
    const found = new Set<string>();
    for (let from = 0; from < ids.length; from += atOnce) {
      const runs = ids.slice(from, from + atOnce).map((id) => this.runs.locate({ caller, id, workspaceId }, 'write'));
      for (const each of await Promise.allSettled(runs)) {
        if (each.status === 'fulfilled') found.add(each.value.executionId);
        else if (!isAbsent(each.reason)) throw each.reason;
      }
    }
    return found.size;
  }
}

function isAbsent(error: unknown): boolean {
  return error instanceof DomainError && error.kind === 'not-found';
}
