import { countTokens as count } from 'gpt-tokenizer/encoding/cl100k_base';

/** The time to count a run without a break grows with its square, so longer ones are counted in parts. */
const longRun = /\S{256}|\s{256}/;
const part = 256;
/** What looks like a command to a model is text here. */
const asText = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() };

/** How many tokens the usual embedding models make of a text; a few more where it has runs of hundreds of characters. */
export function countTokens(text: string): number {
  if (!longRun.test(text)) return count(text, asText);
  let tokens = 0;
  for (let start = 0; start < text.length; start += part) tokens += count(text.slice(start, start + part), asText);
  return tokens;
}
