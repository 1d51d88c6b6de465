/** How often workflows have run. A higher module provides it. */
export abstract class RunCounts {
  /** The number of runs by workflow; workflows without runs are absent. A run is counted within seconds. */
  abstract of(workspaceId: string, workflowIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
}

/** The latest run of a workflow that is kept. */
export interface LastRun {
  /** ISO 8601. */
  readonly startedAt: string;
  readonly status: 'running' | 'paused' | 'completed' | 'failed' | 'cancelled';
}

/** How and when workflows ran last. A higher module provides it. */
export abstract class LastRuns {
  /** The latest run by workflow; workflows without runs are absent. */
  abstract of(workspaceId: string, workflowIds: readonly string[]): Promise<ReadonlyMap<string, LastRun>>;
}
