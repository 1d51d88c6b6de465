import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { documentationPages } from '../support/documentation/documentation-pages.js';
import { blocksOf, stepsOf, unmarked } from '../support/documentation/page-blocks.js';
import { isShown } from '../support/documentation/shown-output.js';
import { sourceFiles } from '../support/architecture/source-files.js';

const fence = '```';

describe('the examples of', () => {
  it.each(documentationPages())('%s are run, or say why not', (page) => {
    expect(unmarked(blocksOf(readFileSync(page, 'utf8')))).toEqual([]);
  });

  it('the page of examples are all there are', () => {
    const commands = stepsOf(blocksOf(readFileSync('examples/README.md', 'utf8'))).map(({ text }) => text.trim());
    expect(commands.toSorted()).toEqual(
      sourceFiles('examples')
        .filter((path) => path.endsWith('/run.sh'))
        .toSorted(),
    );
  });
});

describe('the steps of a page', () => {
  it('are its runnable blocks and its files, with the output that is shown below them', () => {
    const page = `${fence}sh runnable\necho 1\n${fence}\n\n${fence}text output\n1\n${fence}\n${fence}python file=a.py\npass\n${fence}\n`;
    expect(stepsOf(blocksOf(page))).toMatchObject([
      { kind: 'sh', text: 'echo 1\n', line: 2, shown: { text: '1\n', line: 6 } },
      { kind: 'file', path: 'a.py', text: 'pass\n', line: 9 },
    ]);
  });

  it('leave out what is marked no-run', () => {
    expect(stepsOf(blocksOf(`${fence}sh no-run it stays\nnpm start\n${fence}\n`))).toEqual([]);
  });

  it('do not begin with an output', () => {
    expect(() => stepsOf(blocksOf(`${fence}text output\n1\n${fence}\n`))).toThrow('Line 2: the output of what?');
  });
});

describe('an example that calls the server', () => {
  it.each([
    ['sh runnable', true],
    ['sh no-run it stays', true],
    ['sh no-run', false],
    ['sh', false],
  ])('with the mark %j is fine: %j', (info, isFine) => {
    expect(unmarked(blocksOf(`${fence}${info}\ncurl localhost\n${fence}\n`))).toHaveLength(isFine ? 0 : 1);
  });
});

describe('what a page shows', () => {
  it.each([
    ['{"a": 1, "b": [2]}', '{"b":[2],"a":1}', true],
    ['{"a": 1}', '{"a":1,"b":2}', false],
    ['{"a": 1, "…": "…"}', '{"a":1,"b":2}', true],
    ['{"a": "…"}', '{"b":1}', false],
    ['[1, "…"]', '[1,2,3]', true],
    ['[1, "…"]', '[2]', false],
    ['{"id": "0197a5e0-0000-7000-8000-000000000001"}', '{"id":"01a1fa50-83d2-768c-aca5-8e0a42a13914"}', true],
    ['{"id": "0197a5e0-0000-7000-8000-000000000001"}', '{"id":"order-17"}', false],
    ['{"at": "2031-03-04T05:06:07.000Z"}', '{"at":"2026-11-20T18:56:03.540Z"}', true],
    ['To … from\nhere', 'To Ada from\nhere\n', true],
    ['To … from', 'To Ada\nand from', false],
    ['first\n…\nlast', 'first\nsecond\nthird\nlast', true],
    ['first\n…', 'first\n', true],
    ['a.b', 'axb', false],
  ])('%j is shown by %j: %j', (shown, printed, is) => {
    expect(isShown(shown, printed)).toBe(is);
  });
});
