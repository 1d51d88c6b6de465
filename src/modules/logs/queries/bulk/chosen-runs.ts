import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import { invalidField } from '#kernel/errors.js';
import type { BulkAction } from '../../domain/bulk-job.events.js';
import type { LogStatus } from '../../projections/log-status.js';
import { ListLogs } from '../list-logs.query.js';
import type { LogFilter } from '../pages/log-filter.js';

/** How many runs a filter may match. Their ids are stored with the request. */
const mostFound = 5_000;

/** Which runs a bulk job is about: these, or those that match. */
export type BulkChoice = { readonly executionIds: readonly string[] } | { readonly filter: LogFilter };

/** What a caller wants to be done to many runs of a workspace. */
export interface BulkRequest {
  readonly workspaceId: string;
  readonly action: BulkAction;
  readonly choice: BulkChoice;
}

/** The statuses in which a run can be cancelled or replayed. */
const takenStatuses: Readonly<Record<BulkAction['type'], readonly LogStatus[]>> = {
  cancel: ['running', 'paused'],
  replay: ['completed', 'failed', 'cancelled'],
};

/** Finds the runs of a bulk job. */
@Injectable()
export class ChosenRuns {
  constructor(private readonly queries: QueryBus) {}

  /**
   * The ids of the chosen runs, each once: as they were named, or the oldest run first.
   * @throws DomainError forbidden for the workspace of a filter; invalid when a filter matches too many
   */
  async of(caller: Caller, choice: BulkChoice, { type }: BulkAction): Promise<readonly string[]> {
    if ('executionIds' in choice) return [...new Set(choice.executionIds)];
    const wanted = takenStatuses[type];
    const { statuses = wanted } = choice.filter;
    const filter = { ...choice.filter, statuses: statuses.filter((status) => wanted.includes(status)) };
    if (filter.statuses.length === 0) return [];
    const include = { workflow: false, traceSpans: false, finalOutput: false };
    const found: string[] = [];
    for (let cursor: string | undefined, isFirst = true; isFirst || cursor !== undefined; isFirst = false) {
      const page = await this.queries.execute(new ListLogs(caller, filter, { limit: 1000, order: 'asc', cursor }, include));
      found.push(...page.data.map(({ id }) => id));
      if (found.length > mostFound) throw tooMany();
      cursor = page.nextCursor ?? undefined;
    }
    return found;
  }
}

function tooMany(): Error {
  const most = mostFound.toLocaleString('en');
  return invalidField([], `The filters match more than ${most} runs. Choose a shorter time between startDate and endDate`, 'out_of_range');
}
