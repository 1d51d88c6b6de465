import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { requireReach, type Caller } from '#kernel/caller.js';
import { notFound } from '#kernel/errors.js';
import { BulkJobs, type StoredBulkJob } from '../../store/bulk-jobs.js';

/** A bulk job with its progress. @throws DomainError not-found, the same for an absent and a foreign one; forbidden */
export class GetBulkJob extends Query<StoredBulkJob> {
  constructor(
    readonly caller: Caller,
    readonly id: string,
  ) {
    super();
  }
}

@QueryHandler(GetBulkJob)
export class GetBulkJobHandler implements IQueryHandler<GetBulkJob> {
  constructor(private readonly jobs: BulkJobs) {}

  async execute({ caller, id }: GetBulkJob): Promise<StoredBulkJob> {
    const job = await this.jobs.find(id);
    if (job === undefined) throw notFound('Bulk job');
    requireReach(caller, job.workspaceId, 'read', 'Bulk job');
    return job;
  }
}
