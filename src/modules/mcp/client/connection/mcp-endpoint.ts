/** How an MCP server is reached. */
export interface McpEndpoint {
  /** The name of the registration, for messages. */
  readonly name: string;
  readonly url: string;
  /** They contain secrets. */
  readonly headers: Readonly<Record<string, string>>;
  /** Longest time of a call, ms. */
  readonly timeoutMs: number;
}
