/** Facts about a run that its start may output. They come from the server; a caller can neither set nor change them. */
export type RunMetadata = {
  /** Null when no user started the run. */
  readonly userEmail: string | null;
  readonly workspaceId: string;
  readonly workflowId: string;
  readonly executionId: string;
  /** The trigger of the run: `api`, `chat`, `schedule` … */
  readonly executionType: string;
  readonly executionMode: 'sync' | 'async' | 'stream';
  /** ISO 8601. */
  readonly startTime: string;
};
