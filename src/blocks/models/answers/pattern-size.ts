import { isJsonObject, type Json } from '#kernel/json.js';

/** A longer pattern is refused. */
export const longestPattern = 1_000;
/** One with more parts is refused: so many take some 20 ms to compile, and 1 MB. `{1,1000}` of a class has 2,000. */
export const mostParts = 5_000;
/** A class of Unicode has hundreds of ranges. */
const ofUnicodeClass = 50;
/** Its beginning, its end and failure. */
const ofProgram = 6;

const escape = String.raw`\\(?:[pPx]\{[^}]*\}|[pP]?.?)`;
const sign = String.raw`(?:\\x\{[^}]*\}|\\.|[^\]\\])`;
const range = String.raw`(?:-(?!\])${sign})?`;
const inClass = String.raw`\[:\^?\w*:\]|\\[pP](?:\{[^}]*\}|.)|\\[dDsSwW]|${sign}${range}`;
/** What a pattern consists of. The last are a class, an escape, and one character. */
const token = new RegExp(
  String.raw`\\Q(?<quoted>.*?)(?:\\E|$)|(?<flags>\(\?[A-Za-z-]*\))|(?<open>\((?:\?P?<[^>]*>|\?[A-Za-z-]*:)?)|(?<close>\))|(?<or>\|)` +
    String.raw`|(?<few>[*+?]\??)|\{(?<least>0|[1-9]\d*)(?<more>,(?<most>0|[1-9]\d*)?)?\}\??` +
    String.raw`|\[\^?(?:\]${range})?(?:${inClass})*\]?|${escape}|.`,
  'gsu',
);
const unicodeClass = /\\[pP]/g;

interface Group {
  /** What is complete, and the last part, which a repetition repeats. */
  size: number;
  last: number;
}

/** A pattern before it is compiled. */
export interface PatternSize {
  /** Its characters, and about as many instructions as the engine makes of it, never fewer. Counted repetitions are written out. */
  readonly parts: number;
  /** The pattern as a group; as it is where a bracket closes nothing, which no engine accepts. */
  readonly grouped: string;
}

/** Measures a pattern in the syntax of RE2. It takes as long as reading it, also where compiling it would take seconds. */
export function patternSize(pattern: string): PatternSize {
  const reading = new Reading();
  for (const { groups = {}, 0: text } of pattern.matchAll(token)) reading.take(groups, text);
  const { size, isClosedEarly, end } = reading;
  return { parts: ofProgram + pattern.length + size, grouped: isClosedEarly ? pattern : `(?:${pattern}${end})` };
}

type Groups = Readonly<Record<string, string | undefined>>;

class Reading {
  readonly #open: Group[] = [];
  #group: Group = { size: 0, last: 0 };
  #classes = 0;
  isClosedEarly = false;
  /** What ends a quotation that the pattern leaves open. */
  end = '';

  get size(): number {
    const groups = [...this.#open, this.#group];
    return groups.reduce((sum, { size, last }) => sum + size + last, this.#classes * ofUnicodeClass);
  }

  take(groups: Groups, text: string): void {
    const { quoted, flags, open, close, few, least, or } = groups;
    if (quoted !== undefined) this.#quote(quoted, text);
    else if (open !== undefined) this.#begin();
    else if (close !== undefined) this.#close();
    else if (few !== undefined) this.#group.last += 2;
    else if (least !== undefined) this.#group.last = repeated(this.#group.last, Number(least), groups);
    else if (or !== undefined) this.#add(2);
    else if (flags === undefined) this.#add(1, text.match(unicodeClass)?.length);
  }

  /** An empty one is nothing: a repetition behind it repeats what is before it. */
  #quote(quoted: string, text: string): void {
    if (!text.endsWith('\\E')) this.end = '\\E';
    if (quoted !== '') this.#add(quoted.length);
  }

  #begin(): void {
    this.#open.push(this.#group);
    this.#group = { size: 2, last: 0 };
  }

  #close(): void {
    const closed = this.#group.size + this.#group.last + 1;
    this.isClosedEarly ||= this.#open.length === 0;
    this.#group = this.#open.pop() ?? { size: 0, last: 0 };
    this.#add(closed);
  }

  #add(size: number, classes = 0): void {
    this.#group.size += this.#group.last;
    this.#group.last = size;
    this.#classes += classes;
  }
}

function repeated(size: number, least: number, { more, most }: Groups): number {
  if (more === undefined) return size * Math.max(1, least) + 1;
  const end = Math.max(1, least, Number(most ?? 0));
  return size * end + Math.max(2, end - least);
}

/** The parts of all patterns of some schemas, each counted once. Those that are refused by themselves count nothing. */
export function partsOfPatterns(schemas: readonly Json[]): number {
  const patterns = new Set(schemas.flatMap(patternsIn).filter(({ length }) => length <= longestPattern));
  const sizes = [...patterns].map((pattern) => patternSize(pattern).parts);
  return sizes.filter((parts) => parts <= mostParts).reduce((sum, parts) => sum + parts, 0);
}

function patternsIn(value: Json): readonly string[] {
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap(patternsIn);
  if (!isJsonObject(value)) return [];
  const { pattern, patternProperties } = value;
  return [
    ...(typeof pattern === 'string' ? [pattern] : []),
    ...(isJsonObject(patternProperties) ? Object.keys(patternProperties) : []),
    ...Object.values(value).flatMap(patternsIn),
  ];
}
