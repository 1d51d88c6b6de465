import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pausesStatement, type PausesWanted } from '#modules/pauses/queries/pauses-statement.js';
import { openTestStore, type TestStore } from '../../support/open-store.js';

const id = (number: number): string => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const [workspaceId, other] = [id(1), id(2)];

let store: TestStore;

/** Every second run is in another workspace. Of those of the workspace every hundredth is open; the others have been answered. */
const fill = `
  insert into paused_execution (id, execution_id, workflow_id, workspace_id, status, pause_count, resumed_count, paused_at, updated_at)
  select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), case when n % 2 = 0 then $1::uuid else $2::uuid end,
    case when n % 200 = 0 then 'paused' else 'fully_resumed' end, 1, case when n % 200 = 0 then 0 else 1 end,
    timestamptz '2031-01-01' + n * interval '1 second',
    timestamptz '2031-01-01' + n * interval '1 second' + case when n % 200 = 0 then interval '0' else interval '1 minute' end
  from generate_series(1, 60000) n`;

beforeAll(async () => {
  store = await openTestStore({ events: [], projections: [] });
  await store.pool.query(fill, [workspaceId, other]);
  await store.pool.query('vacuum analyze paused_execution');
}, 60_000);
afterAll(() => store.finish());

interface Node {
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Node[];
}

const all = (node: Node): readonly Node[] => [node, ...(node.Plans ?? []).flatMap(all)];

/** How many rows the database looks at to answer a page. */
async function rowsLookedAt(wanted: Partial<PausesWanted>): Promise<number> {
  const { text, values } = pausesStatement({
    workspaceId,
    statuses: ['open'],
    after: undefined,
    limit: 51,
    shownSince: undefined,
    now: '2031-01-02T00:00:00.000Z',
    ...wanted,
  });
  const { rows } = await store.pool.query<{ 'QUERY PLAN': readonly [{ readonly Plan: Node }] }>(
    `explain (analyze, format json) ${text}`,
    values,
  );
  const plan = rows[0]?.['QUERY PLAN'][0].Plan;
  const nodes = plan === undefined ? [] : all(plan);
  return Math.max(...nodes.map((node) => (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']));
}

const inside = { pausedAt: '2031-01-01T08:00:00.000Z', id: id(7) };

describe('a page of questions', () => {
  it.each<[string, Partial<PausesWanted>]>([
    ['open questions among many answered ones', {}],
    ['open questions, deep inside', { after: inside }],
    ['answered questions', { statuses: ['answered', 'closed', 'expired'] }],
    ['answered questions, deep inside', { statuses: ['answered'], after: inside }],
    ['answered questions of runs that have not expired', { statuses: ['answered'], shownSince: new Date(0) }],
    ['all questions', { statuses: ['answered', 'open'] }],
    ['a workspace that has asked nothing', { workspaceId: id(9), statuses: ['answered', 'open'] }],
  ])('of %s looks at about as many rows as it shows', async (_, wanted) => {
    expect(await rowsLookedAt(wanted)).toBeLessThanOrEqual(60);
  });
});
