import type { CsvColumns } from '#edge/answer/paged-file.js';
import type { AuditEntry } from '../domain/audit-entry.js';
import { auditLogResponse, type AuditLogResponse } from './audit-log.response.js';

const columns: readonly Exclude<keyof AuditLogResponse, 'metadata'>[] = [
  'id',
  'workspaceId',
  'actorId',
  'actorName',
  'actorEmail',
  'action',
  'resourceType',
  'resourceId',
  'resourceName',
  'description',
  'createdAt',
];

/** Columns have the names of the members of responses. */
export const auditColumns: CsvColumns<AuditEntry> = {
  ...Object.fromEntries(columns.map((name) => [name, (entry: AuditEntry) => auditLogResponse(entry)[name]])),
  metadata: (entry) => JSON.stringify(auditLogResponse(entry).metadata),
};
