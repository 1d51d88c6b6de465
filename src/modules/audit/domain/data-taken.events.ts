import { audited, type AuditLine } from '#kernel/audit-line.js';
import { defineEvent } from '#kernel/event.js';

/** What can be taken out. */
export type TakenKind = 'workflow' | 'table' | 'file' | 'logs' | 'audit-logs';

/** Somebody has taken data out. Each time is a stream of its own. */
export const DataTaken = defineEvent('data.taken')<{
  kind: TakenKind;
  /** What was taken; of logs the workspace or the organization that they are about. */
  resourceId: string;
  /** What it was called; null for logs. */
  name: string | null;
}>();

/** The action and the type of resource under which each kind is audited. */
const taken: Readonly<Record<TakenKind, readonly [action: string, resourceType: string]>> = {
  workflow: ['workflow.exported', 'workflow'],
  table: ['table.exported', 'table'],
  file: ['file.downloaded', 'file'],
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
