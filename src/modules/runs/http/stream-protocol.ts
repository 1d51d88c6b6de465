import type { ServerResponse } from 'node:http';
import { invalid } from '#kernel/errors.js';
import type { StreamProtocol } from '../watch/agent-frames.js';

/** The header by which a client says that it understands frames that take text back, and by which the server confirms it. */
const protocolHeader = 'X-Sim-Stream-Protocol';
const agentEvents = 'agent-events-v1';

interface Flags {
  readonly includeThinking?: unknown;
  readonly includeToolCalls?: unknown;
}

/** @throws DomainError invalid for another protocol, and for flags without the header */
export function streamProtocol(headers: Readonly<Record<string, string | string[] | undefined>>, flags: Flags): StreamProtocol {
  const sent = headers[protocolHeader.toLowerCase()];
  const isNegotiated = sent === agentEvents;
  const details = [];
  if (sent !== undefined && !isNegotiated)
    details.push({ path: [protocolHeader], message: `${protocolHeader} must be ${agentEvents}`, code: 'invalid' });
  for (const flag of ['includeThinking', 'includeToolCalls'] as const) {
    if (flags[flag] !== true || isNegotiated) continue;
    const message = `${flag} needs the header ${protocolHeader}: ${agentEvents}`;
    details.push({ path: [flag], message, code: 'invalid' });
  }
  if (details.length > 0) throw invalid(details);
  return { isNegotiated, includesThinking: flags.includeThinking === true, includesToolCalls: flags.includeToolCalls === true };
}

/** Says in the response that the protocol is in use, if it is. */
export function confirmProtocol(response: ServerResponse, protocol: StreamProtocol | undefined): void {
  if (protocol?.isNegotiated === true) response.setHeader(protocolHeader, agentEvents);
}
