import { Injectable } from '@nestjs/common';
import { EventStore, StreamConflict, type Lease, type StreamAppend } from '#ledger/events/event-store.js';
import type { Write } from '#ledger/rows/read-model.js';
import { Leases } from '#ledger/work/leases.js';
import { workItem } from '#ledger/work/work-item.js';
import { WorkQueue } from '#ledger/work/work-queue.js';
import { workTopic } from '#ledger/work/worker-loop.js';
import { SecretBox } from '#host/secrets/secret-box.js';
import { Signals } from '#ledger/signals/signals.js';
import { Clock } from '#kernel/clock.js';
import type { EventMeta } from '#kernel/event.js';
import { WorkspaceSecrets } from '#modules/environment/index.js';
import { baseChargeUsd } from '#modules/models/index.js';
import { ExecutionFailed, ExecutionRecovered, ExecutionResumed, ExecutionStarted, type ExecutionEvent } from '#engine/execution.events.js';
import { foldExecution, isOver, workedMs, type ExecutionState } from '#engine/execution.state.js';
import type { ExecutionFact } from '#engine/schedule/execution-fact.js';
import { Runner, type RunnerEnd } from './runner.js';
import { workOf, type ExecutionStart, type Started } from '../start/execution-start.js';
import { Journal } from './journal.js';
import { LiveRuns, type LiveRun } from './live-runs.js';
import { Plans } from './plans.js';
import { RepeatedRuns } from './repeated-runs.js';
import { ServerWorld } from '../blocks/server-world.js';
import { PauseBook } from '../ports/pause-book.js';

const triesToEnd = 5;

export function quarantineMessage(attempts: number): string {
  return `The run was set aside after ${attempts} attempts that came to no end`;
}

/** What ends together with the run: the job, the row of its work. */
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
  /** What has to be durable before the run comes to rest, since `finishing` builds on it. */
  readonly before?: Promise<void>;
}

export interface NewRun extends RunBase {
  readonly start: ExecutionStart;
  readonly claims?: readonly Write[] | undefined;
  /** Called once the run holds a lease that others can see. Not before it touches anything outside, and for many runs never. */
  readonly leased?: (() => void) | undefined;
  /** Called once a streamed run is durable. */
  readonly begun?: () => void;
}

export interface TakenOverRun extends RunBase {
  readonly history: readonly ExecutionEvent[];
  readonly lease: Lease;
}

/** Drives runs to their end, new ones and those that lost their process. */
@Injectable()
export class Runs {
  constructor(
    private readonly store: EventStore,
    private readonly plans: Plans,
    private readonly queue: WorkQueue,
    private readonly leases: Leases,
    private readonly clock: Clock,
    private readonly live: LiveRuns,
    private readonly secrets: WorkspaceSecrets,
    private readonly box: SecretBox,
    private readonly world: ServerWorld,
    private readonly repeated: RepeatedRuns,
    private readonly book: PauseBook,
    private readonly signals: Signals,
  ) {}

  /** @returns undefined when the run was given back because the process is stopping */
  begin(run: NewRun): Promise<ExecutionState | undefined> {
    return this.#attend(run, run.start, (live) => this.#begin(run, live));
  }

  async #begin({ start, claims, leased, begun, ...run }: NewRun, live: LiveRun): Promise<ExecutionState | undefined> {
    const { timeoutMs, ...pinned } = start;
    const plan = await this.plans.of(start.workflowId, start.deploymentVersion);
    const now = this.clock.now();
    const deadlineAt = new Date(now.getTime() + timeoutMs).toISOString();
    const started = ExecutionStarted({
      ...pinned,
      baseChargeUsd,
      startBlockId: plan.start.id,
      engineFlags: [],
      startedAt: now.toISOString(),
      deadlineAt,
    });
    const journal = this.#journal(run, live, { position: 0, claims, leased, isEager: start.mode === 'stream' });
    const history = [started, ...(await this.repeated.beginningOf(run.executionId, started.payload))];
    journal.recordAll(history);
    if (begun !== undefined) {
      live.listen();
      await journal.flush().then(begun);
    }
    return this.#drive(run, live, journal, history);
  }

  /** Goes on with a run of another process. The first event fences the former owner. */
  async takeOver(run: TakenOverRun): Promise<ExecutionState | undefined> {
    const state = foldExecution(run.history);
    if (state === undefined) throw new Error(`Run ${run.executionId} never began`);
    if (!isOver(state)) return this.#attend(run, state.started, (live) => this.#takeOver(run, live, state));
    await run.before;
    await this.store.append({ streams: [], lease: run.lease, ...run.finishing?.(state) });
    return state;
  }

  async #takeOver({ history, ...run }: TakenOverRun, live: LiveRun, state: ExecutionState): Promise<ExecutionState | undefined> {
    const journal = this.#journal(run, live, { position: history.length, isEager: state.started.mode === 'stream' });
    const now = this.clock.now();
    const taken = { owner: String(this.leases.owner), fence: run.lease.fence, at: now.toISOString() };
    const event =
      state.pausedAt === null ? ExecutionRecovered(taken) : ExecutionResumed({ ...taken, deadlineAt: movedDeadline(state, now) });
    journal.record(event);
    await journal.flush();
    return this.#drive(run, live, journal, [...history, event]);
  }

  /** Ends a run that takes its process down each time, so that it cannot harm the others for ever. */
  async quarantine({ history, ...run }: TakenOverRun, attempts: number): Promise<void> {
    const state = foldExecution(history);
    if (state === undefined || isOver(state)) throw new Error(`Run ${run.executionId} is not running`);
    const now = this.clock.now();
    const event = ExecutionFailed({
      error: quarantineMessage(attempts),
      reason: 'quarantined',
      output: {},
      endedAt: now.toISOString(),
      durationMs: workedMs(state, now),
    });
    await this.end({ ...run, history }, event);
  }

  /** Ends a run without going on with it: one whose lease this process holds, or one that has none. */
  async end({ history, ...run }: RunBase & Pick<TakenOverRun, 'history'>, event: ExecutionEvent): Promise<void> {
    const { executionId, meta, lease } = run;
    const state = foldExecution([...history, event]);
    if (state === undefined) throw new Error(`Run ${executionId} never began`);
    const { workspaceId } = state.started;
    const own: StreamAppend = { streamId: executionId, lifetime: 'run', workspaceId, expected: history.length, events: [event], meta };
    for (let attempt = 1; ; attempt += 1) {
      const { streams = [], writes = [] } = run.finishing?.(state) ?? {};
      const kept = history.some(asks) ? await this.book.rest({ executionId, state, waits: [], meta }) : { streams: [], writes: [] };
      const all = { streams: [own, ...streams, ...kept.streams], writes: [...writes, ...kept.writes] };
      try {
        return await this.store.append({ ...all, ...(lease === undefined ? {} : { lease }) });
      } catch (error) {
        // Somebody may have answered meanwhile, which is no reason to go on.
        if (!(error instanceof StreamConflict) || kept.streams.length === 0 || attempt === triesToEnd) throw error;
      }
    }
  }

  /** Makes the run reachable while `work` drives it. Whoever ended it from outside has decided how it ended. */
  async #attend(
    run: RunBase,
    names: Parameters<LiveRuns['open']>[1],
    work: (live: LiveRun) => Promise<ExecutionState | undefined>,
  ): Promise<ExecutionState | undefined> {
    const live = this.live.open(run.executionId, names);
    if (run.lease !== undefined) live.listen();
    run.lost?.addEventListener('abort', () => live.lose(run.lost?.reason), { once: true });
    try {
      return await work(live);
    } catch (error) {
      const state = await this.state(run.executionId).catch(() => undefined);
      if (state === undefined || !isOver(state)) throw error;
      return state;
    } finally {
      // The lease that the run took on its way: if anything of it is durable, others may go on with it.
      if (live.held !== undefined) this.leases.drop(live.held);
      live.close();
    }
  }

  /** How a run stands, by what is durable of it; undefined for one that never began. */
  async state(executionId: string): Promise<ExecutionState | undefined> {
    return foldExecution((await this.store.read('run', executionId)) as unknown as ExecutionEvent[]);
  }

  async #drive(run: RunBase, live: LiveRun, journal: Journal, history: readonly ExecutionEvent[]): Promise<ExecutionState | undefined> {
    const { executionId, draining } = run;
    const [first] = history;
    if (first?.type !== 'execution.started') throw new Error(`The stream of run ${executionId} does not begin with its start`);
    const started = first.payload;
    const plan = await this.plans.of(started.workflowId, started.deploymentVersion);
    const secrets = await this.secrets.of(started.workspaceId);
    const beforeEffect = async (): Promise<void> => {
      if (await this.secrets.isDeleted(started.workspaceId)) live.orphan();
    };
    await beforeEffect();
    const recorded = await this.repeated.recordFor(executionId, started);
    const { box, world } = this;
    const runner = new Runner({ world, plan, journal, executionId, started, secrets, box, stops: live, draining, recorded, beforeEffect });
    const end = await runner.run(history);
    await run.before;
    if (end.kind === 'released') {
      await journal.flush();
      if (run.lease === undefined) await this.queue.release(this.leases.owner, [executionId]);
      return undefined;
    }
    const state = foldExecution([first, end.event]);
    if (state === undefined) throw new Error('A run that ended has begun');
    await this.#rest(run, journal, { history, state, end });
    return state;
  }

  /** The last append of a drive: the run waits or has ended. */
  async #rest(run: RunBase, journal: Journal, { history, state, end }: Rested): Promise<void> {
    const { executionId, meta } = run;
    const waits = end.kind === 'paused' ? end.waits : [];
    if (!history.some(asks) && !waits.some(({ pause }) => pause.kind === 'human')) {
      const { streams, writes } = this.#rested(run, journal, state, end.event);
      return journal.finish(end.event, streams, writes);
    }
    let goesOn = false;
    await journal.rest(end.event, async () => {
      const { streams = [], writes = [] } = this.#rested(run, journal, state, end.event);
      const kept = await this.book.rest({ executionId, state, waits, meta });
      goesOn = kept.answered.length > 0;
      const work = goesOn ? this.#dueNow(run, journal, state.started) : writes;
      return { events: kept.answered, streams: [...streams, ...kept.streams], writes: [...work, ...kept.writes] };
    });
    if (goesOn) this.signals.send(workTopic);
  }

  /** What becomes durable with the rest of a run: the rows of its work, and what else ends with it. */
  #rested(run: RunBase, journal: Journal, state: ExecutionState, event: ExecutionEvent): Finishing {
    if (event.type === 'execution.paused') return { writes: this.#parked(run, journal, state.started, event.payload.resumeAt) };
    const { streams = [], writes = [] } = run.finishing?.(state) ?? {};
    const own = journal.lease !== undefined && run.lease === undefined ? [workItem.remove({ id: run.executionId })] : [];
    return { streams, writes: [...own, ...writes] };
  }

  /** The rows of the work of a run that waits: it comes back when the earliest pause ends by itself. */
  #parked({ executionId, lease }: RunBase, journal: Journal, started: Started, resumeAt: string | null): readonly Write[] {
    const held = lease ?? journal.lease;
    const ended = held === undefined ? [] : [workItem.remove({ id: held.itemId })];
    if (resumeAt === null) return ended;
    return [...ended, this.queue.schedule(workOf(executionId, started), new Date(resumeAt), held?.itemId === executionId ? held.fence : 0)];
  }

  /** The rows of the work of a run that has paused and goes on at once, with whoever comes first. */
  #dueNow({ executionId, lease }: RunBase, journal: Journal, started: Started): readonly Write[] {
    const held = lease ?? journal.lease;
    if (held?.itemId === executionId) return [this.queue.giveBack(executionId, this.clock.now())];
    return [
      ...(held === undefined ? [] : [workItem.remove({ id: held.itemId })]),
      this.queue.add(workOf(executionId, started), this.clock.now()),
    ];
  }

  #journal(
    { executionId, meta, lease }: RunBase,
    live: LiveRun,
    {
      position,
      claims = [],
      leased,
      isEager,
    }: Pick<NewRun, 'claims' | 'leased'> & { readonly position: number; readonly isEager: boolean },
  ): Journal {
    const { workspaceId, lose } = live;
    const takeLease = (written: Promise<void>): { write: Write; lease: Lease } => {
      const { write, fence } = this.queue.addHeld(workOf(executionId, live), this.leases.owner, this.clock.now());
      const held = this.leases.hold(executionId, written);
      live.held = held;
      if (leased !== undefined) void written.then(leased);
      held.addEventListener('abort', () => live.lose(held.reason), { once: true });
      return { write, lease: { itemId: executionId, fence } };
    };
    return new Journal(this.store, {
      executionId,
      workspaceId,
      meta,
      position,
      claims,
      takeLease,
      ...(lease === undefined ? {} : { lease }),
      ...(isEager ? { onLost: lose } : {}),
    });
  }
}

interface Rested {
  readonly history: readonly ExecutionEvent[];
  readonly state: ExecutionState;
  readonly end: Exclude<RunnerEnd, { kind: 'released' }>;
}

/** Whether somebody is asked. */
function asks({ type, payload }: ExecutionFact): boolean {
  return type === 'execution.block-paused' && payload.pause.kind === 'human';
}

/** A pause does not use up the time of a run. */
function movedDeadline({ deadlineAt, pausedAt }: ExecutionState, now: Date): string {
  const left = Date.parse(deadlineAt) - Date.parse(pausedAt ?? deadlineAt);
  return new Date(now.getTime() + left).toISOString();
}
