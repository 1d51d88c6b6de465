import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { readModelsFile } from '#host/config/models/models-file.js';
import { modelsFile, modelsFileText } from './models-file.js';
import { scenarios } from './scenarios/catalogue.js';

describe('the models file of the test provider', () => {
  it('is the one among the examples', () => {
    expect(readFileSync('examples/models.fake.json', 'utf8')).toBe(`${modelsFileText('http://127.0.0.1:4010')}\n`);
    expect(JSON.parse(modelsFileText('http://127.0.0.1:1'))).toEqual(modelsFile('http://127.0.0.1:1'));
  });

  it('is accepted by the server, with a provider for each dialect', () => {
    const { providers } = readModelsFile('examples/models.fake.json');
    expect(providers.map(({ kind }) => kind)).toEqual(['openai-compatible', 'openai', 'anthropic', 'google']);
    expect(providers.every(({ allowPrivate, anyModel }) => allowPrivate && anyModel)).toBe(true);
  });
});

describe('the page of the test provider', () => {
  it('lists every scenario', () => {
    const rows = [...readFileSync('docs/test-provider.md', 'utf8').matchAll(/^\| `([^` ]+)` \| (.*) \|$/gm)].map(([, name, about]) => [
      name,
      about,
    ]);
    expect(rows).toEqual(
      Object.entries(scenarios).map(([name, { takes = '', about }]) => [
        `${name}${takes}`.replaceAll('|', '\\|'),
        about.replaceAll('|', '\\|'),
      ]),
    );
  });
});
