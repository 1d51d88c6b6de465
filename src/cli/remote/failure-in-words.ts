import type { SluiceError } from '#client';

/** A refusal, and what its reader can do about it. */
export function failureInWords(error: SluiceError, url: string): string {
  const { kind, status, message, details, retryAfterMs } = error;
  if (kind === 'NETWORK') return `No server answers at ${url}. ${message}\nStart one, or set SLUICE_URL to the address of yours.`;
  if (kind === 'INVALID_JSON') return `What answers at ${url} is no Sluice server. ${message}\nSet SLUICE_URL to the address of yours.`;
  if (status === 401)
    return `The server at ${url} does not take the key in SLUICE_API_KEY: it is wrong, revoked, over, or of another server.`;
  if (status === 403) return `${message}\nThe key in SLUICE_API_KEY may not do this at ${url}.`;
  if (status === 429) return `${message}\nThe server at ${url} limits how often it is asked. ${afterWhen(retryAfterMs)}`;
  const fields = details.map((detail) => `  ${[...detail.path.map(String), detail.message].join(': ')}`);
  return [message, ...(details.length > 1 ? fields : [])].join('\n');
}

function afterWhen(retryAfterMs: number | undefined): string {
  return retryAfterMs === undefined ? 'Try again later.' : `Try again in ${Math.ceil(retryAfterMs / 1000)} s.`;
}
