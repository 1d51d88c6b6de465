import { Injectable } from '@nestjs/common';
import { OtherJobs, type OtherJob } from '#modules/runs/index.js';
import { DeliveryReplays } from '../../store/deliveries/delivery-replays.js';

/** Bulk replays, shown as jobs. */
@Injectable()
export class ReplayJobs extends OtherJobs {
  constructor(private readonly replays: DeliveryReplays) {
    super();
  }

  async find(jobId: string): Promise<OtherJob | undefined> {
    const replay = await this.replays.find(jobId);
    if (replay === undefined) return undefined;
    const { workspaceId, status, requestedAt, endedAt, found, replayed, refused } = replay;
    return {
      workspaceId,
      status: status === 'running' ? 'processing' : status,
      startedAt: requestedAt,
      completedAt: endedAt,
      progress: { found, replayed, refused },
    };
  }
}
