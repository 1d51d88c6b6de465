/** The run that uses a capability: whose data it reaches, who pays for what it stores, and who is named for its changes. */
export interface RunIdentity {
  readonly workspaceId: string;
  readonly workflowId: string;
  /** The workflows whose requests led to the run. */
  readonly callChain: readonly string[];
  /** The header `traceparent` of the request that started the run. */
  readonly traceparent?: string;
  readonly executionId: string;
  readonly userId: string;
  readonly accountId: string;
}
