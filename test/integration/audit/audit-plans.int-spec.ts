import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AuditFilter } from '#modules/audit/queries/audit-filter.js';
import { pageStatement, type AuditPosition } from '#modules/audit/queries/audit-statement.js';
import { mostLookedAt, walkEntries } from '#modules/audit/queries/audit-walk.js';
import { sealedEntry, type FoundEntry } from '#modules/audit/store/audit-entry.entity.js';
import { openTestStore, type TestStore } from '../../support/open-store.js';

const id = (number: number): string => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const [chain, workspaceId, actorId] = [id(1), id(2), id(3)];

let store: TestStore;

/** Nearly all entries are runs of one user; every thousandth is a change. */
const fill = `
  insert into audit_entry (chain, seq, id, created_at, action, resource_type, resource_id, workspace_id, actor_id, metadata, hash)
  select $1, n, gen_random_uuid(), timestamptz '2031-01-01' + n * interval '1 second', case when n % 1000 = 0 then 'workflow.updated' else 'workflow.execute' end,
    'workflow', 'workflow-' || n % 20, case when n % 50 = 7 then $2::uuid else $3::uuid end, $4, '{}', 'h'
  from generate_series(1, 60000) n`;

beforeAll(async () => {
  store = await openTestStore({ events: [], projections: [] });
  await store.pool.query(fill, [chain, id(9), workspaceId, actorId]);
  await store.pool.query('vacuum analyze audit_entry');
}, 60_000);
afterAll(() => store.finish());

const nothing: AuditFilter = {
  workspaceId,
  action: undefined,
  resourceTypes: undefined,
  resourceId: undefined,
  actorId: undefined,
  startDate: undefined,
  endDate: undefined,
};

interface Node {
  readonly 'Node Type': string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Node[];
}

const all = (node: Node): readonly Node[] => [node, ...(node.Plans ?? []).flatMap(all)];

/** How many rows the database looks at to answer a page. */
async function rowsLookedAt(filter: Partial<AuditFilter>, after?: { createdAt: string; seq: number }): Promise<number> {
  const { text, values } = pageStatement({
    organizationId: chain,
    filter: { ...nothing, ...filter },
    limit: 51,
    after,
  });
  const { rows } = await store.pool.query<{ 'QUERY PLAN': readonly [{ readonly Plan: Node }] }>(
    `explain (analyze, format json) ${text}`,
    values,
  );
  const plan = rows[0]?.['QUERY PLAN'][0].Plan;
  const nodes = plan === undefined ? [] : all(plan);
  return Math.max(...nodes.map((node) => (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']));
}

describe('a page of the audit log', () => {
  it.each<[string, Partial<AuditFilter>]>([
    ['everything', {}],
    ['runs', { action: 'workflow.execute' }],
    ['changes among many runs', { action: 'workflow.updated' }],
    ['a type', { resourceTypes: ['workflow'] }],
    ['a resource', { resourceId: 'workflow-3' }],
    ['an actor', { actorId }],
    ['a time', { startDate: '2031-01-01T10:00:00.000Z', endDate: '2031-01-01T10:01:00.000Z' }],
  ])('of %s looks at about as many rows as it shows', async (_, filter) => {
    expect(await rowsLookedAt(filter)).toBeLessThanOrEqual(61);
  });

  it.each<[string, Partial<AuditFilter>]>([
    ['an action', { action: 'nothing.happened' }],
    ['a type', { resourceTypes: ['api_key'] }],
    ['types', { resourceTypes: ['api_key', 'file'] }],
    ['a resource', { resourceId: 'nowhere' }],
    ['an actor', { actorId: id(88) }],
    ['a time', { endDate: '2020-01-01T00:00:00.000Z' }],
    ['a workspace', { workspaceId: id(89) }],
    ['the organization itself', { workspaceId: undefined }],
  ])('of %s that nothing matches looks at hardly any', async (_, filter) => {
    expect(await rowsLookedAt(filter)).toBeLessThanOrEqual(100);
  });

  it('goes past what a busy user did who has left, and looks at so many entries at a time', async () => {
    const statement = (limit: number, after: AuditPosition | undefined) =>
      pageStatement({ organizationId: chain, filter: nothing, limit, after });
    let [lookedAt, pages] = [0, 0];
    const shown: (string | null)[] = [];
    let after: AuditPosition | undefined;
    do {
      lookedAt = 0;
      const walked = await walkEntries({
        limit: 50,
        after,
        read: async (limit, from) => {
          const { rows } = await store.pool.query<FoundEntry>(statement(limit, from));
          lookedAt += rows.length;
          return rows.map((row) => sealedEntry(row).entry);
        },
        isShown: (entry) => entry.actorId !== actorId,
      });
      expect(lookedAt).toBeLessThan(mostLookedAt + 2_000);
      shown.push(...walked.entries.map((entry) => entry.actorId));
      after = walked.next;
      pages += 1;
    } while (after !== undefined);
    expect(shown).toEqual([]);
    // 58,800 entries of the workspace, a good ten thousand a page.
    expect(pages).toBe(6);
  }, 30_000);

  it('deep inside looks at as many as the first', async () => {
    expect(await rowsLookedAt({}, { createdAt: '2031-01-01T02:00:00.000Z', seq: 7200 })).toBeLessThanOrEqual(61);
  });
});
