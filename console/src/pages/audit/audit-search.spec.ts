import { describe, expect, it } from '@jest/globals';
import { auditFilters, auditSearchFrom } from './audit-search.js';

describe('the address of the audit log', () => {
  it('is read as it was written', () => {
    const search = { of: 'organization', type: 'workflow', action: 'workflow.deployed', from: '2031-03-04', to: '2031-03-05', entry: 'e1' };
    expect(auditSearchFrom(search)).toEqual(search);
  });

  it('keeps nothing that the page does not understand', () => {
    expect(auditSearchFrom({ of: 'all', type: ' ', from: 'yesterday', to: '2031-02-31x', page: '2' })).toEqual({});
  });
});

describe('the filters of an address', () => {
  it('include the first and the last day as a whole', () => {
    const { startDate, endDate } = auditFilters({ from: '2031-03-04', to: '2031-03-04' });
    expect(Date.parse(endDate ?? '') - Date.parse(startDate ?? '')).toBe(86_400_000 - 1);
  });

  it('are those of the route', () => {
    expect(auditFilters({ type: 'workflow', action: 'workflow.deployed', entry: 'e1' })).toEqual({
      resourceType: 'workflow',
      action: 'workflow.deployed',
    });
  });
});
