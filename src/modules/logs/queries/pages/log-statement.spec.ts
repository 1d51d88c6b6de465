import { describe, expect, it } from '@jest/globals';
import { accesses, firstAccess } from './log-access.js';
import { modelSetsStatement } from './log-counts.js';
import { containing, filterConditions, partsOf, type RowFilter } from './log-filter.js';
import { countStatement, executionStatement, gatherStatement, walkStatement, type LogRequest, type MonthsRange } from './log-statement.js';

const workspaceId = '0199a1b2-0000-7000-8000-000000000001';
const workflowId = '0199a1b2-0000-7000-8000-000000000002';
const otherWorkflowId = '0199a1b2-0000-7000-8000-000000000003';

function conditionsOf(filter: Omit<RowFilter, 'workspaceId'>): { text: string; values: unknown[] } {
  const values: unknown[] = [];
  const whole = { workspaceId, ...filter };
  const text = filterConditions(whole, partsOf(whole, ['workspaceId']), (value) => `$${values.push(value)}`).join(' and ');
  return { text, values };
}

function request(filter: Omit<RowFilter, 'workspaceId'>, more: Partial<LogRequest> = {}): LogRequest {
  return { filter: { workspaceId, ...filter }, order: 'desc', limit: 10, ...more };
}

describe('the conditions of a filter', () => {
  it('are none when nothing is narrowed', () => {
    expect(conditionsOf({})).toEqual({ text: '', values: [] });
  });

  it.each<[string, Omit<RowFilter, 'workspaceId'>, string, unknown[]]>([
    ['workflows', { workflowIds: [workflowId, otherWorkflowId] }, 'l.workflow_id = any($1::uuid[])', [[workflowId, otherWorkflowId]]],
    ['triggers', { triggers: ['api', 'carrier-pigeon'] }, 'l.trigger = any($1::text[])', [['api', 'carrier-pigeon']]],
    [
      'kinds and providers of sources',
      { sources: ['github'] },
      `(l.trigger_source->>'kind' = any($1::text[]) or l.trigger_source->>'provider' = any($1::text[]))`,
      [['github']],
    ],
    ['the level', { level: 'error' }, 'l.level = $1', ['error']],
    [
      'start dates',
      { startDate: '2031-01-01T00:00:00.000Z', endDate: '2031-02-01T00:00:00.000Z' },
      'l.started_at >= $1 and l.started_at <= $2',
      ['2031-01-01T00:00:00.000Z', '2031-02-01T00:00:00.000Z'],
    ],
    ['durations', { minDurationMs: 5, maxDurationMs: 900 }, 'l.duration_ms >= $1 and l.duration_ms <= $2', [5, 900]],
    ['costs', { minCost: 0.01, maxCost: 2 }, 'l.cost >= $1 and l.cost <= $2', [0.01, 2]],
    ['the model', { model: 'm-large' }, 'l.models @> array[$1]', ['m-large']],
    ['an id that the caller chose', { callerExecutionId: 'order-17' }, 'l.caller_execution_id = $1', ['order-17']],
    ['an id of ours', { id: workflowId }, 'l.id = $1', [workflowId]],
    ['the text of an error', { errorText: '50% of a_b\\c' }, 'l.error ilike $1', ['%50\\% of a\\_b\\\\c%']],
  ])('narrow by %s', (_, filter, text, values) => {
    expect(conditionsOf(filter)).toEqual({ text, values });
  });

  it('take zero for a bound and not for an absent one', () => {
    expect(conditionsOf({ minDurationMs: 0, minCost: 0 })).toEqual({ text: 'l.duration_ms >= $1 and l.cost >= $2', values: [0, 0] });
  });

  it('take the signs of a pattern for themselves', () => {
    expect(containing('a%b')).toBe(String.raw`%a\%b%`);
  });
});

describe('statements about entries', () => {
  const quoted = `'; drop table execution_log; --`;
  const filter = { callerExecutionId: quoted, model: quoted, triggers: [quoted], errorText: quoted };

  it('never hold a value of the caller in their text', () => {
    const access = firstAccess({ workspaceId, ...filter });
    const after = { startedAt: quoted, id: quoted };
    const texts = [
      walkStatement(request(filter, { after }), access, 100),
      gatherStatement(request(filter, { after }), access, 100),
      countStatement(access, 100),
      modelSetsStatement({ workspaceId, ...filter }),
      executionStatement(quoted, [workspaceId], false),
    ].map(({ text }) => text);
    expect(texts.filter((text) => text.includes('drop'))).toEqual([]);
  });

  it.each([
    ['desc', '<'],
    ['asc', '>'],
  ] as const)('go on behind the last entry, in order %s', (order, sign) => {
    const after = { startedAt: '2031-01-01T00:00:00.000Z', id: workflowId };
    const wanted = request({}, { order, limit: 3, after });
    const { text, values } = walkStatement(wanted, firstAccess(wanted.filter), 100);
    expect(text).toContain(`(l.started_at, l.id) ${sign} ($2, $3) order by l.started_at ${order}, l.id ${order} limit $1`);
    expect(values).toEqual([3, after.startedAt, after.id, workspaceId]);
  });

  it('visit no more rows than they may before they look at what else is wanted', () => {
    const wanted = request({ minCost: 1 });
    const { text, values } = walkStatement(wanted, firstAccess(wanted.filter), 777);
    expect(text).toMatch(/limit \$3\) l where l\.cost >= \$1 limit \$2/);
    expect(values).toEqual([1, 10, 777, workspaceId, workspaceId]);
  });

  it('name the months where their ids would be the way to all runs of these instead of the text', () => {
    const tables = ['execution_log_203101', 'execution_log_203102'];
    const months: MonthsRange = { tables, ids: [workflowId, otherWorkflowId] };
    const gathered = (filter: Omit<RowFilter, 'workspaceId'>): string => {
      const [access] = accesses({ workspaceId, ...filter });
      if (access === undefined) throw new Error('There is no way');
      return gatherStatement(request(filter), access, 100, months).text;
    };
    expect(gathered({ errorText: 'timed out' })).toContain(
      '(select * from execution_log_203101 union all select * from execution_log_203102) l',
    );
    expect(gathered({ errorText: 'timed out' })).not.toContain('l.id >=');
    expect(gathered({ minCost: 1 })).toMatch(/from execution_log l where .*l\.id >= \$\d and l\.id < \$\d/);
  });

  it('are the same text for pages of any length, so that a connection plans them once', () => {
    const [one, many] = [10, 100].map((limit) => request({ minCost: 1 }, { limit }));
    const texts = [one, many].map(
      (wanted) => walkStatement(wanted ?? request({}), firstAccess({ workspaceId }), (wanted?.limit ?? 0) * 10).text,
    );
    expect(texts[0]).toBe(texts[1]);
  });
});

describe('the statement of one execution', () => {
  it('looks in the given workspaces alone', () => {
    const { text, values } = executionStatement('order-17', [workspaceId], false);
    expect(text).toContain('l.workspace_id = any($1::uuid[])');
    expect(values).toEqual([[workspaceId], 'order-17']);
  });

  it('looks for an id of ours as well when it can be one', () => {
    expect(executionStatement('order-17', [workspaceId], false).text).not.toContain('l.id =');
    expect(executionStatement(workflowId, [workspaceId], true).text).toContain('l.id =');
  });
});
