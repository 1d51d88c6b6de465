import { createRequire } from 'node:module';
import { LRUCache } from 'lru-cache';
import type { RE2JS } from 're2js';
import { spend } from './check-meter.js';

/** A regular expression whose time grows with the length of the text alone. */
export type LinearPattern = { readonly test: (text: string) => boolean; readonly problem?: undefined } | { readonly problem: string };

const longest = 1_000;
const known = new LRUCache<string, LinearPattern>({ max: 500 });
const load = createRequire(import.meta.url);

/** Reads a pattern in the syntax of RE2, which is that of JavaScript without look-around and back references. Never throws. */
export function linearPattern(pattern: string, flags = ''): LinearPattern {
  const key = `${flags}/${pattern}`;
  const found = known.get(key) ?? compiled(pattern, flags);
  known.set(key, found);
  return found;
}

function compiled(pattern: string, flags: string): LinearPattern {
  if (pattern.length > longest) return { problem: `is longer than ${String(longest)} characters` };
  const { RE2JS: engine } = load('re2js') as { readonly RE2JS: typeof RE2JS };
  try {
    const program = engine.compile(engine.translateRegExp(pattern), flagsOf(engine, flags));
    const cost = costOf(program.programSize());
    return {
      test: (text) => {
        spend(1 + Math.ceil((text.length * cost) / 8));
        return program.matcher(text).find();
      },
    };
  } catch (error) {
    const reason = error instanceof Error ? error.message.slice(0, 200) : 'it cannot be read';
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
