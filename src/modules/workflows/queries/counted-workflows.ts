import { Injectable, Optional } from '@nestjs/common';
import { LastRuns, RunCounts } from '../ports/run-totals.js';
import type { CountedView, WorkflowView } from './views.js';

/** Adds to workflows how often and when they ran. */
@Injectable()
export class CountedWorkflows {
  constructor(
    @Optional() private readonly counts?: RunCounts,
    @Optional() private readonly last?: LastRuns,
  ) {}

  /** `views` are workflows of one workspace. */
  async of<View extends WorkflowView>(workspaceId: string, views: readonly View[]): Promise<readonly (View & CountedView)[]> {
    const ids = views.map(({ id }) => id);
    if (ids.length === 0) return [];
    const [counts, last] = await Promise.all([this.counts?.of(workspaceId, ids), this.last?.of(workspaceId, ids)]);
    return views.map((view) => {
      const { startedAt: lastRunAt = null, status: lastRunStatus = null } = last?.get(view.id) ?? {};
      return { ...view, runCount: counts?.get(view.id) ?? 0, lastRunAt, lastRunStatus };
    });
  }
}
