import { findLiterals, type CodeLiteral } from './code-literals.js';
import { shift, wrapped, type CodeForm } from './syntax.js';
import { BlockFailure } from '../block-failure.js';
import { requirePlaceholders, type FoundPlaceholder, type Knows, type Placeholder, type Template, type TemplatePart } from './template.js';

/** A constant that the code sees. `value` keeps its type; `text` is the content of a string or template literal of the author. */
export interface CodeBinding {
  readonly name: string;
  readonly kind: 'value' | 'text';
  readonly template: Template;
}

/** JavaScript in which every placeholder has become an identifier. It is the same for every run, so compiled code can be cached. */
export interface CodeTemplate {
  readonly code: string;
  readonly bindings: readonly CodeBinding[];
}

/** A placeholder, and the identifier that stands for it while the code around it is parsed. */
interface Mark extends FoundPlaceholder {
  readonly marker: string;
  /** Where the marker begins in the marked code; `index` says where the placeholder begins in the author's. */
  readonly at: number;
}

/** Code with placeholders is parsed in this process. Other code may be longer. */
const longestRewritten = 512 * 1024;

/** Code in which markers stand for its placeholders. */
interface MarkedCode {
  readonly source: string;
  readonly text: string;
  readonly marks: readonly Mark[];
  readonly prefix: string;
}

/**
 * Turns the placeholders of a piece of JavaScript into constants. No value ever becomes source text: outside strings a placeholder
 * is an identifier, a string literal that holds placeholders becomes one constant, in template literals they are substitutions,
 * and in comments and regular expressions they are ordinary characters.
 * @throws BlockFailure for too many placeholders, or code that is too long
 */
export function rewriteCode(source: string, knows: Knows, form: CodeForm): CodeTemplate {
  const marked = markedCode(source, knows);
  return marked === undefined ? { code: source, bindings: [] } : rewritten(marked, placed(findLiterals(wrapped(marked.text, form)), form));
}

/** Finds the literals of a piece of JavaScript elsewhere than on the event loop. */
export type FindLiterals = (code: string) => Promise<readonly CodeLiteral[]>;

/** As `rewriteCode`, with literals that are found elsewhere: it takes 30 ms for each 128 KiB to parse code. */
export async function rewriteLongCode(source: string, knows: Knows, form: CodeForm, find: FindLiterals): Promise<CodeTemplate> {
  const marked = markedCode(source, knows);
  if (marked === undefined) return { code: source, bindings: [] };
  return rewritten(marked, placed(await find(wrapped(marked.text, form)), form));
}

/** Undefined for code without placeholders. */
function markedCode(source: string, knows: Knows): MarkedCode | undefined {
  const found = requirePlaceholders(source, knows).filter((each) => !isSubstitution(source, each));
  if (found.length === 0) return undefined;
  if (source.length > longestRewritten) throw tooLong();
  const prefix = unusedPrefix(source);
  return { source, prefix, ...mark(source, found, prefix) };
}

function rewritten({ source, marks, prefix }: MarkedCode, literals: readonly CodeLiteral[]): CodeTemplate {
  return new Rewriting(source, marks, literals, new Bindings(prefix)).run();
}

function tooLong(): BlockFailure {
  const message = `Code with references must not be longer than ${longestRewritten / 1024} KB; code without references may be longer`;
  return new BlockFailure(message, { status: 400 });
}

/** `${{a}}` in a template literal is an object, whatever secrets exist. */
function isSubstitution(source: string, { index, placeholder }: FoundPlaceholder): boolean {
  return placeholder.kind === 'secret' && source[index - 1] === '$';
}

/** It stays short, whatever the author writes: every marker contains it. */
function unusedPrefix(source: string): string {
  for (const prefix of ['__ref', '__ref_']) if (!source.includes(prefix)) return prefix;
  const used = new Set([...source.matchAll(/__ref(?=(\d{1,7})_)/g)].map(([, number]) => Number(number)));
  let free = 0;
  while (used.has(free)) free += 1;
  return `__ref${String(free)}_`;
}

function mark(source: string, found: readonly FoundPlaceholder[], prefix: string): Pick<MarkedCode, 'text' | 'marks'> {
  let marked = '';
  let end = 0;
  const marks = found.map(({ index, placeholder }, number) => {
    marked += source.slice(end, index);
    const at = marked.length;
    // The blanks keep it a separate word: authors write `return<start.x>`.
    const marker = ` ${prefix}${String(number)} `;
    marked += marker;
    end = index + placeholder.raw.length;
    return { index, placeholder, marker, at };
  });
  return { text: marked + source.slice(end), marks };
}

/** Literals of wrapped code, where they are in the code itself. */
function placed(literals: readonly CodeLiteral[], form: CodeForm): readonly CodeLiteral[] {
  const by = shift(form);
  return by === 0 ? literals : literals.map((literal) => ({ ...literal, start: literal.start - by, end: literal.end - by }));
}

class Bindings {
  readonly list: CodeBinding[] = [];
  readonly #named = new Map<string, string>();

  constructor(private readonly prefix: string) {}

  /** The name of the constant; a placeholder that occurs several times is bound once. */
  add(kind: CodeBinding['kind'], template: Template): string {
    const key = kind + JSON.stringify(template.map((part) => (typeof part === 'string' ? part : [part.raw])));
    const known = this.#named.get(key);
    if (known !== undefined) return known;
    const name = this.prefix + String(this.list.length);
    this.#named.set(key, name);
    this.list.push({ name, kind, template });
    return name;
  }
}

class Rewriting {
  #code = '';
  /** How much of the source is already in `#code`. */
  #end = 0;
  #next = 0;

  constructor(
    private readonly source: string,
    private readonly marks: readonly Mark[],
    private readonly literals: readonly CodeLiteral[],
    private readonly bindings: Bindings,
  ) {}

  run(): CodeTemplate {
    let literal = 0;
    for (let mark = this.marks[this.#next]; mark !== undefined; mark = this.marks[this.#next]) {
      while (literal < this.literals.length && endOf(this.literals[literal]) <= mark.at) literal += 1;
      const around = this.literals[literal];
      if (around === undefined || around.start > mark.at) this.#inCode(mark);
      else if (around.kind === 'string') this.#inString(around, mark);
      else if (around.kind === 'template') this.#inTemplate(mark);
      else this.#next += 1;
    }
    return { code: this.#code + this.source.slice(this.#end), bindings: this.bindings.list };
  }

  #inCode(mark: Mark): void {
    const end = endOfPlaceholder(mark);
    this.#put(mark.index, this.#word(this.bindings.add('value', [mark.placeholder]), mark.index, end), end);
    this.#next += 1;
  }

  #inTemplate(mark: Mark): void {
    const name = this.bindings.add('text', [mark.placeholder]);
    // An escape in front of the placeholder would escape the substitution.
    const index = isEscaped(this.source, mark.index) ? mark.index - 1 : mark.index;
    this.#put(index, `\${${name}}`, endOfPlaceholder(mark));
    this.#next += 1;
  }

  #inString(literal: CodeLiteral, first: Mark): void {
    const parts: TemplatePart[] = [];
    let rest = literal.content;
    let last = first;
    for (let mark: Mark | undefined = first; mark !== undefined && mark.at < literal.end; mark = this.marks[this.#next]) {
      const before = rest.slice(0, rest.indexOf(mark.marker));
      if (before !== '') parts.push(before);
      parts.push(mark.placeholder);
      rest = rest.slice(before.length + mark.marker.length);
      last = mark;
      this.#next += 1;
    }
    if (rest !== '') parts.push(rest);
    const start = literal.start - (first.at - first.index);
    const end = endOfPlaceholder(last) + literal.end - (last.at + last.marker.length);
    const name = this.bindings.add('text', parts);
    this.#put(start, literal.isKey ? `[${name}]` : this.#word(name, start, end), end);
  }

  /** Puts `text` in the place of the author's characters from `start` to `end`. */
  #put(start: number, text: string, end: number): void {
    this.#code += this.source.slice(this.#end, start) + text;
    this.#end = end;
  }

  /** Kept apart from words that it would otherwise grow together with. */
  #word(name: string, start: number, end: number): string {
    const before = isWordCharacter(this.source[start - 1]) || this.source[start - 1] === '>' ? ' ' : '';
    return before + name + (isWordCharacter(this.source[end]) || this.source[end] === '<' ? ' ' : '');
  }
}

function endOf(literal: CodeLiteral | undefined): number {
  return literal?.end ?? Infinity;
}

function endOfPlaceholder({ index, placeholder }: { index: number; placeholder: Placeholder }): number {
  return index + placeholder.raw.length;
}

function isEscaped(text: string, index: number): boolean {
  let backslashes = 0;
  while (text[index - 1 - backslashes] === '\\') backslashes += 1;
  return backslashes % 2 === 1;
}

function isWordCharacter(character: string | undefined): boolean {
  return character !== undefined && /[\w$\u0080-\uffff]/.test(character);
}
