export interface TextPart {
  readonly text: string;
  readonly isFound: boolean;
}

/** The text of a result, cut where words of the query begin and end. */
export function foundWords(text: string, query: string): readonly TextPart[] {
  const words = [...new Set(wordsOf(query))].toSorted((one, other) => other.length - one.length);
  if (words.length === 0) return [{ text, isFound: false }];
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join('|')})(?![\\p{L}\\p{N}])`, 'giu');
  const parts: TextPart[] = [];
  let end = 0;
  for (const found of text.matchAll(pattern)) {
    if (found.index > end) parts.push({ text: text.slice(end, found.index), isFound: false });
    parts.push({ text: found[0], isFound: true });
    end = found.index + found[0].length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), isFound: false });
  return parts;
}

/** How many words of the query are in the text, and of how many. */
export function wordsInCommon(text: string, query: string): { readonly found: number; readonly of: number } {
  const words = new Set(wordsOf(query));
  const present = new Set(wordsOf(text));
  return { found: [...words].filter((word) => present.has(word)).length, of: words.size };
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
