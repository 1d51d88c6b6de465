import type { Suggestion } from './references.js';

/** The beginning of a reference or a secret before the cursor. */
export interface TypedToken {
  readonly kind: 'reference' | 'secret';
  /** Offset of its opening bracket. */
  readonly start: number;
  /** What was typed after the bracket. */
  readonly query: string;
}

const shown = 50;

/** Returns what is being typed at the cursor: after `<` a reference, after `{{` a secret. */
export function typedToken(text: string, cursor: number): TypedToken | undefined {
  const line = text.slice(Math.max(text.lastIndexOf('\n', cursor - 1) + 1, cursor - 200), cursor);
  const secret = /\{\{(\w*)$/.exec(line);
  if (secret !== null) return { kind: 'secret', start: cursor - secret[0].length, query: secret[1] ?? '' };
  const reference = /<((?:[^\s<>=][^<>=\n]*)?)$/.exec(line);
  if (reference === null || /[({"'`;]/.test(reference[1] ?? '')) return undefined;
  return { kind: 'reference', start: cursor - reference[0].length, query: reference[1] ?? '' };
}

/** Returns the suggestions that contain what was typed, those that begin with it first. */
export function matching(suggestions: readonly Suggestion[], query: string): readonly Suggestion[] {
  const wanted = query.toLowerCase().replace(/\s+/g, '');
  const bare = ({ text }: Suggestion): string => text.replace(/^[<{]+/, '').toLowerCase();
  const found = suggestions.filter((each) => bare(each).includes(wanted));
  return found.toSorted((one, other) => Number(bare(other).startsWith(wanted)) - Number(bare(one).startsWith(wanted))).slice(0, shown);
}

/** Returns the text with the token replaced by a suggestion, and the place of the cursor behind it. Closing brackets are not doubled. */
export function completed(
  text: string,
  token: TypedToken,
  cursor: number,
  { text: insert }: Suggestion,
): { readonly text: string; readonly cursor: number } {
  const rest = text.slice(cursor);
  const closing = token.kind === 'secret' ? '}}' : '>';
  const behind = rest.startsWith(closing) ? rest.slice(closing.length) : rest;
  return { text: text.slice(0, token.start) + insert + behind, cursor: token.start + insert.length };
}
