import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { createLogger, isText, type Logger } from './logger.js';

/** The first line of a log in this form. */
async function lineOf(logFormat: 'json' | 'text', write: (log: Logger) => void = warn): Promise<string> {
  const lines = new PassThrough({ encoding: 'utf8' });
  const written = once(lines, 'data') as Promise<[string]>;
  write(createLogger({ logLevel: 'info', logFormat }, lines));
  return (await written)[0];
}

function warn(log: Logger): void {
  log.warn({ status: 404, path: '/api/wrong', apiKey: 'sk-sluice-secret' }, 'request');
}

describe('the log', () => {
  it('is JSON for programs', async () => {
    expect(JSON.parse(await lineOf('json'))).toMatchObject({ level: 40, msg: 'request', status: 404, apiKey: '[redacted]' });
  });

  it('is one line of words for people, without secrets either', async () => {
    expect(await lineOf('text')).toMatch(/^\[\d\d:\d\d:\d\d\] WARN: request \{.*"path":"\/api\/wrong".*"apiKey":"\[redacted\]"\}\n$/);
  });

  it.each(['json', 'text'] as const)(
    'shows of an error what it says, and neither rows nor addresses that it carries (%s)',
    async (format) => {
      const fault = Object.assign(new Error('duplicate key'), {
        code: '23505',
        constraint: 'user_email',
        detail: 'Key (email)=(ada@example.org) already exists.',
        where: 'JSON data, line 1: {"iban": "DE02"',
        parameters: ['ada@example.org'],
        rejected: ['ada@example.org'],
      });
      const line = await lineOf(format, (log) => log.error({ err: fault }, 'Background work failed'));
      for (const shown of ['Background work failed', 'duplicate key', '23505', 'user_email', 'logger.spec.ts'])
        expect(line).toContain(shown);
      expect(line).not.toMatch(/ada@example|DE02/);
    },
  );

  it.each([
    ['auto', true, true],
    ['auto', false, false],
    ['json', true, false],
    ['text', false, true],
  ] as const)('in the form %s on a terminal (%s) is text: %s', (format, isTerminal, expected) => {
    expect(isText(format, isTerminal)).toBe(expected);
  });
});
