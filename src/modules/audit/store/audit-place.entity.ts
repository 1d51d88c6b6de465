import { ReadModel } from '#infrastructure/projections/read-model.js';

/** How far the log has followed the events. There is one row. */
export interface AuditPlaceRow {
  readonly id: number;
  readonly tx: string;
  readonly pos: string;
}

export const auditPlaceTable = new ReadModel<AuditPlaceRow, 'id'>({
  table: 'audit_place',
  key: ['id'],
  columns: { id: { type: 'integer' }, tx: { type: 'text' }, pos: { type: 'bigint' } },
});
