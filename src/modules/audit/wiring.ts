import type { Wiring } from '#ledger/composition.js';
import { DataTaken, dataTakenAudit } from './domain/data-taken.events.js';
import { auditAffiliationTable } from './store/audit-affiliation.entity.js';
import { auditChainTable } from './store/audit-chain.entity.js';
import { auditEntryTable } from './store/audit-entry.entity.js';
import { auditPlaceTable } from './store/audit-place.entity.js';
import { auditRootTable } from './store/audit-root.entity.js';
import { auditSigningKeyTable } from './store/audit-signing-key.entity.js';
import { auditSubjectTable } from './store/audit-subject.entity.js';

export const auditWiring: Wiring = {
  events: [DataTaken],
  projections: [],
  tables: [
    auditEntryTable,
    auditChainTable,
    auditRootTable,
    auditSubjectTable,
    auditAffiliationTable,
    auditPlaceTable,
    auditSigningKeyTable,
  ],
  places: [auditPlaceTable],
  auditLines: dataTakenAudit,
};
