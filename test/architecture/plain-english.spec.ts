import { describe, expect, it } from '@jest/globals';
import { idiomsIn } from '../../tools/lint/plain-english.js';
import { sourceFiles, sourceText } from '../support/architecture/source-files.js';

const folders = ['docs', 'src', 'test', 'bench', 'examples', 'ops'];
const roots = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', '.env.example', 'clients/typescript/README.md', 'clients/python/README.md'];
const pages = [...roots, ...sourceFiles(...folders).filter((path) => /\.(md|sh|yml)$/.test(path) && !path.includes('node_modules'))];

describe('plain English', () => {
  it.each(pages)('is the language of %s', (page) => {
    expect(idiomsIn(sourceText(page))).toEqual([]);
  });

  it.each(['docs/openapi.json', 'docs/workflow-document.schema.json', 'ops/grafana-dashboard.json'])('is the language of %s', (path) => {
    const texts: string[] = [];
    JSON.parse(sourceText(path), (_, value: unknown) => (typeof value === 'string' ? void texts.push(value) : value));
    expect(texts.flatMap(idiomsIn)).toEqual([]);
  });
});

describe('the list of idioms', () => {
  // The bar keeps the linter from finding them in this file.
  it.each([
    'Who|ever asks',
    'it st|ands here',
    'the run goes| on',
    'what the run came| to',
    'built an|ew',
    'a server of its| own',
    'he is| told',
  ])('finds one in %j', (text) => {
    expect(idiomsIn(text.replace('|', ''))).toHaveLength(1);
  });

  it.each(['it understands', 'at a standstill', 'it stands for an id', 'the process hangs on', '`anew` is quoted'])(
    'finds none in %j',
    (text) => {
      expect(idiomsIn(text)).toEqual([]);
    },
  );

  it('finds one across a line break of a comment', () => {
    expect(idiomsIn(['the run goes', '   * on'].join('\n'))).toHaveLength(1);
  });
});
