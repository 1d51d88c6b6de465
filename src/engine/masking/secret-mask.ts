import type { Json } from '#kernel/json.js';
import { JsonChange } from './json-change.js';
import { formsOf, shortestMasked, type SecretForm } from './secret-forms.js';

type NamedValues = Iterable<readonly [name: string, value: string]>;

interface Pattern extends SecretForm {
  readonly shown: string;
}

interface Found {
  /** Where its form begins: at `start` or behind it. */
  readonly begin: number;
  readonly start: number;
  readonly end: number;
  readonly shown: string;
}

/** The beginning of a text as it is shown, and what of it may be shown otherwise, depending on what follows. */
export interface ShownBeginning {
  readonly shown: string;
  readonly rest: string;
}

const hashes = 1 << 14;
const furthest = shortestMasked - 1;
/** Characters that are looked through in one step: about a millisecond. */
const stretch = 256 * 1024;
/** Code may return such a secret as a number. */
const digits = /^\d+$/;
const masks = new WeakMap<object, SecretMask>();

/**
 * Shows values of secrets as `{{NAME}}`, in every form that `formsOf` lists. All forms are searched for at once, by the algorithm of
 * Wu and Manber: most texts are passed over seven characters at a time.
 */
export class SecretMask {
  /** How far a search may move when the last two characters of its window have this hash; 0 where a form may begin. */
  #shifts = new Uint8Array(0);
  /** The forms by the hash of their seventh and eighth characters, the longest first: one secret may be part of another. */
  readonly #patterns = new Map<number, Pattern[]>();
  readonly #change: JsonChange;
  /** All forms in order, once a text is masked in pieces. */
  #sorted: readonly string[] | undefined;
  #longest = 0;

  constructor(secrets: NamedValues) {
    let hasNumber = false;
    for (const [name, value] of secrets) {
      if (value.length < shortestMasked) continue;
      hasNumber ||= digits.test(value);
      for (const form of formsOf(value)) this.#add({ ...form, shown: `{{${name}}}` });
    }
    const { text, textSteps } = { text: (value: string) => this.text(value), textSteps: (value: string) => this.#textSteps(value) };
    this.#change = new JsonChange(hasNumber ? { text, textSteps, number: (value) => this.#number(value) } : { text, textSteps });
    for (const patterns of this.#patterns.values()) patterns.sort((one, other) => other.text.length - one.text.length);
  }

  /** The mask of a set of secrets that does not change, made once. */
  static of(secrets: ReadonlyMap<string, string>): SecretMask {
    const known = masks.get(secrets);
    if (known !== undefined) return known;
    const made = new SecretMask(secrets);
    masks.set(secrets, made);
    return made;
  }

  text(text: string): string {
    if (text.length < shortestMasked || this.#patterns.size === 0) return text;
    let shown = '';
    let from = 0;
    for (let found = this.#find(text, 0); found !== null; found = this.#find(text, from)) {
      shown += text.slice(from, found.start) + found.shown;
      from = found.end;
    }
    return from === 0 ? text : shown + text.slice(from);
  }

  /** Masks the beginning of a text. `rest` goes before the next piece, and is masked as a text once there is none. */
  begin(text: string): ShownBeginning {
    if (this.#patterns.size === 0) return { shown: text, rest: '' };
    let shown = '';
    let from = 0;
    let open = this.#openIn(text, 0);
    for (let found = this.#find(text, 0); found !== null && found.begin < open; found = this.#find(text, from)) {
      if (found.end === text.length) open = found.begin;
      else {
        shown += text.slice(from, found.start) + found.shown;
        from = found.end;
        if (from > open) open = this.#openIn(text, from);
      }
    }
    // The character before a form may hold some of its bits.
    const end = Math.max(from, open - 1);
    return { shown: shown + text.slice(from, end), rest: text.slice(end) };
  }

  /** Where a form may have begun that the text does not contain as a whole, from a place on; the end of the text if none has. */
  #openIn(text: string, from: number): number {
    for (let at = Math.max(from, text.length - this.#longest + 1); at < text.length; at += 1) {
      if (this.#beginsLonger(text.slice(at))) return at;
    }
    return text.length;
  }

  /** Whether a form begins with the text and is longer. */
  #beginsLonger(text: string): boolean {
    const forms = (this.#sorted ??= [...this.#patterns.values()]
      .flat()
      .map((each) => each.text)
      .toSorted());
    let [low, high] = [0, forms.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((forms[middle] ?? '') > text) high = middle;
      else low = middle + 1;
    }
    return forms[low]?.startsWith(text) ?? false;
  }

  /** The same value with its texts masked; the value itself if it contains no secret. Keys of objects are not changed. */
  json(value: Json): Json {
    return this.#patterns.size === 0 ? value : this.#change.of(value);
  }

  /** The same for a large value, in steps of milliseconds. Afterwards `json` knows the result. */
  *steps(value: Json): Generator<void, Json> {
    return this.#patterns.size === 0 ? value : yield* this.#change.steps(value);
  }

  /** As `text`. Only a text that contains a secret is changed in one step. */
  *#textSteps(text: string): Generator<void, string> {
    for (let from = 0; from < text.length; from += stretch) {
      if (this.#find(text, from, from + stretch + furthest) !== null) return this.text(text);
      yield;
    }
    return text;
  }

  #number(number: number): Json {
    if (number < 10 ** (shortestMasked - 1) && number > -(10 ** (shortestMasked - 1))) return number;
    const written = String(number);
    const shown = this.text(written);
    return shown === written ? number : shown;
  }

  #add(pattern: Pattern): void {
    const { text } = pattern;
    this.#longest = Math.max(this.#longest, text.length);
    if (this.#patterns.size === 0) this.#shifts = new Uint8Array(hashes).fill(furthest);
    for (let at = 1; at <= furthest; at += 1) {
      const hash = hashAt(text, at);
      this.#shifts[hash] = Math.min(this.#shifts[hash] ?? 0, furthest - at);
    }
    const hash = hashAt(text, furthest);
    const same = this.#patterns.get(hash);
    if (same === undefined) this.#patterns.set(hash, [pattern]);
    else same.push(pattern);
  }

  /** The first form from `from` on whose eighth character lies before `to`. */
  #find(text: string, from: number, to = text.length): Found | null {
    const end = Math.min(to, text.length);
    for (let at = from + furthest; at < end;) {
      const hash = hashAt(text, at);
      const shift = this.#shifts[hash] ?? 0;
      const start = at - furthest;
      const pattern = shift === 0 ? this.#patterns.get(hash)?.find((each) => text.startsWith(each.text, start)) : undefined;
      if (pattern !== undefined) return foundAt(text, pattern, { start, from });
      at += Math.max(1, shift);
    }
    return null;
  }
}

function hashAt(text: string, at: number): number {
  return ((text.charCodeAt(at - 1) << 7) ^ text.charCodeAt(at)) & (hashes - 1);
}

/** What a form covers in a text: also the characters of Base64 beside it that hold some of its bits, and the padding. */
function foundAt(text: string, { text: form, before, after, shown }: Pattern, { start, from }: { start: number; from: number }): Found {
  let end = start + form.length;
  if (after === 1 && /[\w+/-]/.test(text.charAt(end))) {
    end += 1;
    while (text[end] === '=') end += 1;
  }
  return { begin: start, start: Math.max(from, start - before), end, shown };
}
