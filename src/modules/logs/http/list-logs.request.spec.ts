import { describe, expect, it } from '@jest/globals';
import { ValidationPipe } from '#edge/body/fields/validation.pipe.js';
import { ApiKeyCaller } from '#kernel/caller.js';
import type { DomainError, ErrorDetail } from '#kernel/errors.js';
import type { ListLogs } from '../queries/list-logs.query.js';
import { ListLogsRequest } from './list-logs.request.js';

const caller = new ApiKeyCaller({
  userId: 'u1',
  keyId: 'k1',
  keyKind: 'personal',
  workspaceId: null,
  scope: 'admin',
  isOperator: false,
  account: { userId: 'u1', organizationId: null, plan: null },
  organizations: new Map(),
  workspaces: new Map(),
});

function message(query: Record<string, string>): ListLogs {
  const request = new ValidationPipe().transform({ workspaceId: 'w1', ...query }, { type: 'query', metatype: ListLogsRequest });
  return (request as ListLogsRequest).toMessage(caller);
}

function details(query: Record<string, string>): readonly ErrorDetail[] {
  try {
    message(query);
    return [];
  } catch (error) {
    return (error as DomainError).details ?? [];
  }
}

/** The first field that is refused, and why. */
const refusal = (query: Record<string, string>): string | undefined =>
  details(query).map(({ path, message: text }) => `${path.join('.')}: ${text}`)[0];

const refusals = (query: Record<string, string>): unknown[] => details(query).map(({ path }) => path[0]);

const given = (query: Record<string, string>): object => JSON.parse(JSON.stringify(message(query).filter)) as object;

describe('the query of a list of logs', () => {
  it('needs a workspace', () => {
    expect(() => new ValidationPipe().transform({}, { type: 'query', metatype: ListLogsRequest })).toThrow('workspaceId is required');
  });

  it('narrows nothing, shows the newest hundred and tells the basics when nothing else is said', () => {
    expect(given({})).toEqual({ workspaceId: 'w1' });
    expect(message({}).page).toEqual({ limit: 100, order: 'desc', cursor: undefined });
    expect(message({}).include).toEqual({ workflow: false, traceSpans: false, finalOutput: false });
  });

  it('reads statuses, and names those that exist beside one that does not', () => {
    expect(given({ status: 'running,paused' })).toEqual({ workspaceId: 'w1', statuses: ['running', 'paused'] });
    expect(refusal({ status: 'running,queued' })).toBe(
      'status: each member of status must be one of: running, paused, completed, failed, cancelled',
    );
  });

  it('reads lists and drops their empty members', () => {
    expect(given({ workflowIds: 'a,,b, c ', triggers: 'api' })).toEqual({
      workspaceId: 'w1',
      workflowIds: ['a', 'b', 'c'],
      triggers: ['api'],
    });
  });

  it('takes `all` among the triggers for no filter', () => {
    expect(given({ triggers: 'api,all' })).toEqual({ workspaceId: 'w1' });
  });

  it('reads bounds', () => {
    const bounds = { minDurationMs: '0', maxDurationMs: '1500', minCost: '0.005', maxCost: '12' };
    expect(given(bounds)).toEqual({ workspaceId: 'w1', minDurationMs: 0, maxDurationMs: 1500, minCost: 0.005, maxCost: 12 });
  });

  it('reads dates as moments in UTC', () => {
    expect(given({ startDate: '2031-03-04', endDate: '2031-03-04T07:06:07+02:00' })).toEqual({
      workspaceId: 'w1',
      startDate: '2031-03-04T00:00:00.000Z',
      endDate: '2031-03-04T05:06:07.000Z',
    });
  });

  it('does not take an empty cursor for the first page', () => {
    expect(message({ cursor: '' }).page.cursor).toBe('');
  });

  it.each([
    ['0', 1],
    ['-5', 1],
    ['17', 17],
    ['5000', 1000],
    ['99999999999999999999', 1000],
  ])('brings a limit of %s to %i', (limit, expected) => {
    expect(message({ limit }).page.limit).toBe(expected);
  });

  it('tells histories only with full details', () => {
    const flags = { includeTraceSpans: 'true', includeFinalOutput: '1' };
    expect(message(flags).include).toEqual({ workflow: false, traceSpans: false, finalOutput: false });
    expect(message({ ...flags, details: 'full' }).include).toEqual({ workflow: true, traceSpans: true, finalOutput: true });
  });

  it.each([
    ['level', 'warn', 'level must be one of the following values: info, error'],
    ['details', 'all', 'details must be one of the following values: basic, full'],
    ['order', 'newest', 'order must be one of the following values: desc, asc'],
    ['startDate', 'yesterday', 'startDate must be a date and time such as 2031-03-04T05:06:07.000Z'],
    ['endDate', '2031-02-30', 'endDate must be a date and time such as 2031-03-04T05:06:07.000Z'],
    ['minDurationMs', '1.5', 'minDurationMs must be a whole number of milliseconds'],
    ['maxDurationMs', '99999999999999999999', 'maxDurationMs must be a whole number of milliseconds'],
    ['minCost', 'cheap', 'minCost must be a number'],
    ['maxCost', '', 'maxCost must be a number'],
    ['includeTraceSpans', 'yes', 'includeTraceSpans must be true or false'],
    ['minDurationMs', '-1', 'minDurationMs must not be negative'],
    ['maxCost', '-0.01', 'maxCost must not be negative'],
    ['workflowIds', Array.from({ length: 101 }, (_, n) => n).join(), 'workflowIds must have at most 100 members'],
    ['triggers', 'x'.repeat(201), 'members of triggers must have at most 200 characters'],
    ['executionId', 'x'.repeat(201), 'executionId must have at most 200 characters'],
    ['search', 'ab', 'search must have three letters or digits in a row and at most 200 characters'],
    ['search', '-- % --', 'search must have three letters or digits in a row and at most 200 characters'],
    ['search', 'x'.repeat(201), 'search must have three letters or digits in a row and at most 200 characters'],
    ['limit', 'ten', 'limit must be a whole number'],
    ['limit', '1.5', 'limit must be a whole number'],
    ['limit', '1e1', 'limit must be a whole number'],
    ['limit', '+1', 'limit must be a whole number'],
  ])('refuses %s=%s', (field, value, text) => {
    expect(refusal({ [field]: value })).toBe(`${field}: ${text}`);
  });

  it('refuses ranges that end before they begin, all of them at once', () => {
    const reversed = {
      startDate: '2031-01-02',
      endDate: '2031-01-01',
      minDurationMs: '2',
      maxDurationMs: '1',
      minCost: '10',
      maxCost: '9',
    };
    expect(refusal(reversed)).toBe('endDate: endDate must not be below startDate');
    expect(refusals(reversed)).toEqual(['endDate', 'maxDurationMs', 'maxCost']);
    expect(refusals({ ...reversed, endDate: '2031-01-02', maxDurationMs: '2', maxCost: '10' })).toEqual([]);
  });

  it('trims what is searched for', () => {
    expect(given({ search: '  timed out ' })).toEqual({ workspaceId: 'w1', search: 'timed out' });
  });

  it.each([
    ['workflowIds', ''],
    ['workflowIds', ' ,,'],
    ['folderIds', ','],
    ['triggers', ''],
    ['status', ''],
    ['executionId', ''],
    ['model', ''],
    ['search', ' '],
  ])('does not take the empty filter %s=%j for all runs', (field, value) => {
    expect(refusal({ [field]: value })).toBe(`${field}: ${field} must not be empty: leave it out for all`);
  });
});
