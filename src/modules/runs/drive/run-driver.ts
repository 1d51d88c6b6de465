import { Injectable } from '@nestjs/common';
import { EventStore, appendTo, type Lease, type StreamAppend } from '#ledger/events/event-store.js';
import { isStreamConflict, retryConflicts } from '#ledger/events/retry-conflicts.js';
import { infrastructureFaultOf } from '#ledger/database/faults/infrastructure-fault-of.js';
import type { Write } from '#ledger/rows/read-model.js';
import { faultPauseMs, Leases } from '#ledger/work/leases.js';
import { workItem } from '#ledger/work/work-item.js';
import { WorkQueue } from '#ledger/work/work-queue.js';
import { workTopic } from '#ledger/work/worker-loop.js';
import { isLargeJson } from '#host/loop/write-json.js';
import { SecretBox } from '#host/secrets/secret-box.js';
import { Signals } from '#ledger/signals/signals.js';
import { Clock } from '#kernel/clock.js';
import { usualBaseChargeUsd } from '#kernel/plan/plan.js';
import type { EventMeta } from '#kernel/event.js';
import { WorkspaceSecrets } from '#modules/environment/index.js';
import { Deployments } from '#modules/workflows/index.js';
import {
  ExecutionFailed,
  ExecutionRecovered,
  ExecutionResumed,
  ExecutionStarted,
  executionStream,
  type ExecutionEvent,
  type ExecutionFact,
} from '#engine/execution.events.js';
import { foldExecution, isOver, type ExecutionState } from '#engine/execution.state.js';
import { endFacts } from '#engine/trace/run-spending.js';
import { outlinedRunOf, workOf, type ExecutionStart, type Started } from '../jobs/execution-start.js';
import type { Plan } from '#engine/graph/plan.js';
import { Plans } from '../blocks/plans.js';
import { PauseBook } from '../ports/pause-book.js';
import { EarlyQuestions } from './early-questions.js';
import { reportingFaults } from '#ledger/database/faults/reported-faults.js';
import { ServerWorld } from '../blocks/world/server-world.js';
import type { ActiveRun, RunNames } from './active-run.js';
import { ActiveRuns } from './active-runs.js';
import { Sealing } from './recorded/sealing.js';
import { Journal } from './journal.js';
import { ReplayOrigins } from './reuse/replay-origins.js';
import { RunTelemetry } from './telemetry/run-telemetry.js';
import { TaskLoop, type LoopEnd } from './task-loop.js';

/** What ends together with the run: its job, the row of its work. */
export interface Finishing {
  readonly streams?: readonly StreamAppend[];
  readonly writes?: readonly Write[];
}

interface RunBase {
  readonly executionId: string;
  readonly meta: EventMeta;
  readonly lost?: AbortSignal;
  readonly draining?: AbortSignal;
  readonly lease?: Lease;
  readonly finishing?: (state: ExecutionState) => Finishing;
  /** What must be durable before the last append of the drive, because `finishing` builds on it. */
  readonly before?: Promise<void>;
}

export interface NewRun extends RunBase {
  readonly start: ExecutionStart;
  readonly claims?: readonly Write[] | undefined;
  /** Returns what becomes durable with the first event of the run, unless `finishing` has returned it before: the start of its job. */
  readonly opening?: () => readonly StreamAppend[];
  /** Called when the run holds a lease that other processes can see: before its first effect. Many runs never take a lease. */
  readonly onLeased?: (() => void) | undefined;
  /** Called for each event of the run when it is recorded, before it is durable. */
  readonly onRecorded?: ((event: ExecutionEvent) => void) | undefined;
  /** Called when the first event of a streamed run is durable. */
  readonly onDurable?: () => void;
}

export interface TakenOverRun extends RunBase {
  readonly history: readonly ExecutionEvent[];
  readonly lease: Lease;
}

/** Drives a run until it ends or pauses: a new run, or one that another process has left. */
@Injectable()
export class RunDriver {
  constructor(
    private readonly store: EventStore,
    private readonly plans: Plans,
    private readonly queue: WorkQueue,
    private readonly leases: Leases,
    private readonly clock: Clock,
    private readonly active: ActiveRuns,
    private readonly secrets: WorkspaceSecrets,
    private readonly box: SecretBox,
    private readonly world: ServerWorld,
    private readonly origins: ReplayOrigins,
    private readonly book: PauseBook,
    private readonly signals: Signals,
    private readonly telemetry: RunTelemetry,
    private readonly deployments: Deployments,
  ) {}

  /**
   * @returns undefined when the run was given back, because the process is stopping or because of a fault of the infrastructure
   * @throws InfrastructureFault when the holder of `lease` is to give the run back, or when nothing of the run is durable
   */
  start(run: NewRun): Promise<ExecutionState | undefined> {
    return this.#asActive(run, run.start, (active) => this.#driveNew(run, active));
  }

  async #driveNew(
    { start, claims, opening, onLeased, onRecorded, onDurable, ...run }: NewRun,
    active: ActiveRun,
  ): Promise<ExecutionState | undefined> {
    const plan = await this.plans.ofRun(start);
    const startedMs = this.clock.steadyMs();
    const started = await this.#started(run.executionId, start, plan);
    const journal = this.#openJournal(run, active, { start, position: 0, claims, opening, onLeased, onRecorded });
    const copied = start.origin === undefined ? [] : await this.origins.copiedEvents(run.executionId, started.payload);
    const history = [started, ...copied];
    journal.recordAll(history);
    if (onDurable !== undefined) {
      active.listen();
      await journal.flush().then(onDurable);
    }
    return this.#drive(run, active, journal, { plan, history, startedMs });
  }

  async #started(
    executionId: string,
    { timeoutMs, baseChargeUsd = usualBaseChargeUsd, ...pinned }: ExecutionStart,
    plan: Plan,
  ): Promise<ReturnType<typeof ExecutionStarted>> {
    const { values } = await this.secrets.opened(pinned.workspaceId);
    const sealing = new Sealing(values, this.box, executionId, pinned.contents);
    if (values.size > 0 && isLargeJson(pinned.input)) await sealing.prepare(pinned.input, null);
    const now = this.clock.now();
    const deadlineAt = new Date(now.getTime() + timeoutMs).toISOString();
    return sealing.seal(
      ExecutionStarted({ ...pinned, baseChargeUsd, startBlockId: plan.start.id, startedAt: now.toISOString(), deadlineAt }),
    );
  }

  /** Continues a run that another process has left. The first event fences that process. */
  async takeOver(run: TakenOverRun): Promise<ExecutionState | undefined> {
    const state = foldExecution(run.history);
    if (state === undefined) throw new Error(`Run ${run.executionId} has no events`);
    if (!isOver(state)) return this.#asActive(run, state.started, (active) => this.#driveTakenOver(run, active, state));
    await run.before;
    await this.store.append({ streams: [], lease: run.lease, ...run.finishing?.(state) });
    return state;
  }

  async #driveTakenOver({ history, ...run }: TakenOverRun, active: ActiveRun, state: ExecutionState): Promise<ExecutionState | undefined> {
    const { workflowId } = state.started;
    if ((await this.deployments.find(workflowId)) === undefined) active.cancel('workflow-deleted');
    const journal = this.#openJournal(run, active, { start: state.started, position: history.length });
    const now = this.clock.now();
    const taken = { owner: String(this.leases.owner), fence: run.lease.fence, at: now.toISOString() };
    const event =
      state.pausedAt === null ? ExecutionRecovered(taken) : ExecutionResumed({ ...taken, deadlineAt: movedDeadline(state, now) });
    journal.record(event);
    await journal.flush();
    const plan = await this.plans.ofRun(state.started);
    return this.#drive(run, active, journal, { plan, history: [...history, event] });
  }

  /** Fails a run that has ended its processes, so that it does not harm other runs without limit. It can be released. */
  async quarantine({ history, ...run }: TakenOverRun, error: string): Promise<void> {
    const state = foldExecution(history);
    if (state === undefined || isOver(state)) throw new Error(`Run ${run.executionId} is not running`);
    const ended = endFacts(history, state, this.clock.now());
    await this.end({ ...run, history }, ExecutionFailed({ error, reason: 'quarantined', output: {}, ...ended }));
  }

  /** The same for a run that has ended its processes before its first event was durable. */
  async quarantineNew({ start, ...run }: Pick<NewRun, 'start'> & RunBase, error: string): Promise<void> {
    const started = await this.#started(run.executionId, start, await this.plans.ofRun(start));
    const own = executionStream.at(run.executionId, start.workspaceId);
    await this.store.append({
      streams: [appendTo(own, { expected: 0, events: [started], meta: run.meta, outlinedRun: outlinedRunOf(run.executionId, start) })],
      ...(run.lease === undefined ? {} : { lease: run.lease }),
    });
    const ended = { endedAt: started.payload.startedAt, durationMs: 0 };
    await this.end({ ...run, history: [started] }, ExecutionFailed({ error, reason: 'quarantined', output: {}, ...ended }));
  }

  /** Ends a run without driving it: one whose lease this process holds, or one that has no lease. */
  async end({ history, ...run }: RunBase & Pick<TakenOverRun, 'history'>, event: ExecutionEvent): Promise<void> {
    const { executionId, meta, lease } = run;
    const state = foldExecution([...history, event]);
    if (state === undefined) throw new Error(`Run ${executionId} has no events`);
    const { workspaceId } = state.started;
    const outlinedRun = outlinedRunOf(executionId, state.started);
    const own = appendTo(executionStream.at(executionId, workspaceId), { expected: history.length, events: [event], meta, outlinedRun });
    const isAsked = history.some(asksQuestion);
    let hasPauses = false;
    const attempt = async (): Promise<void> => {
      const { streams = [], writes = [] } = run.finishing?.(state) ?? {};
      const kept = isAsked ? await this.book.rest({ executionId, state, waits: [], meta }) : { streams: [], writes: [] };
      hasPauses = kept.streams.length > 0;
      const all = { streams: [own, ...streams, ...kept.streams], writes: [...writes, ...kept.writes] };
      await this.store.append({ ...all, ...(lease === undefined ? {} : { lease }) });
    };
    // An answer that arrives meanwhile does not keep the run from ending.
    await retryConflicts(attempt, { isConflict: (error) => isStreamConflict(error) && hasPauses });
  }

  /** Lists the run among the active ones while `work` drives it. If the run was ended by another process, its state says how. */
  async #asActive(
    run: RunBase,
    names: RunNames,
    work: (active: ActiveRun) => Promise<ExecutionState | undefined>,
  ): Promise<ExecutionState | undefined> {
    const active = this.active.open(run.executionId, names);
    if (run.lease !== undefined) active.listen();
    run.lost?.addEventListener('abort', () => active.lose(run.lost?.reason), { once: true });
    try {
      return await work(active);
    } catch (error) {
      const state = await this.#durableState(run.executionId).catch(() => undefined);
      if (state !== undefined && isOver(state)) return state;
      if (active.held === undefined || !active.isDurable || infrastructureFaultOf(error) === undefined) throw error;
      await this.leases.giveBack(active.held, faultPauseMs);
      return undefined;
    } finally {
      // If any event of the run is durable, other processes may continue it.
      if (active.held !== undefined) this.leases.drop(active.held);
      active.close();
    }
  }

  async #durableState(executionId: string): Promise<ExecutionState | undefined> {
    return foldExecution(await this.store.read(executionStream, executionId));
  }

  async #drive(
    run: RunBase,
    active: ActiveRun,
    journal: Journal,
    { plan, history, startedMs }: { readonly plan: Plan; readonly history: readonly ExecutionEvent[]; readonly startedMs?: number },
  ): Promise<ExecutionState | undefined> {
    const { executionId, draining } = run;
    const [first] = history;
    if (first?.type !== 'execution.started') throw new Error(`The stream of run ${executionId} does not begin with execution.started`);
    const started = first.payload;
    const { values: secrets, isDeleted } = await this.secrets.opened(started.workspaceId);
    if (isDeleted) active.cancel('workspace-deleted');
    const beforeEffect = async (): Promise<void> => {
      if (await reportingFaults(this.secrets.isDeleted(started.workspaceId))) active.cancel('workspace-deleted');
    };
    const recorded = started.origin === undefined ? undefined : await this.origins.recordFor(executionId, started);
    const known = await this.origins.reusableFor(executionId, started, secrets);
    const { box, world } = this;
    const onError = (error: unknown): void => world.onError(error);
    const lease = (): Lease | undefined => journal.lease;
    const questions = new EarlyQuestions(this.store, this.book, { executionId, started, meta: run.meta, lease, onError });
    const loop = new TaskLoop({
      world,
      plan,
      journal,
      executionId,
      started,
      startedMs,
      keyId: keyOf(first, run.meta),
      secrets,
      box,
      questions,
      stops: active,
      draining,
      recorded,
      known,
      beforeEffect,
    });
    const end = await loop.run(history).catch(async (error: unknown) => {
      // What the blocks have done so far is not done again.
      if (infrastructureFaultOf(error) !== undefined && (run.lease !== undefined || active.isDurable)) await journal.flush();
      throw error;
    });
    const wasAsked = await questions.settled();
    if (run.before !== undefined) await run.before;
    if (end.kind === 'released') {
      await journal.flush();
      if (active.held !== undefined) await this.leases.giveBack(active.held);
      return undefined;
    }
    const state = foldExecution([first, end.event]);
    if (state === undefined) throw new Error(`Run ${executionId} has no events`);
    await this.#recordRest(run, journal, { wasAsked: wasAsked || history.some(asksQuestion), state, end });
    return state;
  }

  /** The last append of a drive: the run is paused or has ended. */
  async #recordRest(run: RunBase, journal: Journal, { wasAsked, state, end }: Rested): Promise<void> {
    const { executionId, meta } = run;
    const waits = end.kind === 'paused' ? end.waits : [];
    if (!wasAsked && !waits.some(({ pause }) => pause.kind === 'human')) {
      const { streams, writes } = this.#finishingOf(run, journal, state, end.event);
      return journal.finish(end.event, streams, writes);
    }
    let continues = false;
    await journal.rest(end.event, async () => {
      const { streams = [], writes = [] } = this.#finishingOf(run, journal, state, end.event);
      const kept = await this.book.rest({ executionId, state, waits, meta });
      continues = kept.answered.length > 0;
      const work = continues ? this.#workDueNow(run, journal, state.started) : writes;
      return { events: kept.answered, streams: [...streams, ...kept.streams], writes: [...work, ...kept.writes] };
    });
    if (continues) this.signals.send(workTopic);
  }

  /** What becomes durable with the last append: the rows of the work of the run, and what ends together with the run. */
  #finishingOf(run: RunBase, journal: Journal, state: ExecutionState, event: ExecutionEvent): Finishing {
    if (event.type === 'execution.paused') return { writes: this.#workOfPaused(run, journal, state.started, event.payload.resumeAt) };
    const { streams = [], writes = [] } = run.finishing?.(state) ?? {};
    const own = journal.lease !== undefined && run.lease === undefined ? [workItem.remove({ id: run.executionId })] : [];
    return { streams, writes: [...own, ...writes] };
  }

  /** The work of a paused run: it is due when the earliest pause ends by itself. */
  #workOfPaused({ executionId, lease }: RunBase, journal: Journal, started: Started, resumeAt: string | null): readonly Write[] {
    const held = lease ?? journal.lease;
    const ended = held === undefined ? [] : [workItem.remove({ id: held.itemId })];
    if (resumeAt === null) return ended;
    return [...ended, this.queue.schedule(workOf(executionId, started), new Date(resumeAt), held?.itemId === executionId ? held.fence : 0)];
  }

  /** The work of a run that has paused and continues at once, in any process. */
  #workDueNow({ executionId, lease }: RunBase, journal: Journal, started: Started): readonly Write[] {
    const held = lease ?? journal.lease;
    if (held?.itemId === executionId) return [this.queue.giveBack(executionId)];
    return [
      ...(held === undefined ? [] : [workItem.remove({ id: held.itemId })]),
      this.queue.add(workOf(executionId, started), this.clock.now()),
    ];
  }

  #withTelemetry(executionId: string, start: ExecutionStart | Started, onRecorded: NewRun['onRecorded']): NewRun['onRecorded'] {
    const observe = this.telemetry.observerOf(executionId, start);
    if (observe === undefined || onRecorded === undefined) return observe ?? onRecorded;
    return (event) => {
      observe(event);
      onRecorded(event);
    };
  }

  #openJournal(
    { executionId, meta, lease }: RunBase,
    active: ActiveRun,
    {
      start,
      position,
      claims = [],
      opening,
      onLeased,
      onRecorded,
    }: Pick<NewRun, 'claims' | 'onLeased' | 'onRecorded'> & {
      readonly position: number;
      readonly opening?: NewRun['opening'] | undefined;
      readonly start: ExecutionStart | Started;
    },
  ): Journal {
    const { workspaceId, lose } = active;
    const takeLease = (written: Promise<void>): { write: Write; lease: Lease } => {
      const { write, fence } = this.queue.addHeld(workOf(executionId, active), this.leases.owner, this.clock.now());
      const held = this.leases.hold(executionId, written);
      active.held = held;
      void written.then(() => {
        active.isDurable = true;
        onLeased?.();
      });
      held.addEventListener('abort', () => active.lose(held.reason), { once: true });
      return { write, lease: { itemId: executionId, fence } };
    };
    return new Journal(this.store, {
      executionId,
      workspaceId,
      meta,
      position,
      claims,
      opening,
      onRecorded: this.#withTelemetry(executionId, start, onRecorded),
      takeLease,
      ...(lease === undefined ? {} : { lease }),
      outlinedRun: outlinedRunOf(executionId, start),
      ...(start.mode === 'stream' ? { onLost: lose } : {}),
    });
  }
}

interface Rested {
  /** Whether the run has an answer account, or has asked and failed to open it. */
  readonly wasAsked: boolean;
  readonly state: ExecutionState;
  readonly end: Exclude<LoopEnd, { kind: 'released' }>;
}

/** Whether a block of the run has asked people a question. */
function asksQuestion({ type, payload }: ExecutionFact): boolean {
  return type === 'execution.block-paused' && payload.pause.kind === 'human';
}

/** The deadline moved by the time for which the run was paused. */
function movedDeadline({ deadlineAt, pausedAt }: ExecutionState, now: Date): string {
  const left = Date.parse(deadlineAt) - Date.parse(pausedAt ?? deadlineAt);
  return new Date(now.getTime() + left).toISOString();
}

/** The key that started a run: its first event names it, also when another caller continues the run. */
function keyOf(started: ExecutionEvent, present: EventMeta): string | undefined {
  return 'meta' in started ? (started.meta as EventMeta).keyId : present.keyId;
}
