import type { LimitsView } from '#kernel/plan/limits.js';
import { withoutSecrets } from '#document/export/export-document.js';
import { type WorkflowDocument } from '#document/document.js';
import type { TriggerSource } from '#engine/execution.events.js';
import type { ExecutionLog } from '../queries/get-execution-log.query.js';

/** A response without the `data` envelope. */
export interface ExecutionLogResponse {
  readonly executionId: string;
  readonly workflowId: string;
  /** The workflow version that ran. Fields with secrets are empty; references such as `{{NAME}}` stay. */
  readonly workflowState: WorkflowDocument;
  /** Times and cost of the run. */
  readonly executionMetadata: {
    /** What started the run: `api`, `manual`, `workflow` … */
    readonly trigger: string;
    /** The trigger and the delivery that started the run; null for a call. */
    readonly triggerSource: TriggerSource | null;
    /** When the run started. */
    readonly startedAt: string;
    /** When the run ended; null while it is active or paused. */
    readonly endedAt: string | null;
    /** Duration of the run without waiting times, in ms; null until it ends. */
    readonly totalDurationMs: number | null;
    /** Cost of the run; null if nothing was charged yet. */
    readonly cost: {
      /** Total cost, in US dollars. */
      readonly total: number;
    } | null;
  };
  /** Limits of the account and what is left of them. */
  readonly limits: LimitsView;
}

export function executionLogResponse({ entry, document }: ExecutionLog, limits: LimitsView): ExecutionLogResponse {
  const { executionId, workflowId, trigger, triggerSource, startedAt, endedAt, durationMs, cost } = entry;
  const executionMetadata = {
    trigger,
    triggerSource,
    startedAt,
    endedAt,
    totalDurationMs: durationMs,
    cost: cost === null ? null : { total: cost },
  };
  return { executionId, workflowId, workflowState: withoutSecrets(document), executionMetadata, limits };
}
