import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { requireWorkspace, type Caller } from '#kernel/caller.js';
import { invalidField, notFound } from '#kernel/errors.js';
import type { EventMeta } from '#kernel/event.js';
import { ChosenRuns, type BulkRequest } from '../queries/bulk/chosen-runs.js';
import { BulkJobs, type StoredBulkJob } from '../store/bulk-jobs.js';

/**
 * Begins to cancel or to replay many runs.
 * @throws DomainError forbidden; invalid when no run, or too many, are chosen; conflict while another bulk job of the workspace runs
 */
export class RequestBulkJob extends Command<StoredBulkJob> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly request: BulkRequest,
  ) {
    super();
  }
}

@CommandHandler(RequestBulkJob)
export class RequestBulkJobHandler implements ICommandHandler<RequestBulkJob> {
  constructor(
    private readonly runs: ChosenRuns,
    private readonly jobs: BulkJobs,
  ) {}

  async execute({ caller, meta, request: { workspaceId, action, choice } }: RequestBulkJob): Promise<StoredBulkJob> {
    requireWorkspace(caller, workspaceId, 'write');
    const executionIds = await this.runs.of(caller, choice, action);
    if (executionIds.length === 0) throw invalidField([], `The filters match no run that can be ${past[action.type]}`);
    const stored = await this.jobs.find(await this.jobs.add({ workspaceId, action, executionIds, meta }));
    if (stored === undefined) throw notFound('Bulk job');
    return stored;
  }
}

const past = { cancel: 'cancelled', replay: 'replayed' } as const;
