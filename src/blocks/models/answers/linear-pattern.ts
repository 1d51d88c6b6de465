import { createRequire } from 'node:module';
import { LRUCache } from 'lru-cache';
import type { RE2JS } from 're2js';
import { spend } from './check-meter.js';
import { longestPattern, mostParts, patternSize } from './pattern-size.js';

/** A regular expression whose time grows with the length of the text alone. */
export type LinearPattern =
  | { readonly test: (text: string) => boolean; readonly parts: number; readonly problem?: undefined }
  | { readonly problem: string };

/** Those that are kept have so many parts together, which take some 20 MB. */
const mostKept = 100_000;
const known = new LRUCache<string, LinearPattern>({
  max: 500,
  maxSize: mostKept,
  sizeCalculation: (pattern) => (pattern.problem === undefined ? pattern.parts : 1),
});
/**
 * Comes first. A program that begins with `^` gets a second one, which has all ranges of a class for each repetition of it: 8 MB for a pattern of twenty
 * characters. It is not faster where no groups are read.
 */
const emptyGroup = '()';
const load = createRequire(import.meta.url);

/** Reads a pattern in the syntax of RE2, which is that of JavaScript without look-around and back references. Never throws. */
export function linearPattern(pattern: string, flags = ''): LinearPattern {
  if (pattern.length > longestPattern) return { problem: `is longer than ${longestPattern} characters` };
  const key = `${flags}/${pattern}`;
  const found = known.get(key) ?? compiled(pattern, flags);
  known.set(key, found);
  return found;
}

function compiled(pattern: string, flags: string): LinearPattern {
  const { RE2JS: engine } = load('re2js') as { readonly RE2JS: typeof RE2JS };
  const text = engine.translateRegExp(pattern);
  const { parts, grouped } = patternSize(text);
  if (parts > mostParts) return { problem: `is too large: it has more than ${mostParts} parts, each repetition being written out` };
  try {
    const program = engine.compile(emptyGroup + grouped, flagsOf(engine, flags));
    const cost = costOf(program.programSize());
    return {
      parts,
      test: (text) => {
        spend(1 + Math.ceil((text.length * cost) / 8));
        return program.matcher(text).find();
      },
    };
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(emptyGroup + grouped, text).slice(0, 200) : 'it cannot be read';
    return { problem: `is no pattern without look-around and back references: ${reason}` };
  }
}

/** Of a character. All states of a large program may be active at once. */
function costOf(size: number): number {
  return 1 + Math.ceil(Math.max(size / 8, size / 4 - 8));
}

function flagsOf(engine: typeof RE2JS, flags: string): number {
  const all = { i: engine.CASE_INSENSITIVE, m: engine.MULTILINE, s: engine.DOTALL };
  return Object.entries(all).reduce((sum, [letter, flag]) => (flags.includes(letter) ? sum | flag : sum), 0);
}
