import { record } from '#ledger/rows/kept.js';
import { ReadModel } from '#ledger/rows/read-model.js';
import type { Subject } from '../domain/subject-book.js';

export const auditSubjectTable = new ReadModel<Subject, 'key'>({
  table: 'audit_subject',
  key: ['key'],
  kept: record('the names and settings of resources before the next change'),
  columns: {
    key: { type: 'text' },
    organizationId: { type: 'uuid', nullable: true },
    name: { type: 'text', nullable: true },
    settings: { type: 'json' },
  },
});
