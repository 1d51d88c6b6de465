import { isJsonObject, type JsonObject } from '#kernel/json.js';

/** What a provider says about a failure, as it wrote it: it may repeat the key or the prompt. */
export class ProviderRefusal extends Error {
  constructor(
    /** Undefined for an error inside an answer that had begun. */
    readonly status: number | undefined,
    readonly code: string | undefined,
    readonly said: string,
    /** How long the provider asks to wait, ms. */
    readonly retryAfterMs?: number,
  ) {
    super('The provider refused the call');
  }
}

/** An answer that is no stream of the dialect of the provider. */
export class UnreadableAnswer extends Error {}

const mostOfMessage = 2_000;

/** The refusal in the body of an answer of any dialect. */
export function refusalIn(body: string, status: number | undefined, retryAfterMs: number | undefined): ProviderRefusal {
  return refusalOf(parsed(body), status, retryAfterMs);
}

/**
 * The refusal in an error object, which the dialects write as `{error: {message, type, code, status}}`, alone, in a list, or in the response
 * that has failed.
 */
export function refusalOf(value: unknown, status?: number, retryAfterMs?: number): ProviderRefusal {
  const outer = Array.isArray(value) ? (value as unknown[])[0] : value;
  const inner = isJsonObject(outer) ? (outer['error'] ?? failedResponse(outer)?.['error'] ?? outer) : outer;
  if (typeof inner === 'string') return new ProviderRefusal(status, undefined, inner.slice(0, mostOfMessage), retryAfterMs);
  const fields = isJsonObject(inner) ? inner : {};
  const words = [fields['code'], fields['type'], fields['status']].filter((word): word is string => isWord(word));
  const message = fields['message'];
  const said = typeof message === 'string' ? message.slice(0, mostOfMessage) : '';
  const code = fields['code'];
  const own = typeof code === 'number' && code >= 400 && code < 600 ? code : undefined;
  return new ProviderRefusal(status ?? own, words.length === 0 ? undefined : words.join(', '), said, retryAfterMs);
}

function failedResponse({ response }: JsonObject): JsonObject | undefined {
  return isJsonObject(response) ? response : undefined;
}

function isWord(value: unknown): boolean {
  return typeof value === 'string' && /^[\w.-]{1,80}$/.test(value);
}

/** How long the headers of an answer ask to wait, in ms. */
export function retryAfterMs(headers: Readonly<Record<string, string>>, now: Date): number | undefined {
  const exact = Number(headers['retry-after-ms'] ?? Number.NaN);
  if (Number.isFinite(exact) && exact >= 0) return exact;
  const text = headers['retry-after'];
  if (text === undefined) return undefined;
  const seconds = Number(text);
  const ms = text.trim() !== '' && Number.isFinite(seconds) ? seconds * 1000 : Date.parse(text) - now.getTime();
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
