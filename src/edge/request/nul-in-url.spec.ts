import { describe, expect, it } from '@jest/globals';
import type { Request, Response } from 'express';
import { refuseNulInUrl } from './nul-in-url.js';

function outcomeOf(url: string): unknown {
  let outcome: unknown;
  void refuseNulInUrl()({ url } as Request, {} as Response, (error?: unknown) => {
    outcome = error;
  });
  return outcome;
}

describe('NUL in an address', () => {
  it.each(['/', '/api/v1/logs?limit=1', '/a?b=%2500', '/a%2500', '/a?b=%c0%80', '/a?b=00%25', '/ä?b=c?d'])('lets %s pass', (url) => {
    expect(outcomeOf(url)).toBeUndefined();
  });

  it.each([
    ['/api/workflows/a%00/execute', []],
    ['/a%00?b=%00', []],
    ['/a?limit=%00', ['limit']],
    ['/a?x=1&b=x%00y&c=1', ['b']],
    ['/a?b=1%25&c=%ff%00', ['c']],
    ['/a?b%00=1', ['b']],
    ['//a%00', []],
    ['/a?b=c?d%00', ['b']],
    ['/a?b[%00]=1', ['b[]']],
  ])('refuses %s', (url, path) => {
    expect(outcomeOf(url)).toMatchObject({ kind: 'invalid', code: 'VALIDATION_FAILED', details: [{ path }] });
  });
});
