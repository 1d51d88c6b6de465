import { describe, expect, it } from '@jest/globals';
import { createRequire } from 'node:module';
import type { RE2JS } from 're2js';
import { linearPattern } from './linear-pattern.js';
import { patternSize } from './pattern-size.js';

const { RE2JS: engine } = createRequire(import.meta.url)('re2js') as { readonly RE2JS: typeof RE2JS };
const compiledSize = (pattern: string) => engine.compile(pattern).programSize();

function found(pattern: string, text: string): boolean {
  const read = linearPattern(pattern);
  if (read.problem !== undefined) throw new Error(read.problem);
  return read.test(text);
}

describe('a pattern', () => {
  it.each([
    ['^[a-z]{1,1000}$', 'abc'],
    ['^\\p{L}{1,1000}$', 'é'],
    ['^[\\p{L}\\p{M}\\p{N}\\p{P}\\p{S}\\p{Z}]{1,256}$', 'é 1'],
    ['^[\\s\\S]{0,1000}@[a-z.]{1,1000}$', 'a@b.c'],
    ['^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\\.)+[a-z]{2,63}$', 'a-b.example.com'],
    ['^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$', '0197a5e0-0000-7000-8000-000000000001'],
    ['^arn:[a-z-]{1,20}:[a-z0-9-]{1,63}:[a-z0-9-]{0,63}:\\d{12}:.{1,900}$', 'arn:aws:s3:eu:123456789012:a'],
  ])('%s can be used', (pattern, text) => {
    expect(linearPattern(pattern)).toMatchObject({ test: expect.any(Function) });
    expect(found(pattern, text)).toBe(true);
    expect(found(pattern, '\n')).toBe(false);
  });

  it.each([
    ['whose repetitions follow each other', 'a{999}'.repeat(166)],
    ['whose repetitions are inside of each other', '(?:(?:abcdefghij){30}){30}'],
    ['with choices in a repetition', '(?:a|b|c|d|e|f){1000}'],
    ['with groups in a repetition', '(()()){1000}'],
    ['with flags before a repetition', '(?:abcdef)(?i){1000}'],
    ['with brackets that are quoted', `\\Q[\\E${'a{999}'.repeat(6)}`],
    ['with brackets that are escaped', `\\[${'a{999}'.repeat(6)}`],
    ['with many classes of Unicode', '\\pL'.repeat(101)],
    ['with many classes of Unicode in brackets', '[^\\p{Lu}\\PN]'.repeat(51)],
  ])('%s is refused when it has more than 5,000 parts', (_, pattern) => {
    expect(linearPattern(pattern).problem).toBe('is too large: it has more than 5000 parts, each repetition being written out');
  });

  it('that is too large is refused before it is compiled', () => {
    const began = process.cpuUsage();
    for (let index = 0; index < 100; index += 1) linearPattern(`${String(index)}${'a{999}'.repeat(160)}`);
    expect(process.cpuUsage(began).user).toBeLessThan(1_000_000);
  });

  it.each(['*a', '(?i)*a', '{2}a', 'a)(b', ')', '(', 'a\\', '[', '(?:'])('%s cannot be read', (pattern) => {
    expect(linearPattern(pattern).problem).toMatch(/^is no pattern without look-around and back references: /);
    expect(linearPattern(pattern).problem).not.toContain('()(?:');
  });

  it.each([
    ['|a', '', true],
    ['a|b', 'xb', true],
    ['^a|^b', 'xb', false],
    ['\\Q^a', 'x^a', true],
    ['\\Q^a\\E$', 'x^a', true],
    ['[]|^a', 'ba', false],
    ['(?i)A', 'a', true],
    ['', 'a', true],
  ])('%j in the text %j: %j', (pattern, text, isFound) => {
    expect(found(pattern, text)).toBe(isFound);
  });

  it.each(['^\\pL{900}$', '[]|^\\pL{900}$', '(){0}^\\pL{900}$|[]', '^\\pL{900}\\Q$'])(
    '%s takes no memory for each repetition',
    (pattern) => {
      const { grouped } = patternSize(engine.translateRegExp(pattern));
      const { onepass } = engine.compile(`()${grouped}`).re2() as unknown as { readonly onepass: unknown };
      expect(onepass).toBeNull();
    },
  );

  it('is never counted as smaller than its program', () => {
    const atoms = [
      'a',
      '.',
      '\\d',
      '[a-z]',
      '[]a(]',
      '[^])|]',
      '[[:alpha:](]',
      '\\(',
      '\\x{61}',
      '\\Q(+\\E',
      '\\b',
      '^',
      '(?i)',
      '(?:a|b)',
      '(c)',
      '(?P<n>d)',
      '()',
    ];
    const repeats = ['', '', '*', '+?', '?', '{3}', '{2,}', '{0,4}', '{2,5}?', '{,3}', '{0}', '{02}', '{1,3'];
    let seed = 1;
    const pick = <Value>(list: readonly Value[]): Value => {
      seed = (seed * 48_271) % 2_147_483_647;
      return list[seed % list.length] as Value;
    };
    const made = (depth: number): string =>
      Array.from({ length: 1 + pick([0, 1, 2, 3]) }, () => {
        const inner = depth === 0 || pick([true, false]) ? pick(atoms) : `${pick(['(', '(?:', '(?i:'])}${made(depth - 1)})`;
        return inner + pick(repeats) + pick(['', '', '', '|']);
      }).join('');
    const small = (pattern: string) => patternSize(pattern).parts < 2_000;
    const read = Array.from({ length: 1_000 }, () => made(3))
      .filter(small)
      .flatMap((pattern) => {
        try {
          return [{ pattern, program: compiledSize(pattern), counted: patternSize(pattern).parts }];
        } catch {
          return [];
        }
      });
    expect(read.length).toBeGreaterThan(300);
    expect(read.filter(({ program, counted }) => program > counted)).toEqual([]);
  });
});
