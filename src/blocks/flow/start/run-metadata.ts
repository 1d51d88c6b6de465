/** What a start may tell about its run. It comes from the server; a caller can neither set nor change it. */
export type RunMetadata = {
  /** Null when nobody is behind the run. */
  readonly userEmail: string | null;
  readonly workspaceId: string;
  readonly workflowId: string;
  readonly executionId: string;
  /** What started the run: `api`, `chat`, `schedule` … */
  readonly executionType: string;
  readonly executionMode: 'sync' | 'async' | 'stream';
  /** ISO 8601. */
  readonly startTime: string;
};
