import { describe, expect, it } from '@jest/globals';
import { readdirSync } from 'node:fs';
import { blocksOf } from '../support/documentation/page-blocks.js';
import { houseOrder, mapOf } from '../support/architecture/house-map.js';
import { sourceText } from '../support/architecture/source-files.js';

describe.each(['README.md', 'docs/architecture.md'])('the map in %s', (page) => {
  it('is the order of .dependency-cruiser.mjs: after a change, paste the expected text into the block `text map`', async () => {
    const [map] = blocksOf(sourceText(page)).filter(({ marks }) => marks[0] === 'map');
    expect(map?.text.trimEnd()).toBe(mapOf(await houseOrder()));
  });
});

describe('docs/architecture.md', () => {
  it.each(['src', 'src/modules'])('describes each folder of %s in one line', (folder) => {
    const described = [...sourceText('docs/architecture.md').matchAll(/^\| `([a-z]+)\/?` \|/gm)].map(([, name]) => name);
    const folders = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(folders.map(({ name }) => name).filter((name) => !described.includes(name))).toEqual([]);
  });
});

describe('the glossary', () => {
  const terms = [...sourceText('docs/glossary.md').matchAll(/^\| \*\*(.+?)\*\*/gm)].map(([, term = '']) => term);

  it('has each term once', () => {
    expect(terms.filter((term, at) => terms.indexOf(term) !== at)).toEqual([]);
  });

  it('is in alphabetical order', () => {
    expect(terms).toEqual(terms.toSorted((a, b) => a.localeCompare(b, 'en')));
  });

  it('gives no term a qualifier in parentheses: two meanings need two terms', () => {
    expect(sourceText('docs/glossary.md').match(/^\| \*\*.+?\*\* \(/gm) ?? []).toEqual([]);
  });
});
