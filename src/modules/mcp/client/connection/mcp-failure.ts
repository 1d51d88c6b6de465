import { DomainError, type ErrorKind } from '#kernel/errors.js';

/** Why an MCP server could not be used. *changed*, *missing* and *resting* are our own refusals: the server was not asked. */
export type McpFailureKind =
  | 'blocked'
  | 'redirects'
  | 'unreachable'
  | 'timeout'
  | 'too-large'
  | 'denied'
  | 'unreadable'
  | 'refused'
  | 'changed'
  | 'missing'
  | 'resting';

const errorKinds: Readonly<Record<McpFailureKind, ErrorKind>> = {
  blocked: 'forbidden',
  redirects: 'unprocessable',
  unreachable: 'unprocessable',
  timeout: 'timeout',
  'too-large': 'too-large',
  denied: 'unprocessable',
  unreadable: 'unprocessable',
  refused: 'unprocessable',
  changed: 'conflict',
  missing: 'not-found',
  resting: 'unprocessable',
};

/** A refusal or a failure of an MCP server, in the words of this server. */
export class McpFailure extends DomainError {
  constructor(
    readonly failure: McpFailureKind,
    message: string,
    /** Whether the same request may succeed if it is sent again at once. */
    readonly isPassing = false,
    cause?: unknown,
  ) {
    super(errorKinds[failure], `MCP_${failure.toUpperCase().replace('-', '_')}`, message, { cause });
    this.name = 'McpFailure';
  }
}
