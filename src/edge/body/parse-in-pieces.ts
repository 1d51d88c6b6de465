import { OneAtATime } from '#host/loop/one-at-a-time.js';
import { Turn } from '#host/loop/turn.js';
import { deepestJson, jsonSize, noteJsonSize, type Json } from '#kernel/json.js';
import { isUtf8 } from 'node:buffer';
import { parse } from 'secure-json-parse';
import {
  closingQuote,
  invalidJson,
  isUnfit,
  maxDepth,
  maxKeys,
  parseJson,
  parseText,
  refuseKey,
  refuseMember,
  refuseUnfit,
  tooDeep,
  tooManyKeys,
} from './parse-json.js';

/** Text that is parsed at once, in bytes: well below a millisecond. */
const defaultPieceBytes = 64 * 1024;
const lookEvery = 16 * 1024;
/** Members between two looks at the clock. */
const lookAfter = 256;
const [quote, comma] = [0x22, 0x2c];
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

/** Bodies of this size and more are parsed in pieces: smaller ones take a few milliseconds. */
export const largeBodyBytes = 256 * 1024;

/** Bodies of this size and more wait for each other: parsed together, all of them would fill the heap before the first run could begin. */
const hugeBodyBytes = 1024 * 1024;
const hugeBodies = new OneAtATime();

/** What differs between the texts that are parsed in pieces. */
interface Rules {
  readonly maxDepth: number;
  parse(text: string): Json;
  /** Whether a value, which was parsed from `text`, contains what is refused. The path to it is known from the whole only. */
  isUnfit(value: Json, text: string): boolean;
  /** What is done with a member whose key could reach a prototype, until the whole is known. */
  readonly prototypeKeys: 'looked at' | 'left out';
}

const bodyRules: Rules = { maxDepth, parse: parseText, isUnfit, prototypeKeys: 'looked at' };

/** `__proto__` is the only key that is dangerous for code that copies a result. */
const resultRules: Rules = {
  maxDepth: deepestJson,
  parse: (text) => parse(text, { protoAction: 'remove', constructorAction: 'ignore' }) as Json,
  isUnfit: () => false,
  prototypeKeys: 'left out',
};

/** Parses the result of an author's code while other work has its turn. @throws Error for what is not JSON */
export async function parseLargeResult(json: string, pieceBytes = defaultPieceBytes): Promise<Json> {
  const turn = await Turn.begin();
  const bytes = Buffer.from(json);
  return isStructure(bytes) ? new PieceParser(bytes, pieceBytes, turn, resultRules).parse() : resultRules.parse(json);
}

/** As `parseJson`, while other work has its turn. @throws DomainError as `parseJson` does */
export async function parseLargeJson(
  bytes: Buffer,
  takes: 'structures' | 'anything' = 'structures',
  pieceBytes = defaultPieceBytes,
): Promise<Json> {
  const parse = () => parseBody(bytes, takes, pieceBytes);
  return bytes.length < hugeBodyBytes ? parse() : hugeBodies.do(parse);
}

async function parseBody(bytes: Buffer, takes: 'structures' | 'anything', pieceBytes: number): Promise<Json> {
  const turn = await Turn.begin();
  if (!isUtf8(bytes)) throw invalidJson('The request body must be UTF-8');
  return isStructure(bytes) ? new PieceParser(bytes, pieceBytes, turn, bodyRules).parse() : parseJson(bytes, takes);
}

/** Whether a list or an object begins here. */
function isStructure(bytes: Buffer): boolean {
  const first = bytes.find((byte) => !isBlank(byte));
  return first === openList || first === openObject;
}

/**
 * Parses a large list or object as `parseJson` does, in pieces between which other work has its turn. One pass finds the brackets and commas outside of
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
    private readonly rules: Rules,
  ) {}

  /** @throws DomainError as `parseJson` does */
  async parse(): Promise<Json> {
    const { bytes } = this;
    // A text that is longer than what is read between two looks at the clock is read in stretches.
    let isInText = false;
    for (let index = 0, lookAt = lookEvery; index < bytes.length; index += 1) {
      const byte = bytes[index];
      if (isInText || byte === quote) {
        const to = Math.min(bytes.length, index + lookEvery);
        const end = closingQuote(bytes, isInText ? index : index + 1, to);
        isInText = end >= to;
        index = isInText ? end - 1 : end;
      } else if (byte === comma) this.#separate(index);
      else if (byte === openList || byte === openObject) this.#enter(index, byte === openList);
      else if (byte === closeList || byte === closeObject) this.#leave(index, byte === closeList);
      else continue;
      // To read the clock takes longer than most members.
      if (index < lookAt) continue;
      lookAt = index + lookEvery;
      if (this.turn.isOver) await this.turn.yield();
    }
    if (this.#result === undefined || this.#open.length > 0 || !this.#isBlank(this.#pieceFrom, bytes.length)) throw invalidJson();
    // The path to what is refused is known from the whole only.
    if (this.#mustLook) await this.#refuseUnfit(this.#result, []);
    return this.#result;
  }

  #enter(index: number, isList: boolean): void {
    if (this.#open.length === this.rules.maxDepth) throw tooDeep();
    if (this.#open.length === 0 && (this.#result !== undefined || !this.#isBlank(this.#pieceFrom, index))) throw invalidJson();
    if (this.#open.at(-1)?.before === 'member') throw invalidJson();
    if (this.#open.length === 0) this.#pieceFrom = index;
    this.#open.push({ isList, start: index, from: index + 1, comma: -1, before: 'bracket', keys: 0, bytes: 2 });
    this.#depth = Math.max(this.#depth, this.#open.length);
  }

  #separate(index: number): void {
    const inner = this.#open.at(-1);
    if (inner === undefined) throw invalidJson();
    if (inner.before === 'member') {
      if (!this.#isBlank(inner.from, index)) throw invalidJson();
      Object.assign(inner, { from: index + 1, before: 'comma' });
      this.#pieceFrom = index + 1;
      return;
    }
    inner.comma = index;
    if (index - this.#pieceFrom > this.pieceBytes) this.#flush(index);
  }

  #leave(index: number, isList: boolean): void {
    const inner = this.#open.pop();
    if (inner?.isList !== isList) throw invalidJson();
    const outer = this.#open.at(-1);
    if (inner.target === undefined) {
      if (outer !== undefined) return;
      this.#result = this.#parse(inner.start, index + 1, '', '');
    } else {
      const isEmpty = this.#isBlank(inner.from, index);
      if (inner.before === 'member' ? !isEmpty : isEmpty && inner.before === 'comma') throw invalidJson();
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
      if (inner !== undefined) this.#put(each, this.#keyOf(each, inner), (target = emptyOf(inner)));
    });
    this.#pieceFrom = index + 1;
  }

  /** Parses members and adds them. */
  #take(open: Open, target: Structure, to: number): void {
    const { from, isList } = open;
    if (this.#isBlank(from, to)) throw invalidJson();
    const members = isList ? this.#parse(from, to, '[', ']') : this.#parse(from, to, '{', '}');
    open.bytes += jsonSize(members, Number.POSITIVE_INFINITY);
    if (Array.isArray(target)) for (const member of members as readonly Json[]) target.push(member);
    else for (const [key, member] of Object.entries(members as Readonly<Record<string, Json>>)) this.#put(open, key, member);
  }

  #put(open: Open, key: string | undefined, member: Json): void {
    const { target } = open;
    if (Array.isArray(target)) return void target.push(member);
    if (target === undefined || key === undefined) return;
    open.keys += 1;
    if (open.keys > maxKeys) throw tooManyKeys();
    if (this.rules.prototypeKeys === 'left out') {
      if (key !== '__proto__') target[key] = member;
    } else if (key === '__proto__' || key === 'constructor') {
      this.#mustLook = true;
      // An assignment would set the prototype.
      Object.defineProperty(target, key, { value: member, enumerable: true, configurable: true, writable: true });
    } else target[key] = member;
  }

  /** As `refuseUnfit`, in pieces. */
  async #refuseUnfit(value: Json, path: (string | number)[]): Promise<void> {
    if (!this.#large.has(value)) return refuseUnfit(value, path);
    const members = Array.isArray(value) ? (value as readonly Json[]).entries() : Object.entries(value as Readonly<Record<string, Json>>);
    let count = 0;
    for (const [key, member] of members) {
      count += 1;
      if (!this.#large.has(member)) refuseMember(key, member, path);
      else {
        refuseKey(key, member, path);
        path.push(key);
        await this.#refuseUnfit(member, path);
        path.pop();
      }
      if (count % lookAfter === 0 && this.turn.isOver) await this.turn.yield();
    }
  }

  /** The key of a member that is being read; undefined in a list. */
  #keyOf({ isList, from }: Open, { start }: Open): string | undefined {
    const text = this.bytes.toString('utf8', from, start).trim();
    if (isList && text === '') return undefined;
    const key = isList || !text.endsWith(':') ? undefined : this.rules.parse(text.slice(0, -1));
    if (typeof key !== 'string') throw invalidJson();
    if (this.rules.isUnfit(key, text)) this.#mustLook = true;
    return key;
  }

  #parse(from: number, to: number, before: string, after: string): Json {
    const text = `${before}${this.bytes.toString('utf8', from, to)}${after}`;
    const value = this.rules.parse(text);
    if (this.rules.isUnfit(value, text)) this.#mustLook = true;
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

function emptyOf({ isList }: Open): Structure {
  return isList ? [] : {};
}
