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
