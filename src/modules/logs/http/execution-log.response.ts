import type { LimitsView } from '#kernel/limits.js';
import { withoutSecrets } from '#document/export-document.js';
import { type WorkflowDocument } from '#document/document.js';
import type { ExecutionLog } from '../queries/get-execution-log.query.js';

/** Stands without a `data` around it. */
export interface ExecutionLogResponse {
  readonly executionId: string;
  readonly workflowId: string;
  /** The version of the workflow that ran. Fields that hold a secret are emptied; `{{NAME}}` stays. */
  readonly workflowState: WorkflowDocument;
  /** When it ran, and what it cost. */
  readonly executionMetadata: {
    readonly trigger: string;
    readonly startedAt: string;
    readonly endedAt: string | null;
    readonly totalDurationMs: number | null;
    readonly cost: { readonly total: number } | null;
  };
  readonly limits: LimitsView;
}

export function executionLogResponse({ entry, document }: ExecutionLog, limits: LimitsView): ExecutionLogResponse {
  const { executionId, workflowId, trigger, startedAt, endedAt, durationMs, cost } = entry;
  const executionMetadata = { trigger, startedAt, endedAt, totalDurationMs: durationMs, cost: cost === null ? null : { total: cost } };
  return { executionId, workflowId, workflowState: withoutSecrets(document), executionMetadata, limits };
}
