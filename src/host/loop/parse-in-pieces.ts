import { deepestJson, jsonSize, noteJsonSize, type Json } from '#kernel/json.js';
import { parse } from 'secure-json-parse';
import { Turn } from './turn.js';

/** Text that is parsed at once, in bytes: well below a millisecond. */
const defaultPieceBytes = 64 * 1024;
const lookEvery = 16 * 1024;
/** Members between two looks at the clock. */
const lookAfter = 256;
/** How deep a text is nested is counted while it is read. */
const anyDepth = 2 * deepestJson;
const [quote, comma, backslash] = [0x22, 0x2c, 0x5c];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];
const [space, tab, newLine, carriageReturn] = [0x20, 0x09, 0x0a, 0x0d];

type Structure = Json[] | Record<string, Json>;

/** A list or an object whose end has not been reached. */
interface Open {
  readonly isList: boolean;
  readonly start: number;
  /** Present once it was too large for one piece: the members so far are in it. */
  target?: Structure;
  /** Where its members begin that are not in `target`. */
  from: number;
  /** The last comma behind `from`; -1 if there is none. */
  comma: number;
  /** What is right before `from`: nothing but its bracket, a comma, or a member that is in `target`. */
  before: 'bracket' | 'comma' | 'member';
  /** Of what is in `target`: the keys of an object, and the size. */
  keys: number;
  bytes: number;
}

/** What differs between the texts that are parsed in pieces. */
export interface PieceRules {
  readonly maxDepth: number;
  /** How many keys one object may have. */
  readonly maxKeys: number;
  parse(text: string): Json;
  /** Absent: nothing is refused but what is no JSON. */
  readonly unfit?: UnfitRules;
  /** What is done with a member whose key could reach a prototype, until the whole is known. */
  readonly prototypeKeys: 'kept' | 'left out';
  readonly refusals: { invalid(): Error; tooDeep(): Error; tooManyKeys(): Error };
}

/** What is refused although it is JSON. The path to it is known from the whole only. */
interface UnfitRules {
  /** Whether a value, which was parsed from `text`, contains it. */
  isIn(value: Json, text: string): boolean;
  /** Each throws for what it refuses in the value that `path` leads to. */
  refuse(value: Json, path: (string | number)[]): void;
  refuseMember(key: string | number, value: Json, path: (string | number)[]): void;
  refuseKey(key: string | number, value: Json, path: readonly (string | number)[]): void;
}

const refusals: PieceRules['refusals'] = {
  invalid: () => new SyntaxError('The text is not JSON'),
  tooDeep: () => new RangeError('The JSON is nested too deep'),
  tooManyKeys: () => new RangeError('An object of the JSON has too many keys'),
};

/** `__proto__` is the only key that is dangerous for code that copies a result. */
const resultRules: PieceRules = {
  maxDepth: deepestJson,
  maxKeys: 100_000,
  parse: (text) => parse(text, { protoAction: 'remove', constructorAction: 'ignore' }) as Json,
  prototypeKeys: 'left out',
  refusals,
};

/** What this server has stored was checked before. */
const storedRules: PieceRules = {
  maxDepth: Number.POSITIVE_INFINITY,
  maxKeys: Number.POSITIVE_INFINITY,
  parse: (text) => JSON.parse(text) as Json,
  prototypeKeys: 'kept',
  refusals,
};

/** Texts of this size and more are worth parsing in pieces, in bytes: smaller ones take a few milliseconds. */
export const worthPieces = 256 * 1024;

/** Parses the result of an author's code while other work has its turn. @throws Error for what is not JSON */
export async function parseLargeResult(json: string, pieceBytes?: number): Promise<Json> {
  const bytes = Buffer.from(json);
  return isStructure(bytes) ? parseInPieces(bytes, resultRules, pieceBytes) : resultRules.parse(json);
}

/** Parses what this server has stored; other work has its turn meanwhile if it is large. */
export async function parseStored(json: string, pieceBytes?: number): Promise<Json> {
  const bytes = json.length < worthPieces && pieceBytes === undefined ? undefined : Buffer.from(json);
  return bytes !== undefined && isStructure(bytes) ? parseInPieces(bytes, storedRules, pieceBytes) : storedRules.parse(json);
}

/** Parses a list or an object in pieces, between which other work has its turn. @throws what the rules say */
export async function parseInPieces(bytes: Buffer, rules: PieceRules, pieceBytes = defaultPieceBytes): Promise<Json> {
  return new PieceParser(bytes, pieceBytes, await Turn.begin(), rules).parse();
}

/** Whether a list or an object begins here. */
export function isStructure(bytes: Buffer): boolean {
  const first = bytes.find((byte) => !isBlank(byte));
  return first === openList || first === openObject;
}

/** Index of the quote that closes a text, from `from` on; if none comes before `to`, where to search further: at `to` or one behind it. */
export function closingQuote(bytes: Buffer, from: number, to: number): number {
  let index = from;
  for (; index < to; index += 1) {
    const byte = bytes[index];
    if (byte === quote) return index;
    if (byte === backslash) index += 1;
  }
  return index;
}

/**
 * Parses a large list or object in pieces between which other work has its turn. One pass finds the brackets and commas outside of
 * texts; members of what is open are parsed together as soon as their text is large enough.
 */
class PieceParser {
  readonly #open: Open[] = [];
  /** Lists and objects that were too large for one piece. */
  readonly #large = new Set<Json>();
  #pieceFrom = 0;
  /** How deep the text is nested, as far as it was read. */
  #depth = 0;
  #mustLook = false;
  #result: Json | undefined;

  constructor(
    private readonly bytes: Buffer,
    private readonly pieceBytes: number,
    private readonly turn: Turn,
    private readonly rules: PieceRules,
  ) {}

  /** @throws what the rules say */
  async parse(): Promise<Json> {
    const { bytes } = this;
    // A text that is longer than what is read between two looks at the clock is read in stretches.
    let isInText = false;
    let textFrom = 0;
    for (let index = 0, lookAt = lookEvery; index < bytes.length; index += 1) {
      const byte = bytes[index];
      if (isInText || byte === quote) {
        const to = Math.min(bytes.length, index + lookEvery);
        if (!isInText) textFrom = index;
        const end = closingQuote(bytes, isInText ? index : index + 1, to);
        isInText = end >= to;
        index = isInText ? end - 1 : end;
        if (!isInText && end - textFrom > this.pieceBytes) await this.#takeText(textFrom, end);
      } else if (byte === comma) this.#separate(index);
      else if (byte === openList || byte === openObject) this.#enter(index, byte === openList);
      else if (byte === closeList || byte === closeObject) this.#leave(index, byte === closeList);
      else continue;
      // To read the clock takes longer than most members.
      if (index < lookAt) continue;
      lookAt = index + lookEvery;
      if (this.turn.isOver) await this.turn.yield();
    }
    if (this.#result === undefined || this.#open.length > 0 || !this.#isBlank(this.#pieceFrom, bytes.length))
      throw this.rules.refusals.invalid();
    // The path to what is refused is known from the whole only.
    if (this.#mustLook && this.rules.unfit !== undefined) await this.#refuseUnfit(this.#result, [], this.rules.unfit);
    return this.#result;
  }

  #enter(index: number, isList: boolean): void {
    if (this.#open.length === this.rules.maxDepth) throw this.rules.refusals.tooDeep();
    if (this.#open.length === 0 && (this.#result !== undefined || !this.#isBlank(this.#pieceFrom, index)))
      throw this.rules.refusals.invalid();
    if (this.#open.at(-1)?.before === 'member') throw this.rules.refusals.invalid();
    if (this.#open.length === 0) this.#pieceFrom = index;
    this.#open.push({ isList, start: index, from: index + 1, comma: -1, before: 'bracket', keys: 0, bytes: 2 });
    this.#depth = Math.max(this.#depth, this.#open.length);
  }

  #separate(index: number): void {
    const inner = this.#open.at(-1);
    if (inner === undefined) throw this.rules.refusals.invalid();
    if (inner.before === 'member') {
      if (!this.#isBlank(inner.from, index)) throw this.rules.refusals.invalid();
      Object.assign(inner, { from: index + 1, before: 'comma' });
      this.#pieceFrom = index + 1;
      return;
    }
    inner.comma = index;
    if (index - this.#pieceFrom > this.pieceBytes) this.#flush(index);
  }

  #leave(index: number, isList: boolean): void {
    const inner = this.#open.pop();
    if (inner?.isList !== isList) throw this.rules.refusals.invalid();
    const outer = this.#open.at(-1);
    if (inner.target === undefined) {
      if (outer !== undefined) return;
      this.#result = this.#parse(inner.start, index + 1, '', '');
    } else {
      const isEmpty = this.#isBlank(inner.from, index);
      if (inner.before === 'member' ? !isEmpty : isEmpty && inner.before === 'comma') throw this.rules.refusals.invalid();
      if (!isEmpty) this.#take(inner, inner.target, index);
      noteJsonSize(inner.target, inner.bytes, this.#depth);
      if (outer === undefined) this.#result = inner.target;
      else Object.assign(outer, { from: index + 1, comma: -1, before: 'member', bytes: outer.bytes + inner.bytes });
    }
    if (inner.target !== undefined || outer === undefined) this.#pieceFrom = index + 1;
  }

  /** Puts every member that is complete into its list or object, from the outermost inwards. */
  #flush(index: number): void {
    let target: Structure | undefined;
    this.#open.forEach((each, depth) => {
      if (each.target === undefined) this.#large.add((each.target = target ?? emptyOf(each)));
      target = undefined;
      const inner = this.#open[depth + 1];
      if (inner?.target !== undefined) return;
      if (each.comma >= each.from) {
        this.#take(each, each.target, each.comma);
        Object.assign(each, { from: each.comma + 1, comma: -1, before: 'comma' });
      }
      if (inner !== undefined) this.#put(each, this.#keyOf(each, inner.start), (target = emptyOf(inner)));
    });
    this.#pieceFrom = index + 1;
  }

  /** Puts a long text into its list or object. A long key, and what is no JSON, is left to the parser of members. */
  async #takeText(start: number, end: number): Promise<void> {
    const inner = this.#open.at(-1);
    const isMember = inner !== undefined && inner.before !== 'member';
    if (!isMember || inner.isList !== this.#isBlank(Math.max(inner.from, inner.comma + 1), start)) return;
    this.#flush(end);
    const key = this.#keyOf(inner, start);
    const pieces: string[] = [];
    for (let from = start + 1, to = from; from < end; from = to) {
      to = pieceEnd(this.bytes, from, Math.min(end, from + Math.max(1, this.pieceBytes)), end);
      pieces.push(this.#parse(from, to, '"', '"') as string);
      if (this.turn.isOver) await this.turn.yield();
    }
    const text = pieces.join('');
    this.#put(inner, key, text);
    Object.assign(inner, { from: end + 1, comma: -1, before: 'member', bytes: inner.bytes + jsonSize(text, Number.POSITIVE_INFINITY) });
  }

  /** Parses members and adds them. */
  #take(open: Open, target: Structure, to: number): void {
    const { from, isList } = open;
    if (this.#isBlank(from, to)) throw this.rules.refusals.invalid();
    const members = isList ? this.#parse(from, to, '[', ']') : this.#parse(from, to, '{', '}');
    open.bytes += jsonSize(members, Number.POSITIVE_INFINITY, anyDepth);
    if (Array.isArray(target)) for (const member of members as readonly Json[]) target.push(member);
    else for (const [key, member] of Object.entries(members as Readonly<Record<string, Json>>)) this.#put(open, key, member);
  }

  #put(open: Open, key: string | undefined, member: Json): void {
    const { target } = open;
    if (Array.isArray(target)) return void target.push(member);
    if (target === undefined || key === undefined) return;
    open.keys += 1;
    if (open.keys > this.rules.maxKeys) throw this.rules.refusals.tooManyKeys();
    if (this.rules.prototypeKeys === 'left out') {
      if (key !== '__proto__') target[key] = member;
    } else if (key === '__proto__' || key === 'constructor') {
      this.#mustLook = true;
      // An assignment would set the prototype.
      Object.defineProperty(target, key, { value: member, enumerable: true, configurable: true, writable: true });
    } else target[key] = member;
  }

  #look(value: Json, text: string): void {
    if (this.rules.unfit?.isIn(value, text) === true) this.#mustLook = true;
  }

  /** As `refuse`, in pieces. */
  async #refuseUnfit(value: Json, path: (string | number)[], unfit: UnfitRules): Promise<void> {
    if (!this.#large.has(value)) return unfit.refuse(value, path);
    const members = Array.isArray(value) ? (value as readonly Json[]).entries() : Object.entries(value as Readonly<Record<string, Json>>);
    let count = 0;
    for (const [key, member] of members) {
      count += 1;
      if (!this.#large.has(member)) unfit.refuseMember(key, member, path);
      else {
        unfit.refuseKey(key, member, path);
        path.push(key);
        await this.#refuseUnfit(member, path, unfit);
        path.pop();
      }
      if (count % lookAfter === 0 && this.turn.isOver) await this.turn.yield();
    }
  }

  /** The key of a member that is being read; undefined in a list. */
  #keyOf({ isList, from }: Open, start: number): string | undefined {
    const text = this.bytes.toString('utf8', from, start).trim();
    if (isList && text === '') return undefined;
    const key = isList || !text.endsWith(':') ? undefined : this.rules.parse(text.slice(0, -1));
    if (typeof key !== 'string') throw this.rules.refusals.invalid();
    this.#look(key, text);
    return key;
  }

  #parse(from: number, to: number, before: string, after: string): Json {
    const text = `${before}${this.bytes.toString('utf8', from, to)}${after}`;
    const value = this.rules.parse(text);
    this.#look(value, text);
    return value;
  }

  #isBlank(from: number, to: number): boolean {
    for (let index = from; index < to; index += 1) if (!isBlank(this.bytes[index])) return false;
    return true;
  }
}

function isBlank(byte: number | undefined): boolean {
  return byte === space || byte === newLine || byte === tab || byte === carriageReturn;
}

/** Where a piece of a text ends, at `to` or soon behind it: after whole characters and escapes, and not between the halves of a pair. */
function pieceEnd(bytes: Buffer, from: number, to: number, end: number): number {
  const escape = bytes.subarray(from, to).indexOf(backslash);
  let index = escape === -1 ? to : from + escape;
  for (let isHalf = false; index < end && (index < to || isHalf || isContinuation(bytes[index]));) {
    const isEscape = bytes[index] === backslash;
    const code = isEscape && bytes[index + 1] === 0x75 ? bytes.toString('latin1', index + 2, index + 6) : '';
    isHalf = /^d[89ab]/i.test(code);
    index += isEscape ? (code === '' ? 2 : 6) : 1;
  }
  return Math.min(index, end);
}

/** Whether a character of UTF-8 has begun before this byte. */
function isContinuation(byte = 0): boolean {
  return (byte & 0xc0) === 0x80;
}

function emptyOf({ isList }: Open): Structure {
  return isList ? [] : {};
}
