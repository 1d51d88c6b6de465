import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { sourceFiles, sourceText } from '../support/architecture/source-files.js';
import { blocksOf } from '../support/documentation/page-blocks.js';

const folder = 'docs/recipes';
const recipes = sourceFiles(folder).filter((path) => path.endsWith('.md'));
const names = recipes.map((path) => path.slice(folder.length + 1));

/** The paths that a page names between backticks. Of a path with a placeholder such as `<name>` only the folder before it. */
function pathsIn(text: string): string[] {
  const quoted = [...text.matchAll(/`((?:src|test|docs|tools)\/[^`\s]*)`/g)].map(([, path = '']) => path);
  return quoted.map((path) => (/[<*…]/.test(path) ? dirname(path.replace(/[<*…].*/, 'x')) : path));
}

interface Quote {
  readonly path: string;
  readonly line: string;
}

/** The added lines of the hunks of a page below the name of their file. A line with an ellipsis is shortened, so it is left out. */
function quotesIn(text: string): Quote[] {
  const hunks = blocksOf(text).filter(({ language }) => language === 'diff');
  return hunks.flatMap(({ text: hunk }) => {
    let path = '';
    return hunk.split('\n').flatMap((each) => {
      path = /^ ((?:src|test|docs)\/\S+|\.env\.example) \(/.exec(each)?.[1] ?? path;
      const line = each.slice(1).trim();
      return path === '' || !each.startsWith('+') || line === '' || line.includes('...') ? [] : [{ path, line }];
    });
  });
}

function isIn({ path, line }: Quote): boolean {
  return sourceText(path)
    .split('\n')
    .some((each) => each.trim() === line);
}

describe('a recipe', () => {
  it.each(recipes)('names only paths that exist: %s', (page) => {
    expect(pathsIn(sourceText(page)).filter((path) => !existsSync(path))).toEqual([]);
  });

  it.each(recipes)('shows lines that the files contain today: %s', (page) => {
    expect(quotesIn(sourceText(page)).filter((quote) => !isIn(quote))).toEqual([]);
  });

  it('is linked by the index and by CONTRIBUTING.md', () => {
    const others = names.filter((name) => name !== 'README.md');
    expect(others.filter((name) => !sourceText(join(folder, 'README.md')).includes(`](${name})`))).toEqual([]);
    expect(others.filter((name) => !sourceText('CONTRIBUTING.md').includes(`](docs/recipes/${name})`))).toEqual([]);
  });
});

describe('the check of recipes', () => {
  it('finds a path that is gone, and the folder of a placeholder', () => {
    expect(pathsIn('`src/gone.ts`, `src/gone/<name>.ts`, `npm run arch`, src/unquoted.ts')).toEqual(['src/gone.ts', 'src/gone']);
  });

  it('finds added lines under their file, and leaves out what is shortened', () => {
    const page = '```diff\n+unnamed\n src/main.ts (2 lines)\n+  one\n context\n+two(...)\n```\n';
    expect(quotesIn(page)).toEqual([{ path: 'src/main.ts', line: 'one' }]);
  });
});
