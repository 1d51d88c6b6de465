import { describe, expect, it } from '@jest/globals';
import { DomainError } from '#kernel/errors.js';
import { jsonSize, type Json } from '#kernel/json.js';
import { roundsDuring } from '../../../test/support/rounds.js';
import { parse } from 'secure-json-parse';
import { parseLargeResult, parseStored } from '#host/loop/parse-in-pieces.js';
import { parseLargeJson } from './parse-in-pieces.js';
import { parseJson } from './parse-json.js';

/** The same numbers in each run. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const texts = [
  '""',
  '"a,b"',
  '"[{"',
  '"\\"]}"',
  '"\\\\"',
  '"é😀"',
  '"\\u00e9"',
  '"\\ud83d\\ude00 é😀é😀"',
  '"a long text with \\n and \\\\u0041"',
];
const scalars = ['1', '-2.5e3', 'true', 'null', ...texts, '"\\u0000"', '"\\ud800"'];
const keys = ['"a"', '"b"', '"a,"', '"\\u0061"', '"__proto__"', '"constructor"', '"prototype"', '"\\u005f_proto__"'];
const blanks = ['', '', '', ' ', '\n\t'];

function someJson(random: (below: number) => number, depth: number): string {
  const any = (list: readonly string[]): string => list[random(list.length)] ?? '';
  const kind = depth === 0 ? 0 : random(3);
  if (kind === 0) return any(scalars.slice(0, random(20) === 0 ? undefined : -2));
  const members = Array.from({ length: random(6) }, () => {
    const key = kind === 1 ? '' : `${any(keys.slice(0, random(20) === 0 ? undefined : 4))}${any(blanks)}:`;
    return `${any(blanks)}${key}${any(blanks)}${someJson(random, depth - 1)}${any(blanks)}`;
  });
  return kind === 1 ? `[${members.join()}]` : `{${members.join()}}`;
}

/** The value as JSON, or the error. */
function outcomeOf(error: unknown): string {
  if (!(error instanceof DomainError)) throw error;
  return `${error.code} ${error.message} ${JSON.stringify(error.details)}`;
}

const own = (text: string): string => {
  try {
    return JSON.stringify(parseJson(Buffer.from(text)));
  } catch (error) {
    return outcomeOf(error);
  }
};

const inPieces = (text: string, pieceBytes: number): Promise<string> =>
  parseLargeJson(Buffer.from(text), 'structures', pieceBytes).then((value: Json) => JSON.stringify(value), outcomeOf);

describe('JSON that is parsed in pieces', () => {
  it('is what it is when it is parsed at once, also where it is refused', async () => {
    for (let seed = 0; seed < 1_000; seed += 1) {
      const random = randomOf(seed);
      const text = someJson(random, 5);
      expect(await inPieces(text, random(20))).toBe(own(text));
    }
  });

  it('is refused as it is when it is parsed at once, wherever a character is missing or too much', async () => {
    for (let seed = 0; seed < 1_000; seed += 1) {
      const random = randomOf(seed);
      const text = `[${someJson(random, 4)}]`;
      const at = random(text.length);
      const broken = text.slice(0, at) + ',[]{}":1 '.slice(random(9), random(9)) + text.slice(at + random(2));
      expect([broken, await inPieces(broken, random(20))]).toEqual([broken, own(broken)]);
    }
  });

  it.each(['[1,2', '[1]]', '[1],', '{"a":1,}', '[,1]', '{"a"}', '[1 2]', '[[1,2,3] 4]', '{"a":[1,2,3],"b"}', '', ' ', '{"a":1]'])(
    'is refused when it is %j',
    async (text) => expect(await inPieces(text, 1)).toBe(own(text)),
  );

  it('is refused when it is nested deeper than 100', async () => {
    for (const depth of [100, 101, 100_000]) {
      const text = `${'['.repeat(depth)}1,1${']'.repeat(depth)}`;
      expect(await inPieces(text, 8)).toBe(own(text));
    }
  });

  it('is refused with more than 100,000 keys in one object, and taken with so many', async () => {
    const keyed = (count: number): Buffer => Buffer.from(`{"input":{${Array.from({ length: count }, (_, n) => `"k${n}":${n}`).join()}}}`);
    await expect(parseLargeJson(keyed(100_001))).rejects.toMatchObject({
      kind: 'invalid',
      code: 'INVALID_JSON',
      message: 'An object in the request body must not have more than 100,000 keys',
    });
    expect(JSON.stringify(await parseLargeJson(keyed(100_000))) === keyed(100_000).toString()).toBe(true);
  });

  it('has been measured', async () => {
    const list = Array.from({ length: 30_000 }, (_, n) => ({ n, of: ['x', null] }));
    const parsed = (await parseLargeJson(Buffer.from(JSON.stringify({ input: { list } })))) as { input: { list: { n: number }[] } };
    const measured = jsonSize(parsed, Number.POSITIVE_INFINITY);
    expect(measured / jsonSize({ input: { list } }, Number.POSITIVE_INFINITY)).toBeCloseTo(1, 3);
    // What was measured is not looked at again.
    parsed.input.list.length = 0;
    expect(jsonSize(parsed.input, Number.POSITIVE_INFINITY) / measured).toBeCloseTo(1, 3);
  });

  it('lets other work have its turn', async () => {
    expect(await roundsDuring(() => parseLargeJson(Buffer.from(`{"a":[${'[],'.repeat(100_000)}1]}`)))).toBeGreaterThan(15);
  });

  it('lets other work have its turn while it looks for what is refused', async () => {
    const text = (last: string): Buffer => Buffer.from(`{"a":[${'[],'.repeat(100_000)}${last}]}`);
    const taken = await roundsDuring(() => parseLargeJson(text('{"__proto_":1}')));
    const refused = await roundsDuring(() => expect(parseLargeJson(text('{"__proto__":1}'))).rejects.toThrow('cannot be taken'));
    expect(refused).toBeGreaterThan(taken + 300);
  });

  it('waits from 1 MiB on until the body before it has been parsed, as smaller ones do not', async () => {
    const listsOf = (count: number) => `[${'[],'.repeat(count)}[]]`;
    const ended: string[] = [];
    const parsed = (name: string, text: string) => parseLargeJson(Buffer.from(text)).then(() => ended.push(name));
    await Promise.all([parsed('longest', listsOf(1_200_000)), parsed('shorter', listsOf(400_000)), parsed('small', listsOf(100_000))]);
    expect(ended).toEqual(['small', 'longest', 'shorter']);
  });

  it('lets other work have its turn within one long text', async () => {
    const text = Buffer.from(JSON.stringify({ a: 'a\\"'.repeat(2_000_000) }));
    expect(await roundsDuring(() => parseLargeJson(text))).toBeGreaterThan(100);
    expect(JSON.stringify(await parseLargeJson(text)) === text.toString()).toBe(true);
  });

  it('lets other work have its turn while a long text is made', async () => {
    // Shorter than what is searched for its end without a look at the clock.
    const text = Buffer.from(JSON.stringify({ a: 'é😀\n"'.repeat(1_000) }));
    expect(await roundsDuring(() => parseLargeJson(text, 'structures', 500))).toBeGreaterThan(15);
  });
});

describe('what the server has stored', () => {
  it('is what it is when it is parsed at once, with all its keys', async () => {
    for (let seed = 0; seed < 1_000; seed += 1) {
      const random = randomOf(seed);
      const text = someJson(random, 5);
      expect(JSON.stringify(await parseStored(text, random(20)))).toBe(JSON.stringify(JSON.parse(text)));
    }
  });

  it('lets other work have its turn when it is large', async () => {
    expect(await roundsDuring(() => parseStored(`[${'[],'.repeat(1_000_000)}[]]`))).toBeGreaterThan(5);
  });
});

describe('the result of code that is parsed in pieces', () => {
  const once = (text: string): string => {
    try {
      return JSON.stringify(parse(text, { protoAction: 'remove', constructorAction: 'ignore' }));
    } catch {
      return 'refused';
    }
  };
  const pieces = (text: string, pieceBytes: number): Promise<string> =>
    parseLargeResult(text, pieceBytes).then(
      (value) => JSON.stringify(value),
      () => 'refused',
    );

  it('is what it is when it is parsed at once, without keys that reach a prototype', async () => {
    for (let seed = 0; seed < 1_000; seed += 1) {
      const random = randomOf(seed);
      const text = someJson(random, 5);
      expect(await pieces(text, random(20))).toBe(once(text));
    }
  });

  it('may be nested 500 deep, and be a text', async () => {
    for (const text of [`${'['.repeat(500)}1,1${']'.repeat(500)}`, '"text"', 'null', ' 1']) expect(await pieces(text, 8)).toBe(once(text));
  });

  it('lets other work have its turn', async () => {
    const keys = Array.from({ length: 100_000 }, (_, n) => `"${'k'.repeat(60)}${n}":${n}`);
    expect(await roundsDuring(() => parseLargeResult(`{${keys.join()}}`))).toBeGreaterThan(5);
  });
});
