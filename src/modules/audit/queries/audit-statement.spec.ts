import { describe, expect, it } from '@jest/globals';
import type { AuditFilter } from './audit-filter.js';
import { entryStatement, pageStatement } from './audit-statement.js';

const nothing: AuditFilter = {
  workspaceId: 'w',
  action: undefined,
  resourceTypes: undefined,
  resourceId: undefined,
  actorId: undefined,
  startDate: undefined,
  endDate: undefined,
};

function conditions(filter: Partial<AuditFilter>): string {
  const { text } = pageStatement({ organizationId: 'o', filter: { ...nothing, ...filter }, limit: 5, after: undefined });
  return /where (.*)\n/.exec(text)?.[1] ?? '';
}

describe('the statement of a page', () => {
  it('is about one workspace of one organization', () => {
    expect(conditions({})).toBe('e.chain = $1 and e.workspace_id = $2');
    expect(conditions({ workspaceId: undefined })).toBe('e.chain = $1 and e.workspace_id is null');
  });

  it('says that runs are left out wherever they are, since the index for the rest is small', () => {
    expect(conditions({ action: 'workflow.updated' })).toContain(`e.action = $3 and e.action <> 'workflow.execute'`);
    expect(conditions({ resourceTypes: ['api_key'] })).toContain(`e.resource_type = $3 and e.action <> 'workflow.execute'`);
    expect(conditions({ resourceTypes: ['api_key', 'workflow'] })).not.toContain('workflow.execute');
    expect(conditions({ action: 'workflow.execute' })).toContain(`e.action = 'workflow.execute'`);
  });

  it('begins behind an entry', () => {
    const after = { createdAt: '2031-03-04T05:06:07.000Z', seq: 7 };
    const { text, values } = pageStatement({ organizationId: 'o', filter: nothing, limit: 5, after });
    expect(text).toContain('(e.created_at, e.seq) < ($3, $4)');
    expect(values).toEqual(['o', 'w', after.createdAt, 7, 5]);
  });
});

describe('the statement of an entry', () => {
  it('finds nothing for what cannot be an id', () => {
    expect(entryStatement('nonsense', ['o']).values).toEqual([null, ['o']]);
  });
});
