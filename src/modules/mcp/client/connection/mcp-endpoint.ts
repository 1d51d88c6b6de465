/** How an MCP server is reached. */
export interface McpEndpoint {
  /** The name of the registration, for messages. */
  readonly name: string;
  readonly url: string;
  /** The workspace of the registration. */
  readonly tenant: string;
  /** They contain secrets. */
  readonly headers: Readonly<Record<string, string>>;
  /** The same with another access token, for a server that refuses the present one; absent: there is none. */
  readonly renewed?: () => Promise<McpEndpoint>;
  /** Longest time of a call, and of a silence while the server is asked for its tools, ms. */
  readonly timeoutMs: number;
}
