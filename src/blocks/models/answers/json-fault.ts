const token =
  /\s*(?:([{}[\],:])|("(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.]))/uy;

type Expected = 'value' | 'first item' | 'first key' | 'key' | 'colon' | 'after' | 'end';

const value = { text: 'after', word: 'after', '{': 'first key', '[': 'first item' } as const;

/** What may come, and what is expected after it. Brackets are closed apart from that. */
const steps: Readonly<Record<Expected, Readonly<Record<string, Expected>>>> = {
  value,
  'first item': value,
  'first key': { text: 'colon' },
  key: { text: 'colon' },
  colon: { ':': 'value' },
  after: { ',': 'value' },
  end: {},
};

/** Where a text stops being JSON, as line and column from 1; null for JSON. */
export function jsonFault(text: string): { readonly line: number; readonly column: number } | null {
  const scan = new Scan();
  let at = 0;
  while (at < text.length) {
    token.lastIndex = at;
    const match = token.exec(text);
    if (match === null) break;
    if (!scan.take(match[1] ?? (match[2] === undefined ? 'word' : 'text'))) break;
    at = token.lastIndex;
  }
  const rest = text.slice(at);
  if (rest.trim() === '' && scan.expected === 'end') return null;
  const before = text.slice(0, at + (rest.length - rest.trimStart().length));
  return { line: before.split('\n').length, column: before.length - before.lastIndexOf('\n') };
}

class Scan {
  expected: Expected = 'value';
  readonly #open: string[] = [];

  /** Whether the token may be here. */
  take(found: string): boolean {
    if (found === '}' || found === ']') return this.#close(found);
    const next = steps[this.expected][found];
    if (next === undefined) return false;
    if (found === '{' || found === '[') this.#open.push(found);
    const isInObject = this.#open.at(-1) === '{';
    this.expected = found === ',' && isInObject ? 'key' : next === 'after' ? this.#after() : next;
    return true;
  }

  #close(found: '}' | ']'): boolean {
    const [opening, empty] = found === '}' ? ['{', 'first key'] : ['[', 'first item'];
    if (this.expected !== 'after' && this.expected !== empty) return false;
    if (this.#open.pop() !== opening) return false;
    this.expected = this.#after();
    return true;
  }

  #after(): Expected {
    return this.#open.length === 0 ? 'end' : 'after';
  }
}
