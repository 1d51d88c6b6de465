import type { Json } from '#kernel/json.js';

/** A place where an author points at data: `<block.path>`, `<variable.name>`, `<loop.index>`. */
export interface Reference {
  /** As written, brackets included. */
  readonly raw: string;
  /** The normalised name in front of the path. */
  readonly base: string;
  /** Property names and array indexes, in order. */
  readonly path: readonly string[];
}

/**
 * Names may hold inner spaces and hyphens, properties hyphens; neither holds operators, brackets or quotes. That, and that only
 * known names count, is what keeps comparisons such as `a <b && c> d` what they are.
 */
const grammar = /<([^\s<>.[\]+*/=!&|;,{}"`\\][^<>.[\]+*/=!&|;,{}"`\\\r\n\t]*)((?:\.[^\s<>.[\]+*/=!&|;,(){}'"`\\]+|\[\d+\])*)>/y;
const step = /\.([^.[\]]+)|\[(\d+)\]/g;

/** The reference that begins exactly at `at`; null when the text there only resembles one. Whether its name exists is not asked. */
export function referenceAt(text: string, at: number): Reference | null {
  grammar.lastIndex = at;
  const match = grammar.exec(text);
  const name = match?.[1];
  if (match === null || name === undefined || name.endsWith(' ')) return null;
  const path = Array.from((match[2] ?? '').matchAll(step), ([, property, index]) => property ?? index ?? '');
  return { raw: match[0], base: normaliseName(name), path };
}

/** The same rule as `referenceName` of the workflow document, kept here so that the engine loads no other module. */
export function normaliseName(name: string): string {
  return name.toLowerCase().replace(/[\s.]+/g, '');
}

/** Follows a path over own properties only: what a prototype would lend does not exist. */
export function readPath(value: Json | undefined, path: readonly string[]): Json | undefined {
  let at: unknown = value;
  for (const key of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined;
    at = (at as Record<string, unknown>)[key];
  }
  return at as Json | undefined;
}
