import { audited, type AuditLine } from '#kernel/audit-line.js';
import { defineEvent } from '#kernel/event.js';
import { defineStream } from '#kernel/stream.js';

/** The kinds of data that can leave the server. */
export type TakenKind = 'workflow' | 'table' | 'file' | 'memory' | 'logs' | 'audit-logs';

/** A caller has exported or downloaded data. Each event has its own stream. */
export const DataTaken = defineEvent('data.taken')<{
  kind: TakenKind;
  /** The resource; for logs, their workspace or organization. */
  resourceId: string;
  /** Its name at that time; null for logs. */
  name: string | null;
}>();

export const takeoutStream = defineStream('takeout', 'ledger', [DataTaken]);

/** The action and the type of resource under which each kind is audited. */
const taken: Readonly<Record<TakenKind, readonly [action: string, resourceType: string]>> = {
  workflow: ['workflow.exported', 'workflow'],
  table: ['table.exported', 'table'],
  file: ['file.downloaded', 'file'],
  memory: ['memory.exported', 'memory'],
  logs: ['logs.exported', 'workspace'],
  'audit-logs': ['audit_logs.exported', 'workspace'],
};

export const dataTakenAudit: readonly AuditLine[] = [
  audited(DataTaken, 'data.taken', 'data', ({ kind, resourceId, name }, { workspaceId }) => {
    const [action, resourceType] = taken[kind];
    // Without a workspace, the resource is an organization.
    return { action, resourceType: workspaceId === null ? 'organization' : resourceType, resourceId, ...(name === null ? {} : { name }) };
  }),
];
