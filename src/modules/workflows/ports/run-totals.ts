/** How often workflows have run. A higher module provides it. */
export abstract class RunCounts {
  /** The number of runs by workflow; workflows without runs are absent. A run is counted within seconds. */
  abstract of(workspaceId: string, workflowIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
}

/** When workflows ran last. A higher module provides it. */
export abstract class LastRuns {
  /** The start of the latest run that is kept, by workflow (ISO 8601); workflows without runs are absent. */
  abstract of(workspaceId: string, workflowIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
}
