import { countTokens as count } from '#tokenizer';

/** The tokenizer takes quadratic time on a run without a break, so longer runs are counted in parts. */
const longRun = /\S{256}|\s{256}/;
const part = 256;
/** Special tokens of a model are counted as text. */
const asText = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() };

/** The number of tokens with the tokenizer of common embedding models. A few more are counted in runs of hundreds of characters. */
export function countTokens(text: string): number {
  if (!longRun.test(text)) return count(text, asText);
  let tokens = 0;
  for (let start = 0; start < text.length; start += part) tokens += count(text.slice(start, start + part), asText);
  return tokens;
}
