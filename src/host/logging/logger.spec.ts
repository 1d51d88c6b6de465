import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { createLogger, isText } from './logger.js';

/** The first line of a log in this form. */
async function lineOf(logFormat: 'json' | 'text'): Promise<string> {
  const lines = new PassThrough({ encoding: 'utf8' });
  const written = once(lines, 'data') as Promise<[string]>;
  createLogger({ logLevel: 'info', logFormat }, lines).warn({ status: 404, path: '/api/wrong', apiKey: 'sk-sluice-secret' }, 'request');
  return (await written)[0];
}

describe('the log', () => {
  it('is JSON for programs', async () => {
    expect(JSON.parse(await lineOf('json'))).toMatchObject({ level: 40, msg: 'request', status: 404, apiKey: '[redacted]' });
  });

  it('is one line of words for people, without secrets either', async () => {
    expect(await lineOf('text')).toMatch(/^\[\d\d:\d\d:\d\d\] WARN: request \{.*"path":"\/api\/wrong".*"apiKey":"\[redacted\]"\}\n$/);
  });

  it.each([
    ['auto', true, true],
    ['auto', false, false],
    ['json', true, false],
    ['text', false, true],
  ] as const)('in the form %s on a terminal (%s) is text: %s', (format, isTerminal, expected) => {
    expect(isText(format, isTerminal)).toBe(expected);
  });
});
