import { PassThrough } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { CommandFailed } from '../failure.js';
import { readSecret } from './read-secret.js';

/** Standard input with what was typed or pasted at a terminal. */
function terminal(...typed: readonly string[]): NodeJS.ReadableStream & { isTTY: boolean } {
  const input = Object.assign(new PassThrough(), { isTTY: true });
  for (const text of typed) input.write(text);
  return input;
}

describe('a secret at a terminal', () => {
  it('is the line that was typed', async () => {
    expect(await readSecret('', terminal(' se', 'cret\r'))).toBe(' secret');
  });

  it.each([
    ['several lines', '-----BEGIN KEY-----\rMIIE\r-----END KEY-----\r'],
    ['a second line without an end', '{\n  "type": "service_account"'],
    ['several lines with line ends of Windows', 'one\r\ntwo\r\n'],
  ])('is refused with %s, of which only the first would be stored', async (_, pasted) => {
    const read = readSecret('', terminal(pasted));
    await expect(read).rejects.toThrow(CommandFailed);
    await expect(read).rejects.toThrow('The value has several lines: pass it on standard input');
  });

  it.each([
    ['Ctrl-D', '\u0004'],
    ['an empty line', '\r'],
  ])('is missing after %s', async (_, typed) => {
    await expect(readSecret('', terminal(typed))).rejects.toThrow('Nothing was entered');
  });
});

describe('a secret on standard input', () => {
  it('is the whole input without its last line break', async () => {
    const input = Object.assign(new PassThrough(), { isTTY: false });
    input.end('-----BEGIN KEY-----\nMIIE\n');
    expect(await readSecret('', input)).toBe('-----BEGIN KEY-----\nMIIE');
  });
});
