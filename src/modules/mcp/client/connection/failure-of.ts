import { OutboundFailure, type OutboundFailureKind } from '#world/outbound/outbound-http.js';
import { InfrastructureFault } from '#kernel/errors.js';
import type { McpEndpoint } from './mcp-endpoint.js';
import { CredentialsRefused } from './credentials-refused.js';
import { McpFailure, type McpFailureKind } from './mcp-failure.js';

const mostTextLength = 500;
/** How many pages of a list of tools are read. */
export const mostListPages = 50;

const outboundKinds: Readonly<Record<Exclude<OutboundFailureKind, 'aborted'>, readonly [kind: McpFailureKind, isPassing: boolean]>> = {
  invalid: ['unreadable', false],
  blocked: ['blocked', false],
  timeout: ['timeout', true],
  'too-large': ['too-large', false],
  network: ['unreachable', true],
  redirects: ['redirects', false],
};

interface Circumstances {
  /** The first failure of an exchange: the library has other words for it. */
  readonly outbound: OutboundFailure | undefined;
  readonly wasAborted: boolean;
}

/** What a failure of the library means, without headers and without bodies of answers. */
export function failureOf(
  error: unknown,
  { name, headers }: Pick<McpEndpoint, 'name' | 'headers'>,
  { outbound, wasAborted }: Circumstances,
): unknown {
  if (error instanceof McpFailure || error instanceof InfrastructureFault) return error;
  if (outbound !== undefined && outbound.kind !== 'aborted') {
    const [kind, isPassing] = outboundKinds[outbound.kind];
    return new McpFailure(kind, `The MCP server ${name} cannot be used: ${outbound.message}`, isPassing, error);
  }
  if (wasAborted) return error;
  const { code, status } = factsOf(error);
  if (status !== undefined) return answeredWith(status, name, error);
  if (code === 'REQUEST_TIMEOUT') return new McpFailure('timeout', `The MCP server ${name} did not answer in time`, true, error);
  if (code === 'LIST_PAGINATION_EXCEEDED') {
    return new McpFailure('too-large', `The MCP server ${name} has a list of tools of more than ${mostListPages} pages`, false, error);
  }
  if (code === 'UNSUPPORTED_RESULT_TYPE') {
    return new McpFailure('refused', `The MCP server ${name} asks for input of a person, and runs cannot give it`, false, error);
  }
  if (typeof code === 'number') {
    const said = hidden(error instanceof Error ? error.message : '', headers);
    return new McpFailure('refused', `The MCP server ${name} refused the request (${code}): ${said}`, false, error);
  }
  return new McpFailure('unreadable', `The MCP server ${name} answered with something that is not MCP`, false, error);
}

function answeredWith(status: number, name: string, cause: unknown): McpFailure {
  const said = `The MCP server ${name} answered with status ${status}`;
  const advice = `${said}: check its headers and its credentials`;
  if (status === 401) return new CredentialsRefused(advice, cause);
  if (status === 403) return new McpFailure('denied', advice, false, cause);
  return new McpFailure(status >= 500 || status === 429 ? 'unreachable' : 'unreadable', said, status >= 500 || status === 429, cause);
}

function factsOf(error: unknown): { readonly code?: unknown; readonly status?: number } {
  if (typeof error !== 'object' || error === null) return {};
  const { code, status } = error as { code?: unknown; status?: unknown };
  return { code, ...(typeof status === 'number' ? { status } : {}) };
}

/** What a server says may repeat what it was sent, whole or without the scheme before a token. Schemes are hidden as well. */
function hidden(text: string, headers: McpEndpoint['headers']): string {
  const sent = Object.values(headers).flatMap((value) => [value, ...value.split(/[\s,;=]+/)]);
  const longestFirst = sent.filter(({ length }) => length >= 4).toSorted((one, other) => other.length - one.length);
  const masked = longestFirst.reduce((shown, value) => shown.replaceAll(value, '…'), text);
  return masked.length > mostTextLength ? `${masked.slice(0, mostTextLength)}…` : masked;
}
