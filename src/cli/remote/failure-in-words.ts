import { commandName } from '#host/program/command-name.js';
import type { SluiceError } from '#client';
import { connectionFault } from '#kernel/text/fault-in-words.js';

/** The text of an error response, with advice. */
export function failureInWords(error: SluiceError, url: string): string {
  const { kind, code, status, message, details, retryAfterMs } = error;
  if (kind === 'NETWORK') return unreached(error, url);
  if (kind === 'INVALID_JSON') return `${url} is not a Sluice server. ${message}\nSet SLUICE_URL to the address of a Sluice server.`;
  if (status === 401)
    return `The server at ${url} does not accept the API key: it is wrong, revoked, expired, or belongs to another server.`;
  if (code === 'WORKFLOW_NOT_DEPLOYED') return `${message}. Deploy it first: ${commandName} workflows deploy <workflow>`;
  if (status === 403) return `${message}\nThe API key does not allow this at ${url}.`;
  if (status === 429) return `${message}\nThe server at ${url} limits the rate of requests. ${afterWhen(retryAfterMs)}`;
  const fields = details.map((detail) => `  ${[...detail.path.map(String), detail.message].join(': ')}`);
  return [message, ...(details.length > 1 ? fields : [])].join('\n');
}

function unreached({ message, cause }: SluiceError, url: string): string {
  const fault = connectionFault(cause);
  const what = fault === undefined ? `No server answers at ${url}. ${message}` : `The server at ${url} ${fault.what}.`;
  return `${what}\n${fault?.remedy ?? 'Start a server, or set SLUICE_URL to its address.'}`;
}

function afterWhen(retryAfterMs: number | undefined): string {
  return retryAfterMs === undefined ? 'Retry later.' : `Retry in ${Math.ceil(retryAfterMs / 1000)} s.`;
}
