import { describe, expect, it } from '@jest/globals';
import { connectionFault, fileFault } from './fault-in-words.js';

const withCode = (code: string): Error => Object.assign(new Error(`${code}: raw text of a library`), { code });

describe('a fault of a connection', () => {
  it.each([
    ['ECONNREFUSED', 'refuses connections'],
    ['ENOTFOUND', 'has a host name without an address'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'has a certificate that is not trusted'],
    ['CERT_HAS_EXPIRED', 'has a certificate that has expired'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'has a certificate for another name'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'does not speak TLS'],
  ])('%s is said in words', (code, words) => {
    expect(connectionFault(withCode(code))?.what).toContain(words);
  });

  it('is found among causes and among the attempts at several addresses', () => {
    const attempts = new AggregateError([withCode('EHOSTUNREACH'), withCode('ECONNREFUSED')]);
    expect(connectionFault(new Error('outer', { cause: attempts }))?.what).toBe('cannot be reached from this network');
  });

  it('is not another error, also when that contains itself', () => {
    const round = new Error('round');
    round.cause = round;
    expect([connectionFault(round), connectionFault(withCode('constructor')), connectionFault('text')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('a file that cannot be used', () => {
  it.each([
    ['ENOENT', 'in.json does not exist. Check the path; it is relative to the folder of the command.'],
    ['EACCES', 'in.json may not be used by this user. Change its permissions, or run the command as its owner.'],
    ['ENOSPC', 'in.json has no room: the disk is full. Free space, or name a place on another disk.'],
  ])('is named with the remedy for %s', (code, sentence) => {
    expect(fileFault('in.json', withCode(code))).toBe(sentence);
  });

  it('is named with any other reason', () => {
    expect(fileFault('in.json', new Error('is odd'))).toBe('in.json cannot be used: is odd');
  });
});
