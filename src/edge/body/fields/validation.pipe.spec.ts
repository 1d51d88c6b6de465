import type { ArgumentMetadata } from '@nestjs/common';
import { describe, expect, it } from '@jest/globals';
import { IsBoolean, IsIn, IsObject, IsOptional } from 'class-validator';
import type { DomainError } from '#kernel/errors.js';
import { PageRequest } from '#edge/request/page.request.js';
import { HoldsOnly, Nested, type RequestClass } from './request-class.js';
import { IsIdentifier, IsMoment, IsText, MayBeAbsent, QueryBoolean, QueryInteger, refuseReversed } from '#edge/request/request-fields.js';
import { ValidationPipe } from './validation.pipe.js';

class Column {
  @IsText(10)
  name!: string;

  @IsOptional()
  @IsBoolean()
  required?: boolean | null;
}

class Body {
  @IsText(10)
  name!: string;

  @MayBeAbsent()
  @IsIn(['a', 'b'])
  kind?: string;

  @MayBeAbsent()
  @IsObject()
  data?: Record<string, unknown>;

  @MayBeAbsent()
  @Nested(() => Column)
  column?: Column;

  @MayBeAbsent()
  @HoldsOnly(['name', 'value'])
  parts?: unknown;
}

class Filter extends PageRequest {
  @IsIdentifier()
  workspaceId!: string;

  @QueryBoolean()
  deployedOnly = false;

  @MayBeAbsent()
  @IsMoment()
  since?: string;

  @QueryInteger(-5, 5)
  offset = 0;
}

const pipe = new ValidationPipe();

function read<T extends object>(value: unknown, metatype: new () => T, type: ArgumentMetadata['type'] = 'body'): T {
  return pipe.transform(value, { type, metatype, data: undefined }) as T;
}

function problems(value: unknown, metatype: RequestClass, type: ArgumentMetadata['type'] = 'body'): DomainError['details'] {
  return refusal(() => read(value, metatype, type));
}

function refusal(work: () => unknown): DomainError['details'] {
  try {
    work();
    return undefined;
  } catch (error) {
    return (error as DomainError).details;
  }
}

const query = (parameters: Record<string, unknown>): Filter => read({ workspaceId: 'w', ...parameters }, Filter, 'query');
const queryProblems = (parameters: Record<string, unknown>): DomainError['details'] =>
  problems({ workspaceId: 'w', ...parameters }, Filter, 'query');

describe('a body', () => {
  it('becomes an instance, trimmed', () => {
    const body = read({ name: ' x ', kind: 'a' }, Body);
    expect(body).toBeInstanceOf(Body);
    expect(body).toEqual({ name: 'x', kind: 'a' });
  });

  it('keeps free-form objects exactly as they were sent', () => {
    const data = JSON.parse(
      '{"toString":"a","valueOf":1,"then":{"hasOwnProperty":[1,{"isPrototypeOf":null}]},"date":"2031-01-01"}',
    ) as Record<string, unknown>;
    expect(read({ name: 'x', data }, Body).data).toBe(data);
  });

  it('names every bad field, with one problem each', () => {
    expect(problems({ name: '   ', kind: 'c', data: [] }, Body)).toEqual([
      { path: ['name'], message: 'name must have 1 to 10 characters', code: 'out_of_range' },
      { path: ['kind'], message: 'kind must be one of the following values: a, b', code: 'not_allowed' },
      { path: ['data'], message: 'data must be an object', code: 'invalid_type' },
    ]);
  });

  it('reports a missing field as required, and for null what the field must be', () => {
    expect(problems({}, Body)).toEqual([{ path: ['name'], message: 'name is required', code: 'required' }]);
    expect(problems({ name: null }, Body)).toEqual([{ path: ['name'], message: 'name must be a string', code: 'invalid_type' }]);
    expect(problems({ name: 'x', kind: null }, Body)).toMatchObject([{ path: ['kind'] }]);
  });

  it('is refused with unknown fields, each named with the nearest known one', () => {
    expect(problems({ nam: 'x', constructor: 1 }, Body)).toEqual([
      { path: ['nam'], message: 'nam is not a field of this request. Did you mean name?', code: 'unknown_field' },
      {
        path: ['constructor'],
        message: 'constructor is not a field of this request. Known names: name, kind, data, column, parts',
        code: 'unknown_field',
      },
      { path: ['name'], message: 'name is required', code: 'required' },
    ]);
  });

  it('is refused with unknown fields of nested objects and of objects in a list', () => {
    expect(problems({ name: 'x', column: { name: 'c', type: 'text' }, parts: [{ name: 1 }, { nmae: 2 }] }, Body)).toMatchObject([
      { path: ['column', 'type'], code: 'unknown_field' },
      { path: ['parts', 1, 'nmae'], message: 'parts.1.nmae is not a field of this request. Did you mean name?' },
    ]);
    expect(problems({ name: 'x', parts: { value: 1, more: 2 } }, Body)).toMatchObject([{ path: ['parts', 'more'] }]);
  });

  it('names 20 unknown fields at most', () => {
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`field${at}`, at]));
    expect(problems({ name: 'x', ...many }, Body)).toHaveLength(20);
  });

  it('names the fields of nested objects in full', () => {
    const body = read({ name: 'x', column: { name: ' c ', required: null } }, Body);
    expect(body.column).toBeInstanceOf(Column);
    expect(body.column).toEqual({ name: 'c', required: null });
    expect(problems({ name: 'x', column: { name: 7 } }, Body)).toEqual([
      { path: ['column', 'name'], message: 'column.name must be a string', code: 'invalid_type' },
    ]);
    for (const column of [[], 'text', [{ name: 'c' }], 7, null])
      expect(problems({ name: 'x', column }, Body)).toMatchObject([{ path: ['column'] }]);
  });

  it.each([[[]], ['text'], [null], [undefined], [7]])('must be an object: %j', (body) => {
    expect(problems(body, Body)).toEqual([{ path: [], message: 'The request body must be a JSON object', code: 'invalid_type' }]);
  });

  it('without a request class is left alone', () => {
    const body = { any: 'thing' };
    expect(read(body, Object)).toBe(body);
    expect(read('text', String, 'param')).toBe('text');
  });
});

describe('a query', () => {
  it('has defaults', () => {
    expect(query({})).toEqual({ workspaceId: 'w', limit: 50, deployedOnly: false, offset: 0 });
  });

  it.each([
    ['true', true],
    ['TRUE', true],
    ['1', true],
    ['False', false],
    ['0', false],
  ])('has booleans: %s', (text, value) => {
    expect(query({ deployedOnly: text }).deployedOnly).toBe(value);
  });

  it.each(['', 'yes', '2', 'tru', ' true'])('refuses a value that is not a boolean: "%s"', (deployedOnly) => {
    expect(queryProblems({ deployedOnly })).toEqual([
      { path: ['deployedOnly'], message: 'deployedOnly must be true or false', code: 'invalid_type' },
    ]);
  });

  it.each(['1', '100', '007'])('has whole numbers in a range: %s', (limit) => {
    expect(query({ limit }).limit).toBe(Number(limit));
  });

  it.each(['0', '101', '-1', '1.5', '1e1', '', ' 5', 'x', '9'.repeat(400)])(
    'refuses values that are not numbers or out of range: "%s"',
    (limit) => {
      expect(queryProblems({ limit })).toMatchObject([{ path: ['limit'], message: 'limit must be a whole number from 1 to 100' }]);
    },
  );

  it('has negative numbers where they are allowed', () => {
    expect(query({ offset: '-5' }).offset).toBe(-5);
  });

  it.each(['', ' ', 'a b', '\t', 'x'.repeat(129)])('refuses ids that cannot be one: "%s" (AC-23)', (workspaceId) => {
    expect(queryProblems({ workspaceId })).toMatchObject([{ path: ['workspaceId'] }]);
  });

  it('refuses a known parameter that comes twice, and an unknown one', () => {
    expect(queryProblems({ limit: ['1', '2'], workspaceId: ['a', 'b'] })).toEqual([
      { path: ['workspaceId'], message: 'workspaceId must be given only once', code: 'repeated' },
      { path: ['limit'], message: 'limit must be given only once', code: 'repeated' },
    ]);
    expect(queryProblems({ unknown: ['1', '2'], deployed: 'true' })).toMatchObject([
      { path: ['unknown'], code: 'unknown_field' },
      { path: ['deployed'], message: 'deployed is not a parameter of this request. Did you mean deployedOnly?' },
    ]);
  });

  it.each([
    ['2031-03-04', '2031-03-04T00:00:00.000Z'],
    ['2031-03-04T05:06Z', '2031-03-04T05:06:00.000Z'],
    ['2031-03-04T05:06:07', '2031-03-04T05:06:07.000Z'],
    ['2031-03-04T05:06:07.123456Z', '2031-03-04T05:06:07.123Z'],
    ['2031-03-04T05:06:07+02:00', '2031-03-04T03:06:07.000Z'],
    ['2032-02-29T00:00:00Z', '2032-02-29T00:00:00.000Z'],
    ['0001-01-01', '0001-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ])('has moments, in UTC unless they say otherwise: %s', (since, expected) => {
    expect(query({ since }).since).toBe(expected);
  });

  it.each([
    '2031-02-29',
    '2031-02-30T00:00:00Z',
    '2031-13-01',
    '2031-1-1',
    'yesterday',
    '1700000000',
    '',
    '2031-03-04T25:00:00Z',
    '2031-03-04 05:06:07',
    '0000-01-01',
    '0001-01-01T00:00:00+14:00',
    '9999-12-31T23:59:59-14:00',
    '9999-12-31T24:00:00Z',
  ])('refuses moments that do not exist: "%s"', (since) => {
    expect(queryProblems({ since })).toMatchObject([{ path: ['since'] }]);
  });
});

describe('a range', () => {
  const ranges = [
    ['startDate', 'endDate'],
    ['minCost', 'maxCost'],
  ] as const;

  it('may hold one moment alone, and may be open', () => {
    for (const request of [
      {},
      { startDate: '2031' },
      { endDate: '2031' },
      { startDate: '2031', endDate: '2031', minCost: 1, maxCost: 1 },
    ]) {
      expect(() => refuseReversed(request, ranges)).not.toThrow();
    }
  });

  it('that ends before it begins is refused, each by its end', () => {
    const thrown = refusal(() => refuseReversed({ startDate: '2032', endDate: '2031', minCost: 10, maxCost: 9 }, ranges));
    expect(thrown).toMatchObject([
      { path: ['endDate'], message: 'endDate must not be below startDate', code: 'reversed' },
      { path: ['maxCost'], code: 'reversed' },
    ]);
  });
});
