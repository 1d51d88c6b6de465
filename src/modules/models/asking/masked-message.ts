import type { ModelMessage } from '#engine/agents/model-message.js';
import { textsOf } from './request/token-count.js';

const longest = 500;
const windowLength = 16;
/** Shorter texts are words that any message has. */
const leastLength = 8;
const keys = /\b(?:sk|pk|rk|key|xai|gsk|hf|AIza|Bearer|Basic)[-_ :=]?[\w*.…/+-]{6,}/gi;
const urls = /\b[a-z][a-z0-9+.-]*:\/\/\S+/gi;
const longTokens = /[\w+/=-]{40,}/g;

/** What an error message must not show. */
export interface Confidential {
  /** The keys of the call. */
  readonly secrets: readonly string[];
  readonly messages: readonly ModelMessage[];
}

/**
 * A sentence of a provider as it may be shown: at most 500 characters, without keys, addresses and long tokens. Empty when it repeats a part
 * of the conversation.
 */
export function maskedMessage(said: string, { secrets, messages }: Confidential): string {
  const known = secrets.filter((secret) => secret.length > 3);
  const hidden = known.reduce((text, secret) => text.replaceAll(secret, '***'), said);
  const plain = hidden.replaceAll(urls, '(address)').replaceAll(keys, '***').replaceAll(longTokens, '***').replaceAll(/\s+/g, ' ').trim();
  const short = plain.length > longest ? `${plain.slice(0, longest - 1)}…` : plain;
  return repeats(short, messages.flatMap(textsOf)) ? '' : short;
}

/** Whether the text contains 31 characters in a row, or the whole, of a text of the conversation. */
function repeats(text: string, conversation: readonly string[]): boolean {
  const starts = Array.from({ length: Math.floor(text.length / windowLength) }, (_, place) => place * windowLength);
  const windows = starts.map((start) => text.slice(start, start + windowLength));
  return conversation.some((part) => {
    const isShown = part.length >= leastLength && part.length <= longest && text.includes(part);
    return isShown || windows.some((window) => part.includes(window));
  });
}
