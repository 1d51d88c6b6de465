import { McpFailure } from '../connection/mcp-failure.js';

/** An MCP server names another authorization server than the one that gave its tokens. It was sent neither a token nor a secret. */
export class IssuerChanged extends McpFailure {
  constructor(name: string, { former, present }: { readonly former: string; readonly present: string }) {
    super(
      'denied',
      `The MCP server ${name} names the authorization server ${present}, and its tokens are of ${former}. Sign in to it again, or register it again, if that is right`,
    );
  }
}

/** One slash at the end makes no difference: addresses have it, and metadata often leave it out. */
export function isSameIssuer(one: string, other: string): boolean {
  return one.replace(/\/$/, '') === other.replace(/\/$/, '');
}
