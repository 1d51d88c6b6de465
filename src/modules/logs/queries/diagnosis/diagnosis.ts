import { commandName } from '#host/program/command-name.js';
import type { WorkStanding } from '#ledger/work/work-standing.js';
import type { RunIntegrityView } from '#modules/audit/index.js';
import { contextIdIn } from '#engine/schedule/pauses/pause-place.js';
import { openPauses } from '#modules/runs/index.js';
import { resumeAddresses, type Pause, type ResumeField } from '#engine/pause.js';
import type { Json, JsonObject } from '#kernel/json.js';
import { type ExecutionState } from '#engine/execution.state.js';
import type { ExecutionJob } from '#modules/runs/index.js';
import { effectsOf, type EffectView } from './effects.js';
import type { ReadEvent } from './run-events.js';

/** The reasons for the state of a run. */
export type Finding =
  | 'finished'
  | 'quarantined'
  | 'running'
  | 'owner-lost'
  | 'no-worker'
  | 'backlog'
  | 'waiting-for-room'
  | 'waiting-for-person'
  | 'waiting-for-time'
  | 'unattended'
  | 'changed';

/** An action that helps, and how to take it. */
interface Remedy {
  /** The action. */
  readonly action: 'cancel' | 'answer' | 'replay' | 'replay-draft' | 'start-worker' | 'retry-projection' | 'wait';
  /** A command line. Commands that send a request take the API key from `SLUICE_API_KEY`. */
  readonly how: string;
}

interface Awaited {
  /** The person or the thing that it waits for. */
  readonly kind: 'worker' | 'room' | 'person' | 'time' | 'block';
  /** The block that waits; null when the whole run waits. */
  readonly blockId: string | null;
  /** The start of the wait. */
  readonly since: string;
  /** The time at which the wait ends without an answer; null if there is none. */
  readonly until: string | null;
}

export interface Diagnosis {
  readonly executionId: string;
  readonly workflowId: string;
  /** The state of the run. */
  readonly status: 'queued' | ExecutionState['status'];
  /** The reason for the state, as a code. */
  readonly finding: Finding;
  /** The finding, as a sentence. */
  readonly summary: string;
  /** The start of the state; null if unknown. */
  readonly since: string | null;
  /** The last event; null if there is none. */
  readonly lastEvent: {
    /** Type of the event. */
    readonly type: string;
    /** Position of the event in its stream. */
    readonly position: number;
    /** When the event was recorded. */
    readonly at: string;
  } | null;
  /** The process that drives the run; null if none does. */
  readonly owner: {
    /** Id of the process in the database. */
    readonly id: number;
    /** Whether the process is running. */
    readonly alive: boolean;
    /** When the lease expires; null if there is none. */
    readonly leaseUntil: string | null;
  } | null;
  /** How often a process has claimed the run. */
  readonly attempts: number;
  /** The deadline of the run; null if it has none. */
  readonly deadlineAt: string | null;
  /** The things that the run waits for. */
  readonly awaits: readonly Awaited[];
  /** Projections that could not apply an event of the run. */
  readonly deadLetters: readonly {
    /** Name of the projection. */
    readonly projection: string;
    /** Type of the event. */
    readonly type: string;
    /** Error message. */
    readonly error: string;
  }[];
  /** Actions that help. */
  readonly remedies: readonly Remedy[];
  /** Present if the stored events of the run were changed so that they cannot be read. */
  readonly integrity?: RunIntegrityView;
}

export interface DiagnosisFacts {
  /** The execution id that the caller uses. */
  readonly executionId: string;
  readonly workflowId: string;
  readonly baseUrl: string;
  readonly events: readonly ReadEvent[];
  readonly state: ExecutionState | undefined;
  readonly job: Pick<ExecutionJob, 'status' | 'startedAt'> | undefined;
  readonly work: WorkStanding | undefined;
  readonly deadLetters: Diagnosis['deadLetters'];
  readonly now: Date;
}

interface Opinion {
  readonly finding: Finding;
  readonly summary: string;
  readonly since: string | null;
  readonly awaits?: readonly Awaited[];
  readonly remedies: readonly Remedy[];
}

/** A worker claims waiting work within milliseconds. A longer wait is reported. */
const momentMs = 3000;
const startWorker: Remedy = { action: 'start-worker', how: `SLUICE_ROLE=worker ${commandName} start` };

/** Derives the diagnosis from the known facts of a run. Pure. */
export function diagnose(facts: DiagnosisFacts): Diagnosis {
  const { executionId, workflowId, events, work, deadLetters } = facts;
  const last = events.at(-1);
  const { awaits = [], remedies, ...opinion } = opinionOn(facts);
  return {
    executionId,
    workflowId,
    status: statusOf(facts),
    ...opinion,
    lastEvent: last === undefined ? null : { type: last.type, position: last.position, at: last.at },
    owner: ownerOf(work),
    attempts: work?.attempts ?? 0,
    deadlineAt: deadlineOf(facts),
    awaits,
    deadLetters,
    remedies: [...remedies, ...deadLetters.map(({ projection }) => retryOf(projection))],
  };
}

/** What is known of a run whose events cannot be read: `facts` are those without them, `status` is that of the log. */
export function diagnoseChanged(facts: DiagnosisFacts, integrity: RunIntegrityView, status: Diagnosis['status'] | undefined): Diagnosis {
  const summary = `The stored events of the run were changed and cannot be read: ${integrity.detail ?? ''}.`;
  const diagnosis = diagnose(facts);
  return {
    ...diagnosis,
    status: status ?? diagnosis.status,
    finding: 'changed',
    summary,
    since: null,
    awaits: [],
    remedies: [],
    integrity,
  };
}

function ownerOf(work: WorkStanding | undefined): Diagnosis['owner'] {
  if (work === undefined || work.owner === null) return null;
  return { id: work.owner, alive: work.isOwnerAlive, leaseUntil: work.leaseUntil };
}

function deadlineOf({ state }: DiagnosisFacts): string | null {
  return state === undefined || state.endedAt !== null ? null : state.deadlineAt;
}

function statusOf({ state, job }: DiagnosisFacts): Diagnosis['status'] {
  if (state !== undefined) return state.status;
  return job === undefined || job.status === 'processing' ? 'running' : job.status;
}

function opinionOn(facts: DiagnosisFacts): Opinion {
  const { state, work } = facts;
  if (state !== undefined && state.endedAt !== null) return ended(facts, state);
  if (work !== undefined) return work.owner === null ? inLine(facts, work) : atWork(facts, work);
  if (state?.status === 'paused') return paused(facts, state);
  return withoutWork(facts);
}

/** The run has no work item and waits for no person. */
function withoutWork(facts: DiagnosisFacts): Opinion {
  const { state, job, events } = facts;
  const status = statusOf(facts);
  if (state === undefined && job !== undefined && status !== 'queued' && status !== 'running') {
    return { finding: 'finished', summary: `The job is ${status}; the run never began.`, since: job.startedAt, remedies: [] };
  }
  const summary = 'No process drives the run and no work is queued for it. Cancel the run and start it again.';
  return { finding: 'unattended', summary, since: events.at(-1)?.at ?? null, remedies: [cancelOf(facts)] };
}

function ended(facts: DiagnosisFacts, { status, reason, error, endedAt }: ExecutionState): Opinion {
  const remedies = status === 'completed' ? [] : replaysOf(facts);
  if (reason === 'quarantined') {
    return { finding: 'quarantined', summary: error ?? 'The run was quarantined', since: endedAt, remedies: [releaseOf(facts)] };
  }
  const summary = status === 'failed' ? `The run has failed: ${error ?? ''}` : `The run is ${status}.`;
  return { finding: 'finished', summary, since: endedAt, remedies };
}

function inLine(facts: DiagnosisFacts, { dueAt, ahead, beingDone, waitsForRoom }: WorkStanding): Opinion {
  const waited = facts.now.getTime() - Date.parse(dueAt);
  const awaits = [{ kind: waitsForRoom ? ('room' as const) : ('worker' as const), blockId: null, since: dueAt, until: null }];
  if (waitsForRoom) {
    const summary = 'The run waits until other runs of its account or workflow end: the plan allows no more concurrent runs.';
    return { finding: 'waiting-for-room', summary, since: dueAt, awaits, remedies: [cancelOf(facts)] };
  }
  if (beingDone === 0 && waited > momentMs) {
    const summary = 'No worker claims work from the queue.';
    return { finding: 'no-worker', summary, since: dueAt, awaits, remedies: [startWorker, cancelOf(facts)] };
  }
  const summary = `The run is queued: ${ahead} items are ahead of it, ${beingDone} are active.`;
  return { finding: 'backlog', summary, since: dueAt, awaits, remedies: [startWorker, cancelOf(facts)] };
}

function atWork(facts: DiagnosisFacts, work: WorkStanding): Opinion {
  const lastAt = facts.events.at(-1)?.at ?? facts.job?.startedAt ?? null;
  if (!work.isOwnerAlive) return ownerLost(facts, work, lastAt);
  const calls = effectsOf(facts.events, {}).filter(({ outcome, settledAt }) => outcome === 'unknown' && settledAt === null);
  const [oldest] = calls;
  const remedies = [cancelOf(facts)];
  if (oldest === undefined) return { finding: 'running', summary: 'A process drives the run.', since: lastAt, remedies };
  const awaits = calls.map(({ blockId, intendedAt }): Awaited => ({ kind: 'block', blockId, since: intendedAt, until: null }));
  const others = calls.length === 1 ? '' : ` and for ${calls.length - 1} more`;
  return { finding: 'running', summary: `A process waits for ${nameOf(oldest)}${others}.`, since: oldest.intendedAt, awaits, remedies };
}

function nameOf({ kind, target }: EffectView): string {
  return kind === 'model' || kind === 'tool' ? `the ${kind} ${target}` : target;
}

function ownerLost(facts: DiagnosisFacts, { owner, leaseUntil }: WorkStanding, since: string | null): Opinion {
  const summary = `Process ${owner} drove the run and is gone, or its lease has expired. Another process takes the run over.`;
  const awaits: readonly Awaited[] = [{ kind: 'worker', blockId: null, since: leaseUntil ?? facts.now.toISOString(), until: null }];
  return { finding: 'owner-lost', summary, since, awaits, remedies: [startWorker, cancelOf(facts)] };
}

function paused(facts: DiagnosisFacts, { pausedAt }: ExecutionState): Opinion {
  const { workflowId, executionId, baseUrl } = facts;
  const open = openPauses(facts.events);
  const awaits = open.map(({ blockId, pause, pausedAt: since }): Awaited => {
    return pause.kind === 'time'
      ? { kind: 'time', blockId, since, until: pause.resumeAt }
      : { kind: 'person', blockId, since, until: pause.expiresAt };
  });
  const asked = open.filter(({ pause }) => pause.kind === 'human');
  if (asked.length === 0) {
    const until = awaits.flatMap(({ until: end }) => end ?? []).toSorted()[0] ?? 'a moment';
    const wait: Remedy = { action: 'wait', how: `The run continues at ${until} without an answer` };
    return {
      finding: 'waiting-for-time',
      summary: `The run waits until ${until}.`,
      since: pausedAt,
      awaits,
      remedies: [wait, cancelOf(facts)],
    };
  }
  const answers = asked.map(({ node, pause }) => {
    const { apiUrl } = resumeAddresses(baseUrl, { workflowId, executionId, contextId: contextIdIn({ node, pause }) });
    return { action: 'answer', how: post(apiUrl, { input: exampleAnswer(pause) }) } satisfies Remedy;
  });
  const summary = `The run has asked ${asked.length === 1 ? 'a question' : `${asked.length} questions`} and waits for an answer.`;
  return { finding: 'waiting-for-person', summary, since: pausedAt, awaits, remedies: [...answers, cancelOf(facts)] };
}

/** A value of its type for each field, so that the request shows which fields there are. */
function exampleAnswer(pause: Pause): JsonObject {
  if (pause.kind === 'time') return {};
  return Object.fromEntries(pause.fields.map(({ name, type, value }) => [name, value ?? examples[type]]));
}

const examples: Readonly<Record<ResumeField['type'], Json>> = {
  string: '…',
  number: 0,
  boolean: true,
  object: {},
  array: [],
  'file[]': [],
};

function cancelOf(facts: DiagnosisFacts): Remedy {
  return { action: 'cancel', how: post(`${executionUrl(facts)}/cancel`) };
}

/** From the block that failed, in the version of the run and in the draft, which may be repaired by now. */
function replaysOf(facts: DiagnosisFacts): readonly Remedy[] {
  const failed = facts.events.findLast(({ type }) => type === 'execution.failed')?.payload;
  const from = failed !== undefined && 'blockId' in failed && typeof failed.blockId === 'string' ? { from: failed.blockId } : {};
  const replay = { mode: 'live', ...from };
  return [
    { action: 'replay', how: post(`${executionUrl(facts)}/replay`, replay) },
    { action: 'replay-draft', how: post(`${executionUrl(facts)}/replay`, { ...replay, version: 'draft' }) },
  ];
}

/** Continues the quarantined run as a new one. */
function releaseOf(facts: DiagnosisFacts): Remedy {
  return { action: 'replay', how: post(`${executionUrl(facts)}/release`) };
}

function executionUrl({ baseUrl, workflowId, executionId }: DiagnosisFacts): string {
  return `${baseUrl}/api/workflows/${workflowId}/executions/${encodeURIComponent(executionId)}`;
}

/** A command line that sends the request. */
function post(url: string, body?: JsonObject): string {
  const json =
    body === undefined ? '' : ` -H 'Content-Type: application/json' -d '${JSON.stringify(body).replaceAll("'", String.raw`'\''`)}'`;
  return `curl -X POST '${url}' -H "X-API-Key: $SLUICE_API_KEY"${json}`;
}

function retryOf(projection: string): Remedy {
  return { action: 'retry-projection', how: `${commandName} projections retry ${projection}` };
}
