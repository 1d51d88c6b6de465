import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { requireReach, type Caller } from '#kernel/caller.js';
import { notFound } from '#kernel/errors.js';
import type { EventMeta } from '#kernel/event.js';
import { BulkJobs, type StoredBulkJob } from '../store/bulk-jobs.js';

/** Stops a bulk job; one that has ended stays as it is. @throws DomainError not-found, the same for an absent and a foreign one; forbidden */
export class StopBulkJob extends Command<StoredBulkJob> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly id: string,
  ) {
    super();
  }
}

@CommandHandler(StopBulkJob)
export class StopBulkJobHandler implements ICommandHandler<StopBulkJob> {
  constructor(private readonly jobs: BulkJobs) {}

  async execute({ caller, meta, id }: StopBulkJob): Promise<StoredBulkJob> {
    const job = await this.jobs.find(id);
    if (job === undefined) throw notFound('Bulk job');
    requireReach(caller, job.workspaceId, 'write', 'Bulk job');
    await this.jobs.stop(id, meta);
    return (await this.jobs.find(id)) ?? job;
  }
}
