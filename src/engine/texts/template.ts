import { BlockFailure } from '../block-failure.js';
import { referenceAt, type Reference } from './reference.js';

export type Placeholder =
  | { readonly kind: 'reference'; readonly raw: string; readonly reference: Reference }
  /** `{{NAME}}`: a secret of the workspace. */
  | { readonly kind: 'secret'; readonly raw: string; readonly name: string };

export type TemplatePart = string | Placeholder;

/** The author's text, cut once. Values are put in between and never looked at again. */
export type Template = readonly TemplatePart[];

/** Whether the name of a reference is known here. A reference with an unknown name stays text. */
export type Knows = (reference: Reference) => boolean;

export interface FoundPlaceholder {
  readonly index: number;
  readonly placeholder: Placeholder;
}

/** References and secrets that one text may have. More of them take tens of milliseconds to find, in each run that begins with them. */
export const mostPlaceholders = 10_000;

const opening = /<|\{\{/g;
const secret = /\{\{([A-Za-z_][A-Za-z0-9_]*)\}\}/y;

export function parseTemplate(text: string, knows: Knows): Template {
  const parts: TemplatePart[] = [];
  let end = 0;
  for (const { index, placeholder } of requirePlaceholders(text, knows)) {
    if (index > end) parts.push(text.slice(end, index));
    parts.push(placeholder);
    end = index + placeholder.raw.length;
  }
  if (end < text.length) parts.push(text.slice(end));
  return parts;
}

/** As `findPlaceholders`. @throws BlockFailure if there are too many */
export function requirePlaceholders(text: string, knows: Knows): readonly FoundPlaceholder[] {
  const found = findPlaceholders(text, knows);
  if (found.length <= mostPlaceholders) return found;
  throw new BlockFailure(`A field must not have more than ${mostPlaceholders.toLocaleString('en')} references`, { status: 400 });
}

/** From left to right, never overlapping; at most one more than a text may have. */
export function findPlaceholders(text: string, knows: Knows): readonly FoundPlaceholder[] {
  const found: FoundPlaceholder[] = [];
  for (const each of placeholdersOf(text, knows)) if (found.push(each) > mostPlaceholders) break;
  return found;
}

/** All placeholders from left to right, never overlapping. */
export function* placeholdersOf(text: string, knows: Knows): Generator<FoundPlaceholder> {
  for (let at = 0; ;) {
    opening.lastIndex = at;
    const match = opening.exec(text);
    if (match === null) return;
    const placeholder = match[0] === '<' ? knownReferenceAt(text, match.index, knows) : secretAt(text, match.index);
    // One further, not past the whole opening: `{{{NAME}}` holds a placeholder from its second brace on.
    at = match.index + (placeholder?.raw.length ?? 1);
    if (placeholder !== null) yield { index: match.index, placeholder };
  }
}

function knownReferenceAt(text: string, index: number, knows: Knows): Placeholder | null {
  const reference = referenceAt(text, index);
  return reference !== null && knows(reference) ? { kind: 'reference', raw: reference.raw, reference } : null;
}

function secretAt(text: string, index: number): Placeholder | null {
  secret.lastIndex = index;
  const match = secret.exec(text);
  return match?.[1] === undefined ? null : { kind: 'secret', raw: match[0], name: match[1] };
}
