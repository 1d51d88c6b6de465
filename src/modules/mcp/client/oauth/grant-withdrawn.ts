import { McpFailure } from '../connection/mcp-failure.js';

/** The authorization server gives nothing more for a grant, such as a refresh token that was withdrawn: a person has to sign in again. */
export class GrantWithdrawn extends McpFailure {
  constructor(message: string, cause: unknown) {
    super('denied', message, false, cause);
  }
}
