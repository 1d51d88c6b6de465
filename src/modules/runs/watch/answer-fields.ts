import type { Json } from '#kernel/json.js';
import { endOfWhole } from '#kernel/text/whole-characters.js';
import { readPath } from '#engine/texts/reference.js';

type State = 'before' | 'key' | 'colon' | 'value' | 'text' | 'nested' | 'after' | 'over';

/** Text of a field that is certain. */
export interface FieldText {
  readonly path: string;
  readonly text: string;
  /** How much of the text that was fed has been read with it. */
  readonly end: number;
}

interface Wanted {
  readonly path: string;
  readonly keys: readonly string[];
}

/**
 * Reads fields of a JSON object while it is written. A text is returned as it arrives; any other value, and what lies within it, once it is
 * complete. An answer that is no object returns nothing.
 */
export class AnswerFields {
  #state: State = 'before';
  #key = '';
  /** The value so far, as it is written. */
  #raw = '';
  #depth = 0;
  #isInString = false;
  /** An escape that is not complete. */
  #escape = '';
  /** The first half of a character that was written as two escapes. */
  #half = '';

  constructor(private readonly wanted: readonly Wanted[]) {}

  /** The texts of the fields in the order in which they were written. */
  feed(text: string): readonly FieldText[] {
    const found: FieldText[] = [];
    let end = 0;
    const tell = (path: string, more: string): void => {
      const last = found.at(-1);
      const before = last?.path === path ? (found.pop()?.text ?? '') : '';
      found.push({ path, text: before + more, end });
    };
    for (const character of text) {
      end += character.length;
      this.#take(character, tell);
    }
    return found;
  }

  #take(character: string, tell: (path: string, text: string) => void): void {
    const isSpace = /\s/.test(character);
    switch (this.#state) {
      case 'before':
        if (!isSpace) this.#state = character === '{' ? 'after' : 'over';
        return;
      case 'after':
        if (character === '"') this.#begin('key');
        else if (!isSpace && character !== ',') this.#state = 'over';
        return;
      case 'key':
        if (this.#isStringOver(character)) {
          this.#key = parsed(`"${this.#raw}"`) as string;
          this.#state = 'colon';
        }
        return;
      case 'colon':
        if (character === ':') this.#state = 'value';
        return;
      case 'value':
        if (isSpace) return;
        if (character === '"') return this.#begin('text');
        this.#begin('nested');
        return this.#takeNested(character, tell);
      case 'text':
        return this.#takeText(character, tell);
      case 'nested':
        return this.#takeNested(character, tell);
      case 'over':
        return;
    }
  }

  #begin(state: State): void {
    this.#state = state;
    this.#raw = '';
    this.#depth = 0;
    this.#isInString = false;
    this.#escape = '';
    this.#half = '';
  }

  /** Collects a string as it is written. */
  #isStringOver(character: string): boolean {
    if (this.#escape === '' && character === '"') return true;
    this.#escape = this.#escape === '' && character === '\\' ? character : '';
    this.#raw += character;
    return false;
  }

  #takeText(character: string, tell: (path: string, text: string) => void): void {
    if (this.#escape === '' && character === '"') {
      this.#state = 'after';
      return this.#tellText(this.#half, tell);
    }
    this.#escape += character;
    const isOpen = this.#escape.startsWith('\\') && this.#escape.length < (this.#escape[1] === 'u' ? 6 : 2);
    if (isOpen) return;
    const written = parsed(`"${this.#escape}"`);
    this.#escape = '';
    if (typeof written !== 'string') {
      this.#state = 'over';
      return;
    }
    const text = this.#half + written;
    const end = endOfWhole(text);
    this.#half = text.slice(end);
    this.#tellText(text.slice(0, end), tell);
  }

  #tellText(text: string, tell: (path: string, text: string) => void): void {
    if (text !== '') for (const { path } of this.#wantedHere(1)) tell(path, text);
  }

  #takeNested(character: string, tell: (path: string, text: string) => void): void {
    if (this.#isInString) {
      if (this.#isStringOver(character)) {
        this.#raw += character;
        this.#isInString = false;
      }
    } else if (this.#depth === 0 && (character === ',' || character === '}')) {
      return this.#complete(character, tell);
    } else {
      this.#raw += character;
      if (character === '"') this.#isInString = true;
      if (character === '{' || character === '[') this.#depth += 1;
      if (character === '}' || character === ']') this.#depth -= 1;
    }
  }

  #complete(character: string, tell: (path: string, text: string) => void): void {
    const value = parsed(this.#raw);
    for (const { path, keys } of this.#wantedHere()) {
      const found = value === undefined ? undefined : readPath(value, keys.slice(1));
      if (found !== undefined) tell(path, shownText(found));
    }
    this.#state = character === ',' ? 'after' : 'over';
  }

  #wantedHere(depth?: number): readonly Wanted[] {
    return this.wanted.filter(({ keys }) => keys[0] === this.#key && (depth === undefined || keys.length === depth));
  }
}

/** A value as readers are shown it. */
export function shownText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
