import { describe, expect, it } from '@jest/globals';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sourceFiles, sourceText } from '../support/architecture/source-files.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const pages = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...sourceFiles('docs', 'src').filter((path) => path.endsWith('.md'))];

const commandPages = [...pages, ...sourceFiles('examples').filter((path) => path.endsWith('.md'))].filter(
  (page) => !/^docs\/(cli\.md|adr\/)|^CHANGELOG|^CONTRIBUTING/.test(page) && sourceText(page).includes('npx sluice'),
);

/** The targets of the links of a page inside the repository, as paths from its root. */
function linksOf(page: string): string[] {
  const targets = [...sourceText(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target.replace(/#.*/, ''));
  return targets.filter((target) => target !== '' && !/^[a-z]+:/.test(target)).map((target) => join(dirname(page), target));
}

describe('the pages', () => {
  it.each(pages)('of %s link to existing files', (page) => {
    expect(linksOf(page).filter((target) => !existsSync(join(root, target)))).toEqual([]);
  });

  it.each(commandPages)('%s says where `npx sluice` runs, since the name belongs to no package elsewhere', (page) => {
    expect(linksOf(page)).toContain('docs/cli.md');
  });

  it('leave to messages the name of the command, which depends on how the program was started', () => {
    const sources = sourceFiles('src', 'console/src').filter((path) => /(?<!\.spec)\.tsx?$/.test(path));
    expect(sources.filter((path) => sourceText(path).includes('npx sluice'))).toEqual(['src/host/program/command-name.ts']);
  });

  it('of decisions are all in their list, in order and under their titles', () => {
    const decisions = sourceFiles('docs/adr').filter((path) => /\/\d{4}-/.test(path));
    const rows = decisions.toSorted().map((path) => {
      const [, number = '', title = ''] = /^# (\d{4}): (.+)/.exec(sourceText(path)) ?? [];
      return `| [${number}](${path.replace('docs/adr/', '')}) | ${title} |`;
    });
    expect(sourceText('docs/adr/README.md').match(/^\| \[.*/gm)).toEqual(rows);
  });
});
