import { parseLiterals } from './code-literals.js';
import type { FoundPlaceholder } from './template.js';

/** `body`: statements of a function. `expression`: one expression. */
export type CodeForm = 'body' | 'expression';

/** Where JavaScript of an author stops being JavaScript. */
export interface SyntaxFault {
  readonly message: string;
  /** Offset of the fault in the author's text, from 0. */
  readonly offset: number;
}

/** A piece of JavaScript, parsed with its placeholders. */
export interface ParsedCode {
  /** The first syntax error; undefined if there is none. */
  readonly fault: SyntaxFault | undefined;
  /** The strings and the text of templates, in order. */
  readonly texts: readonly Stretch[];
}

interface Stretch {
  readonly start: number;
  readonly end: number;
}

/**
 * Parses a piece of JavaScript in which these placeholders stand for values. Regular expressions are not checked: a placeholder in one may make
 * it invalid here and valid in a run.
 */
export function parseCode(source: string, placeholders: readonly FoundPlaceholder[], form: CodeForm): ParsedCode {
  const { literals, error } = parseLiterals(wrapped(masked(source, placeholders), form));
  const by = shift(form);
  const texts = literals.filter(({ kind }) => kind !== 'opaque').map(({ start, end }) => ({ start: start - by, end: end - by }));
  return { fault: error === undefined ? undefined : faultOf(error, source, by), texts };
}

/** Of these placeholders, those inside the strings and templates of a piece of JavaScript: a run leaves them there as text. */
export function inTexts<Placed extends { readonly index: number }>({ texts }: ParsedCode, placed: readonly Placed[]): readonly Placed[] {
  let next = 0;
  return placed.filter(({ index }) => {
    while ((texts[next]?.end ?? Infinity) <= index) next += 1;
    return (texts[next]?.start ?? Infinity) <= index;
  });
}

function faultOf(error: unknown, source: string, by: number): SyntaxFault {
  const { message, pos } = error as { readonly message: string; readonly pos?: number };
  if (pos === undefined) throw error;
  const offset = Math.min(source.length, Math.max(0, pos - by));
  return { message: message.replace(/ \(\d+:\d+\)$/, ''), offset };
}

/** The source with an identifier of the same length in the place of each placeholder, so that offsets stay those of the author. */
function masked(source: string, placeholders: readonly FoundPlaceholder[]): string {
  let code = '';
  let end = 0;
  for (const { index, placeholder } of placeholders) {
    if (placeholder.kind === 'secret' && source[index - 1] === '$') continue;
    // The blanks keep it a separate word: authors write `return<start.x>`.
    code += `${source.slice(end, index)} ${'_'.repeat(placeholder.raw.length - 2)} `;
    end = index + placeholder.raw.length;
  }
  return code + source.slice(end);
}

/** An expression is parsed in parentheses, or `{a: 1}.a` would be a block. */
export function wrapped(code: string, form: CodeForm): string {
  return form === 'body' ? code : `(${code}\n)`;
}

/** How much further back wrapped code begins. */
export function shift(form: CodeForm): number {
  return form === 'body' ? 0 : 1;
}
