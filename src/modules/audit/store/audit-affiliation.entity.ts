import { record } from '#ledger/rows/kept.js';
import { ReadModel } from '#ledger/rows/read-model.js';

/** Who is or was a member of an organization. */
export interface AuditAffiliationRow {
  readonly organizationId: string;
  readonly userId: string;
  readonly departed: boolean;
}

export const auditAffiliationTable = new ReadModel<AuditAffiliationRow, 'organizationId' | 'userId'>({
  table: 'audit_affiliation',
  key: ['organizationId', 'userId'],
  kept: record('the members of organizations, former ones included'),
  columns: { organizationId: { type: 'uuid' }, userId: { type: 'uuid' }, departed: { type: 'boolean' } },
});
