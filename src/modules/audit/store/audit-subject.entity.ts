import { ReadModel } from '#ledger/rows/read-model.js';
import type { Subject } from '../domain/subject-book.js';

export const auditSubjectTable = new ReadModel<Subject, 'key'>({
  table: 'audit_subject',
  key: ['key'],
  columns: {
    key: { type: 'text' },
    organizationId: { type: 'uuid', nullable: true },
    name: { type: 'text', nullable: true },
    settings: { type: 'json' },
  },
});
