import { describe, expect, it } from '@jest/globals';
import { envExample, settingsHelp } from '#host/config/help.js';
import { parseConfig } from '#host/config/config.js';
import { variables } from '#host/config/variables.js';
import { sourceText } from '../support/architecture/source-files.js';

const names = Object.values(variables).map(({ name }) => name);

describe('.env.example', () => {
  it('is what the settings say about themselves', () => {
    expect(sourceText('.env.example')).toBe(envExample());
  });

  it('shows every setting once, with its default, switched off', () => {
    const lines = envExample().split('\n');
    for (const name of names) expect(lines.filter((line) => line.startsWith(`#${name}=`))).toHaveLength(1);
    expect(lines.filter((line) => line !== '' && !line.startsWith('#'))).toEqual([]);
  });

  it('shows defaults that mean the same as leaving them out', () => {
    const lines = [...envExample().matchAll(/^#([A-Z_]+)=(.*)$/gm)];
    const shown = Object.fromEntries(lines.map(([, name, value]) => [name, value]));
    expect(parseConfig(shown)).toEqual(parseConfig({}));
  });
});

describe('--help', () => {
  it.each(names)('explains %s', (name) => {
    expect(settingsHelp()).toMatch(new RegExp(`^  ${name} +\\S`, 'm'));
  });
});
