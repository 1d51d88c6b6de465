import type { SluiceError } from '#client';

/** The text of an error response, with advice. */
export function failureInWords(error: SluiceError, url: string): string {
  const { kind, code, status, message, details, retryAfterMs } = error;
  if (kind === 'NETWORK') return `No server answers at ${url}. ${message}\nStart a server, or set SLUICE_URL to its address.`;
  if (kind === 'INVALID_JSON') return `${url} is not a Sluice server. ${message}\nSet SLUICE_URL to the address of a Sluice server.`;
  if (status === 401)
    return `The server at ${url} does not accept the key in SLUICE_API_KEY: it is wrong, revoked, expired, or belongs to another server.`;
  if (code === 'WORKFLOW_NOT_DEPLOYED') return `${message}. Deploy it first: sluice workflows deploy <workflow>`;
  if (status === 403) return `${message}\nThe key in SLUICE_API_KEY does not allow this at ${url}.`;
  if (status === 429) return `${message}\nThe server at ${url} limits the rate of requests. ${afterWhen(retryAfterMs)}`;
  const fields = details.map((detail) => `  ${[...detail.path.map(String), detail.message].join(': ')}`);
  return [message, ...(details.length > 1 ? fields : [])].join('\n');
}

function afterWhen(retryAfterMs: number | undefined): string {
  return retryAfterMs === undefined ? 'Retry later.' : `Retry in ${Math.ceil(retryAfterMs / 1000)} s.`;
}
