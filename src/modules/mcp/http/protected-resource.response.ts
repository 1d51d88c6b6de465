/** What OAuth clients must know about an MCP server (RFC 9728). */
export interface ProtectedResourceResponse {
  /** The address of the MCP server, which tokens must name as their audience. */
  readonly resource: string;
  /** The issuers whose tokens it takes. */
  readonly authorization_servers: readonly string[];
  /** What tokens must allow. */
  readonly scopes_supported: readonly string[];
  /** How tokens are sent. */
  readonly bearer_methods_supported: readonly string[];
}
