import { LenientParser, findLiterals, parserOptions } from './code-literals.js';
import type { Reference } from './reference.js';
import { findPlaceholders, type Knows } from './template.js';

/** `body`: statements of a function. `expression`: one expression. */
export type CodeForm = 'body' | 'expression';

/** Where JavaScript of an author stops being JavaScript. */
export interface SyntaxFault {
  readonly message: string;
  /** Offset of the fault in the author's text, from 0. */
  readonly offset: number;
}

/**
 * Returns the first syntax error of a piece of JavaScript in which the known placeholders stand for values; undefined if there is none.
 * Regular expressions are not checked: a placeholder in one may make it invalid here and valid in a run.
 */
export function syntaxFault(source: string, knows: Knows, form: CodeForm): SyntaxFault | undefined {
  const code = wrapped(masked(source, knows), form);
  try {
    LenientParser.parse(code, parserOptions);
    return undefined;
  } catch (error) {
    const { message, pos } = error as { readonly message: string; readonly pos?: number };
    if (pos === undefined) throw error;
    const offset = Math.min(source.length, Math.max(0, pos - shift(form)));
    return { message: message.replace(/ \(\d+:\d+\)$/, ''), offset };
  }
}

/** The references in strings and templates of a piece of JavaScript that are not known, which a run leaves there as text. */
export function unknownInStrings(source: string, knows: Knows, form: CodeForm): readonly { index: number; reference: Reference }[] {
  const literals = findLiterals(wrapped(masked(source, knows), form)).filter(({ kind }) => kind !== 'opaque');
  let next = 0;
  return findPlaceholders(source, () => true).flatMap(({ index, placeholder }) => {
    if (placeholder.kind === 'secret' || knows(placeholder.reference)) return [];
    const at = index + shift(form);
    while ((literals[next]?.end ?? Infinity) <= at) next += 1;
    return (literals[next]?.start ?? Infinity) <= at ? [{ index, reference: placeholder.reference }] : [];
  });
}

/** The source with an identifier of the same length in the place of each known placeholder, so that offsets stay those of the author. */
function masked(source: string, knows: Knows): string {
  let code = '';
  let end = 0;
  for (const { index, placeholder } of findPlaceholders(source, knows)) {
    if (placeholder.kind === 'secret' && source[index - 1] === '$') continue;
    // The blanks keep it a separate word: authors write `return<start.x>`.
    code += `${source.slice(end, index)} ${'_'.repeat(placeholder.raw.length - 2)} `;
    end = index + placeholder.raw.length;
  }
  return code + source.slice(end);
}

/** An expression is parsed in parentheses, or `{a: 1}.a` would be a block. */
function wrapped(code: string, form: CodeForm): string {
  return form === 'body' ? code : `(${code}\n)`;
}

function shift(form: CodeForm): number {
  return form === 'body' ? 0 : 1;
}
