import { describe, expect, it } from '@jest/globals';
import { isDatabaseOutage } from './database-outage.js';

const failure = (fields: object): Error => Object.assign(new Error('It failed'), fields);

describe('an outage of the database', () => {
  it.each([
    ['the server cannot be reached', { code: 'ECONNREFUSED', syscall: 'connect' }],
    ['its socket is gone', { code: 'ENOENT', syscall: 'connect' }],
    ['the connection broke', { code: 'ECONNRESET' }],
    ['the server is shutting down', { code: '57P01' }],
    ['the server is starting', { code: '57P03' }],
    ['a lock was not to be had', { code: '55P03' }],
    ['its disk fails', { code: '58030' }],
    ['the driver lost its connection', { message: 'Connection terminated unexpectedly' }],
  ])('is when %s', (_reason, fields) => {
    expect(isDatabaseOutage(failure(fields))).toBe(true);
  });

  it.each([
    ['a file is missing', { code: 'ENOENT', syscall: 'open' }],
    ['a value is not unique', { code: '23505' }],
    ['a statement is wrong', { code: '42601' }],
    ['anything else', {}],
  ])('is not when %s', (_reason, fields) => {
    expect(isDatabaseOutage(failure(fields))).toBe(false);
  });

  it('is not what is no error', () => {
    expect(isDatabaseOutage('ECONNREFUSED')).toBe(false);
  });
});
