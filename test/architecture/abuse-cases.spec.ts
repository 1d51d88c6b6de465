import { describe, expect, it } from '@jest/globals';
import { sourceFiles, sourceText } from '../support/architecture/source-files.js';

const page = sourceText('docs/abuse-cases.md');
const cases = [...page.matchAll(/^\| (AC-\d+) \|/gm)].map(([, id = '']) => id);
const specs = sourceFiles('src', 'test').filter((path) => path.endsWith('spec.ts') && !path.endsWith('abuse-cases.spec.ts'));

/** Ids in the names of tests and of groups of tests; one in a comment or in a value proves nothing. */
const named = new Set(
  specs.flatMap((path) => {
    const names = [...sourceText(path).matchAll(/(?:\b(?:it|describe)(?:\.each)?\(|\]\)\(|^\s*\[)\s*(['"`])(.*?)\1,/gm)].map(
      ([, , name = '']) => name,
    );
    return names.flatMap((name) => name.match(/AC-\d+/g) ?? []);
  }),
);

describe('the cases of abuse', () => {
  it.each(cases)('%s has a test whose name says so', (id) => {
    expect(named.has(id)).toBe(true);
  });

  it('stand in the page once, in order', () => {
    const numbers = cases.map((id) => Number(id.slice(3)));
    expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
  });
});
