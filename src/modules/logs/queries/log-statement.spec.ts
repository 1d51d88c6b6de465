import { describe, expect, it } from '@jest/globals';
import { withoutFolders, type RowFilter } from './log-filter.js';
import { executionStatement, pageStatement } from './log-statement.js';

const workspaceId = '0199a1b2-0000-7000-8000-000000000001';
const workflowId = '0199a1b2-0000-7000-8000-000000000002';
const otherWorkflowId = '0199a1b2-0000-7000-8000-000000000003';

function conditionsOf(filter: Omit<RowFilter, 'workspaceId'>): { text: string; values: unknown[] } {
  const { text, values } = pageStatement({ filter: { workspaceId, ...filter }, order: 'desc', limit: 10 });
  const where = /where l\.workspace_id = \$1(?: and )?(.*) order by/.exec(text)?.[1];
  if (where === undefined) throw new Error(`No conditions in ${text}`);
  expect(values[0]).toBe(workspaceId);
  expect(values.at(-1)).toBe(10);
  return { text: where, values: values.slice(1, -1) };
}

describe('the statement of a page of logs', () => {
  it('asks for the workspace and nothing else when no filter is given', () => {
    expect(conditionsOf({})).toEqual({ text: '', values: [] });
  });

  it.each<[string, Omit<RowFilter, 'workspaceId'>, string, unknown[]]>([
    ['one workflow', { workflowIds: [workflowId] }, 'l.workflow_id = $2', [workflowId]],
    ['workflows', { workflowIds: [workflowId, otherWorkflowId] }, 'l.workflow_id = any($2::uuid[])', [[workflowId, otherWorkflowId]]],
    ['triggers', { triggers: ['api', 'carrier-pigeon'] }, 'l.trigger = any($2::text[])', [['api', 'carrier-pigeon']]],
    ['the level', { level: 'error' }, `l.level = 'error'`, []],
    [
      'start dates',
      { startDate: '2031-01-01T00:00:00.000Z', endDate: '2031-02-01T00:00:00.000Z' },
      'l.started_at >= $2 and l.started_at <= $3',
      ['2031-01-01T00:00:00.000Z', '2031-02-01T00:00:00.000Z'],
    ],
    ['durations', { minDurationMs: 5, maxDurationMs: 900 }, 'l.duration_ms >= $2 and l.duration_ms <= $3', [5, 900]],
    ['costs', { minCost: 0.01, maxCost: 2 }, 'l.cost >= $2 and l.cost <= $3', [0.01, 2]],
    ['the model', { model: 'm-large' }, 'l.models @> array[$2]', ['m-large']],
    ['an id that the caller chose', { executionId: 'order-17' }, 'l.caller_execution_id = $2', ['order-17']],
    ['an id that may be ours', { executionId: workflowId }, '(l.id = $3 or l.caller_execution_id = $2)', [workflowId, workflowId]],
  ])('narrows by %s', (_, filter, text, values) => {
    expect(conditionsOf(filter)).toEqual({ text, values });
  });

  it('looks for no workflow when none of the given ids can be one', () => {
    expect(conditionsOf({ workflowIds: ['nonsense', '17'] })).toEqual({ text: 'l.workflow_id = any($2::uuid[])', values: [[]] });
  });

  it('takes zero for a bound and not for an absent one', () => {
    expect(conditionsOf({ minDurationMs: 0, minCost: 0 })).toEqual({ text: 'l.duration_ms >= $2 and l.cost >= $3', values: [0, 0] });
  });

  it('never holds a value of the caller in its text', () => {
    const quoted = `'; drop table execution_log; --`;
    const { text } = conditionsOf({ executionId: quoted, model: quoted, triggers: [quoted], workflowIds: [quoted] });
    expect(text).not.toContain('drop');
  });

  it.each([
    ['desc', '<'],
    ['asc', '>'],
  ] as const)('goes on behind the last entry, in order %s', (order, sign) => {
    const after = { startedAt: '2031-01-01T00:00:00.000Z', id: workflowId };
    const { text, values } = pageStatement({ filter: { workspaceId }, order, limit: 3, after });
    expect(text).toContain(`and (l.started_at, l.id) ${sign} ($2, $3) order by l.started_at ${order}, l.id ${order} limit $4`);
    expect(values).toEqual([workspaceId, after.startedAt, after.id, 3]);
  });
});

describe('the statement of one execution', () => {
  it('looks in the given workspaces alone', () => {
    const { text, values } = executionStatement('order-17', [workspaceId]);
    expect(text).toContain('where l.workspace_id = any($1::uuid[]) and l.caller_execution_id = $2');
    expect(values).toEqual([[workspaceId], 'order-17', 1]);
  });
});

describe('a filter by folders', () => {
  it('becomes one by the workflows in them', () => {
    expect(withoutFolders({ workspaceId, folderIds: ['f'] }, [workflowId])).toEqual({ workspaceId, workflowIds: [workflowId] });
  });

  it('keeps of the given workflows those in the folders', () => {
    const filter = { workspaceId, folderIds: ['f'], workflowIds: [workflowId] };
    expect(withoutFolders(filter, [workflowId, otherWorkflowId]).workflowIds).toEqual([workflowId]);
    expect(withoutFolders(filter, [otherWorkflowId]).workflowIds).toEqual([]);
  });

  it('matches nothing when the folders are empty', () => {
    expect(withoutFolders({ workspaceId, folderIds: ['f'] }, []).workflowIds).toEqual([]);
  });
});
