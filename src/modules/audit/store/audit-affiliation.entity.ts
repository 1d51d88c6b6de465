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
  columns: { organizationId: { type: 'uuid' }, userId: { type: 'uuid' }, departed: { type: 'boolean' } },
});
