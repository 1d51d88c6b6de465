import { BadRequestException, HttpException, NotFoundException, PayloadTooLargeException } from '@nestjs/common';
import { describe, expect, it } from '@jest/globals';
import { LeaseLost, StreamConflict, UniqueConflict } from '#ledger/events/event-store.js';
import { conflict, DomainError, forbidden, invalidField, notFound, type ErrorKind } from '#kernel/errors.js';
import { errorAnswer } from './error-answer.js';

const coded = (code: string): Error => Object.assign(new Error('secret words of a driver'), { code });

describe('the answer to an error', () => {
  it.each<[ErrorKind, number]>([
    ['invalid', 400],
    ['unauthenticated', 401],
    ['payment-required', 402],
    ['forbidden', 403],
    ['not-found', 404],
    ['timeout', 408],
    ['conflict', 409],
    ['too-large', 413],
    ['unsupported-media', 415],
    ['unprocessable', 422],
    ['limited', 429],
    ['unavailable', 503],
  ])('has the message and the code of a refusal: %s is %i', (kind, status) => {
    expect(errorAnswer(new DomainError(kind, 'SOME_CODE', 'A sentence'))).toMatchObject({
      status,
      body: { error: 'A sentence', code: 'SOME_CODE' },
    });
  });

  it('names the field of a bad request', () => {
    expect(errorAnswer(invalidField('name', 'name is required', 'required'))).toEqual({
      status: 400,
      body: {
        error: 'name is required',
        code: 'VALIDATION_FAILED',
        details: [{ path: ['name'], message: 'name is required', code: 'required' }],
      },
    });
  });

  it('has details with every 400', () => {
    for (const error of [new DomainError('invalid', 'ODD', 'Odd'), new BadRequestException('inner words')]) {
      const { body } = errorAnswer(error);
      expect(body.details).toEqual([{ path: [], message: body.error, code: 'invalid' }]);
    }
  });

  it('has no details where there are none', () => {
    for (const error of [forbidden(), notFound('Table'), conflict('CONFLICT', 'x')])
      expect(errorAnswer(error).body).not.toHaveProperty('details');
  });

  it.each([
    [undefined, 1],
    [0, 1],
    [0.2, 1],
    [1.01, 2],
    [30, 30],
  ])('gives the time until a retry in whole seconds: %p becomes %i', (retryAfterSeconds, expected) => {
    const options = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
    for (const kind of ['limited', 'unavailable'] as const) {
      expect(errorAnswer(new DomainError(kind, 'X', 'x', options)).retryAfterSeconds).toBe(expected);
    }
  });

  it('is a conflict when a concurrent change was faster', () => {
    for (const error of [new StreamConflict(), new UniqueConflict('some_rule')]) {
      expect(errorAnswer(error)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
      expect(JSON.stringify(errorAnswer(error))).not.toContain('some_rule');
    }
  });

  it.each([
    [new NotFoundException('Cannot GET /secret'), 404, 'NOT_FOUND'],
    [new PayloadTooLargeException('File too large'), 413, 'PAYLOAD_TOO_LARGE'],
    [new HttpException('teapot', 418), 400, 'VALIDATION_FAILED'],
    [new HttpException('inner', 502), 500, 'INTERNAL'],
  ])('never contains the message of the framework: %s', (error, status, code) => {
    const answer = errorAnswer(error);
    expect(answer).toMatchObject({ status, body: { code } });
    expect(JSON.stringify(answer.body)).not.toContain(error.message);
  });

  it.each(['08006', '53300', '53100', '57P01', '57P03', '57014', '55P03', '40001', '40P01', '25006', 'ECONNREFUSED', 'ECONNRESET'])(
    'is to try again when the database cannot answer now: %s',
    (code) => {
      expect(errorAnswer(coded(code))).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' }, retryAfterSeconds: 1 });
    },
  );

  it('is to try again when another process has taken the work over', () => {
    expect(errorAnswer(new LeaseLost())).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' }, retryAfterSeconds: 1 });
  });

  it.each([
    'timeout exceeded when trying to connect',
    'Connection terminated unexpectedly',
    'Cannot use a pool after calling end on the pool',
    'Client was closed and is not queryable',
  ])('is the same for what the driver says: %s', (words) => {
    expect(errorAnswer(new Error(words)).status).toBe(503);
  });

  it.each([coded('42P01'), coded('22P02'), coded('23502'), new Error('anything'), new TypeError('x is not a function'), 'text', undefined])(
    'does not reveal the cause of an unexpected error: %s',
    (error) => {
      expect(errorAnswer(error)).toEqual({ status: 500, body: { error: 'Internal server error', code: 'INTERNAL' } });
    },
  );
});
