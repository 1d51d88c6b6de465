import type { Json } from '#kernel/json.js';
import type { RunOrigin, TriggerSource } from '#engine/execution.events.js';
import type { TraceSpan } from '#engine/trace/trace-span.js';
import type { RunIntegrityView } from '#modules/audit/index.js';
import { versionName } from '#modules/workflows/index.js';
import type { LogInclusions } from '../queries/list-logs.query.js';
import type { LogView, ModelUses } from '../queries/log-view.js';

/** Specification 2.13. */
interface BasicResponse {
  readonly id: string;
  readonly workflowId: string;
  readonly executionId: string;
  readonly deploymentVersionId: string;
  /** `error` if the run failed, else `info`. */
  readonly level: 'info' | 'error';
  /** What started the run: `api`, `manual`, `webhook`, `schedule`, `chat` or `workflow`. */
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
  /** The language models that the run has called, sorted. Empty until the run has ended. */
  readonly modelsUsed: readonly string[];
  /** Always null: files are part of the input. */
  readonly files: null;
  readonly createdAt: string;
}

interface LoggedWorkflowResponse {
  readonly id: string;
  readonly name: string;
  /** Description of the workflow. */
  readonly description: string | null;
  /** Whether the workflow has been deleted since. */
  readonly deleted: boolean;
}

interface ExecutionData {
  /** Status of the run. */
  readonly status: LogView['status'];
  /** What started the run: `api`, `manual`, `workflow` … */
  readonly trigger: {
    /** Kind of trigger. */
    readonly type: string;
    /** When the run was triggered. */
    readonly timestamp: string;
  };
  /** Error message; null unless the run failed, or was cancelled because its workflow was deleted. */
  readonly error: string | null;
}

/** One entry of the list. `details=full` and its flags add members. */
export interface LogEntryResponse extends BasicResponse {
  /** Present with `details=full`. */
  readonly workflow?: LoggedWorkflowResponse;
  /** Present with `details=full`. */
  readonly executionData?: ExecutionData & {
    /** What the calls of each language model have used. Present with `includeFinalOutput` or `includeTraceSpans`. */
    readonly models?: ModelUses;
  };
  /** Present with `includeFinalOutput`. */
  readonly finalOutput?: Json;
  /** Present with `includeTraceSpans`. */
  readonly traceSpans?: readonly TraceSpan[];
}

/** The response for one entry. */
export interface LogResponse extends BasicResponse {
  /** The workflow of the run. */
  readonly workflow: LoggedWorkflowResponse & {
    /** Id of the folder of the workflow; null if it is in none. */
    readonly folderId: string | null;
    readonly workspaceId: string;
  };
  /** The input, the trace and the output of the run. */
  readonly executionData: ExecutionData & {
    /** Present when the run replays another run. */
    readonly origin?: RunOrigin;
    /** When the run was put into the queue; null if it did not wait there, and once its job is deleted. */
    readonly queuedAt: string | null;
    /** Input of the run. */
    readonly workflowInput: Json;
    /** Output of the run. */
    readonly finalOutput: Json;
    /** What the calls of each language model have used, by the name that its provider was sent. */
    readonly models: ModelUses;
    /** Spans of the blocks, as a tree. */
    readonly traceSpans: readonly TraceSpan[];
  };
  /** Whether the stored events of the run are those that were recorded; null when none is stored. */
  readonly integrity: RunIntegrityView | null;
}

/** The parts of a run that the caller requested. */
export function logEntryResponse(view: LogView, include: LogInclusions): LogEntryResponse {
  const { history } = view;
  return {
    ...basics(view),
    ...(include.workflow
      ? {
          workflow: workflowResponse(view),
          executionData: { ...executionData(view), ...(history === undefined ? {} : { models: history.models }) },
        }
      : {}),
    ...(include.finalOutput && history !== undefined ? { finalOutput: history.finalOutput } : {}),
    ...(include.traceSpans && history !== undefined ? { traceSpans: history.traceSpans } : {}),
  };
}

export function logResponse(view: LogView): LogResponse {
  const { input: workflowInput = null, finalOutput = null, models = {}, traceSpans = [], origin } = view.history ?? {};
  const replay = origin === undefined ? {} : { origin };
  return {
    ...basics(view),
    workflow: { ...workflowResponse(view), folderId: view.workflow?.folderId ?? null, workspaceId: view.workspaceId },
    executionData: { ...executionData(view), ...replay, queuedAt: view.queuedAt ?? null, workflowInput, finalOutput, models, traceSpans },
    integrity: view.integrity ?? null,
  };
}

function workflowResponse({ workflowId: id, workflow }: LogView): LoggedWorkflowResponse {
  if (workflow === undefined || workflow.deleted) return { id, name: 'Deleted Workflow', description: null, deleted: true };
  return { id, name: workflow.name, description: workflow.description, deleted: false };
}

function executionData({ status, trigger, startedAt, error }: LogView): ExecutionData {
  return { status, trigger: { type: trigger, timestamp: startedAt }, error };
}

function basics(view: LogView): BasicResponse {
  return {
    id: view.id,
    workflowId: view.workflowId,
    executionId: view.executionId,
    deploymentVersionId: `${view.workflowId}:${versionName(view.deploymentVersion)}`,
    level: view.level,
    trigger: view.trigger,
    triggerSource: view.triggerSource,
    startedAt: view.startedAt,
    endedAt: view.endedAt,
    totalDurationMs: view.durationMs,
    cost: view.cost === null ? null : { total: view.cost },
    modelsUsed: view.modelsUsed,
    files: null,
    // An entry comes to be with its run.
    createdAt: view.startedAt,
  };
}
