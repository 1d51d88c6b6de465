import { describe, expect, it } from '@jest/globals';
import { envChanges, readEnvFile } from './env-file.js';

const read = (text: string): Readonly<Record<string, string>> => Object.fromEntries(readEnvFile(text).variables);

describe('a pasted .env file', () => {
  it('sets a variable with each line', () => {
    expect(read('A=1\nexport B = two words \n\n# nothing\nC=')).toEqual({ A: '1', B: 'two words', C: '' });
  });

  it('may have comments behind values, but not in them', () => {
    expect(read('A=1 # one\nB="a # b" # end\nC=a#b')).toEqual({ A: '1', B: 'a # b', C: 'a#b' });
  });

  it('may have values of several lines between quotation marks', () => {
    expect(read('KEY="-----BEGIN\nabc\n-----END"\nNEXT=1')).toEqual({ KEY: '-----BEGIN\nabc\n-----END', NEXT: '1' });
  });

  it('has escapes between double quotation marks alone', () => {
    expect(read(String.raw`A="1\n\"2\""` + '\n' + String.raw`B='1\n2'`)).toEqual({ A: '1\n"2"', B: String.raw`1\n2` });
  });

  it('keeps equals signs of values', () => {
    expect(read('URL=postgres://a:b@c/d?e=f=')).toEqual({ URL: 'postgres://a:b@c/d?e=f=' });
  });

  it('names the lines that set nothing', () => {
    expect(readEnvFile('A=1\nwrong\n2B=3\nC="open')).toEqual({ variables: new Map([['A', '1']]), wrong: [2, 3, 4] });
  });

  it('adds names that are new, and replaces the others', () => {
    expect(envChanges(readEnvFile('B=1\nA=2\nC=3').variables, new Set(['A', 'Z']))).toEqual({ added: ['B', 'C'], replaced: ['A'] });
  });
});
