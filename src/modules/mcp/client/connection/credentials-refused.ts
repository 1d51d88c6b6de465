import { McpFailure } from './mcp-failure.js';

/** An MCP server does not accept the credentials. It may accept an access token that is renewed. */
export class CredentialsRefused extends McpFailure {
  constructor(message: string, cause: unknown) {
    super('denied', message, false, cause);
  }
}
