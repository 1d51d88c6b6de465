import type { Json, JsonObject } from '#kernel/json.js';
import type { WorkspaceEventType } from '../domain/event-rules.js';

/** The largest output that an event has, in bytes of JSON. */
const largestOutput = 64 * 1024;
const shortenedTo = 16 * 1024;

/** A run that has ended, as an event describes it. */
export interface EndedRun {
  readonly runId: string;
  readonly workflowId: string;
  readonly status: 'completed' | 'failed';
  /** How the run was started: `api`, `manual`, `webhook`, `schedule`, `chat`. */
  readonly trigger: string;
  readonly startedAt: string;
  readonly endedAt: string;
  readonly durationMs: number;
  readonly costUsd: number;
  readonly error: string | null;
  readonly output: Json;
}

export interface EventFacts {
  readonly event: WorkspaceEventType;
  readonly timestamp: string;
  readonly workflowId: string;
  readonly workflowName: string | null;
  readonly run?: EndedRun;
  readonly version?: number;
}

/** What a run receives that an event of the workspace started. Every field is always there. */
export function eventInput({ event, timestamp, workflowId, workflowName, run, version }: EventFacts, isRule: boolean): JsonObject {
  const own = isRule ? undefined : run;
  return {
    event,
    timestamp,
    workflowId,
    workflowName,
    runId: own?.runId ?? null,
    trigger: own?.trigger ?? null,
    durationMs: own?.durationMs ?? null,
    cost: own?.costUsd ?? null,
    error: own?.error ?? null,
    finalOutput: own === undefined ? null : shortened(own.output),
    triggeringRun: isRule && run !== undefined ? described(run) : null,
    version: version ?? null,
  };
}

function described({ output, costUsd: cost, ...run }: EndedRun): JsonObject {
  return { ...run, cost, finalOutput: shortened(output) };
}

/** An output that is too large is replaced by the beginning of its JSON. */
export function shortened(output: Json): Json {
  const text = JSON.stringify(output);
  const bytes = Buffer.byteLength(text);
  return bytes <= largestOutput ? output : { truncated: true, bytes, beginning: text.slice(0, shortenedTo) };
}
