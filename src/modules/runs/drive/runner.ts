import type { SecretBox } from '#host/secrets/secret-box.js';
import {
  BlockPaused,
  EffectIntended,
  ExecutionCancelled,
  ExecutionCompleted,
  ExecutionFailed,
  ExecutionPaused,
  PauseEnded,
  type ExecutionEvent,
  type ExecutionStarted,
} from '#engine/execution.events.js';
import type { Secrets } from '#engine/values/block-inputs.js';
import type { Plan } from '#engine/graph/plan.js';
import type { RecordedRun } from '#engine/replay/recorded-run.js';
import { BlockFailure } from '#engine/block-failure.js';
import { RunState, type RunOutcome } from '#engine/schedule/run-state.js';
import { outputOf, wakesBy, type Wake } from '#engine/schedule/waits.js';
import type { Task } from '#engine/schedule/task.js';
import { BlockSignals } from '../blocks/block-signals.js';
import { BlockWork } from '../blocks/block-work.js';
import type { BlockWorld } from '../blocks/block-world.js';
import { EnteredPlans } from './entered-plans.js';
import { RunClock } from './run-clock.js';
import { Sealing } from './sealing.js';

/** Where the runner writes down what happens. `flush` makes it durable. */
export interface RunJournal {
  record(event: ExecutionEvent): void;
  flush(): Promise<void>;
  /** How many events are not on their way to the disk yet. */
  readonly pending: number;
}

export interface RunStops {
  readonly isCancelled: boolean;
  /** Whether it is cancelled because its workspace is no more. */
  readonly isOrphan: boolean;
  /** Aborts when somebody cancels the run: it ends at once, and the work of its blocks is stopped. */
  readonly cancelled: AbortSignal;
  /** Aborts when the run belongs to another process. */
  readonly lost: AbortSignal;
}

export interface RunnerOptions {
  readonly world: BlockWorld;
  readonly plan: Plan;
  readonly journal: RunJournal;
  readonly executionId: string;
  readonly started: ReturnType<typeof ExecutionStarted>['payload'];
  readonly secrets: Secrets;
  readonly box: SecretBox;
  /** What ends the run from outside. Its signals are asked for by runs that wait only. */
  readonly stops?: RunStops | undefined;
  /** Looks for a reason to cancel the run before it touches the outside once more. */
  readonly beforeEffect?: () => Promise<void>;
  /** Aborts when this process wants to stop: no block begins any more. */
  readonly draining: AbortSignal | undefined;
  /** Present in a recorded replay: tells what came of all that touched the outside. */
  readonly recorded?: RecordedRun | undefined;
}

/**
 * *ended*: the last event, not yet recorded. *paused*: nothing can go on before `event.resumeAt`, or before somebody ends a pause;
 * the event is not yet recorded. *released*: somebody else is to go on from what is recorded.
 */
export type RunnerEnd =
  | { readonly kind: 'ended'; readonly event: ExecutionEvent }
  | { readonly kind: 'paused'; readonly event: ReturnType<typeof ExecutionPaused>; readonly waits: readonly Waiting[] }
  | { readonly kind: 'released' };

type Waiting = ReturnType<typeof BlockPaused>['payload'];

/** A run that lasts longer than this is made durable as it goes, so that it can be seen and survives its process. */
const flushEveryMs = 250;
/** Tasks in a row before everything else in the process has its turn. */
const tasksAtOnce = 256;
const mostPending = 1_000;
/** What the blocks of one run may put out in all. */
const mostProducedBytes = 512 * 1024 * 1024;

/**
 * The impure part of the engine: does every task that there is to do, records the event that it leads to, and asks the state what
 * there is to do next. All decisions are the state's, so a run that is taken over goes on exactly where its events end.
 */
export class Runner {
  readonly #state: RunState;
  readonly #blocks: BlockWork;
  readonly #signals = new BlockSignals();
  readonly #sealing: Sealing;
  readonly #clock: RunClock;
  readonly #plans: EnteredPlans;
  #queue: Task[] = [];
  #taken = 0;
  #running = 0;
  #end: RunnerEnd | undefined;
  #isResting = false;
  /** The last writing of a run that rested because much was recorded. */
  #writing = Promise.resolve();
  #waiting: { readonly resolve: () => void; readonly reject: (error: unknown) => void } | undefined;

  constructor(private readonly options: RunnerOptions) {
    const { plan, world, executionId, started, secrets, box, journal, recorded } = options;
    this.#clock = new RunClock(world.clock, started);
    this.#plans = new EnteredPlans(world.workflows, ({ secretNames }) => this.#sealing.cover(secretNames));
    this.#state = new RunState(plan, (workflowId, version) => this.#plans.of(workflowId, version));
    this.#sealing = new Sealing(secrets, box, executionId);
    this.#sealing.cover(plan.secretNames);
    this.#blocks = new BlockWork({
      world,
      state: this.#state,
      executionId,
      started,
      secrets,
      signals: this.#signals,
      recorded,
      remainingMs: () => this.#clock.remainingMs(),
      beginEffect: async (node, { kind, target }, effectKey) => {
        await this.options.beforeEffect?.();
        if (this.#end !== undefined) throw new BlockFailure('The run ended before this block did');
        const intent = EffectIntended({ node: node.key, blockId: node.block.id, effectKey, kind, target, at: this.#clock.iso() });
        journal.record(this.#sealing.seal(intent));
        await this.#flush();
      },
      entering: (workflowId, { version, plan: child }) => this.#plans.add(workflowId, version, child),
    });
  }

  /** Goes from where `history` ends to the end of the run, or to where it must wait. @throws the reason of `lost`, or what `flush` throws */
  async run(history: readonly ExecutionEvent[]): Promise<RunnerEnd> {
    const isFresh = history.length === 1;
    if (!isFresh) await this.#plans.load(history);
    for (const event of history) {
      this.#clock.take(event);
      this.#state.apply(this.#sealing.open(event));
    }
    this.#queue = [...this.#state.ready()];
    if (this.options.stops?.isCancelled === true) this.#cancel();
    else if (this.#clock.remainingMs() === 0) this.#timeOut();
    else this.#work();
    if (this.#end === undefined) await this.#wait();
    return this.#end ?? { kind: 'released' };
  }

  async #wait(): Promise<void> {
    const { stops, draining, world } = this.options;
    const [lost, cancelled] = [stops?.lost, stops?.cancelled];
    const lose = (): void => this.#waiting?.reject(lost?.reason);
    const look = (): void => this.#look();
    const cancel = (): void => this.#cancel();
    lost?.addEventListener('abort', lose);
    draining?.addEventListener('abort', look);
    cancelled?.addEventListener('abort', cancel);
    const noDeadline = world.timers.after(this.#clock.remainingMs(), () => this.#timeOut());
    let noFlush = (): void => undefined;
    const flushRegularly = (): void => {
      noFlush = world.timers.after(flushEveryMs, () => {
        if (this.options.journal.pending > 0) void this.#flush().catch(() => undefined);
        flushRegularly();
      });
    };
    flushRegularly();
    try {
      await new Promise<void>((resolve, reject) => {
        this.#waiting = { resolve, reject };
        if (lost?.aborted === true) lose();
      });
    } finally {
      noDeadline();
      noFlush();
      lost?.removeEventListener('abort', lose);
      draining?.removeEventListener('abort', look);
      cancelled?.removeEventListener('abort', cancel);
      // Blocks that are stopped because the run was lost have not failed: what they come to is not written down.
      this.#end ??= { kind: 'released' };
      this.#signals.stopAll();
    }
  }

  /** A loop and not a recursion: thousands of blocks may follow each other without one of them waiting. */
  #work(): void {
    if (this.#isResting) return;
    let tasks = 0;
    for (let task = this.#next(); task !== undefined; task = this.#next()) {
      this.#begin(task);
      tasks += 1;
      if (tasks === tasksAtOnce) return this.#rest();
    }
    this.#look();
  }

  /** Lets the rest of the process have its turn; when much was recorded, until what was written before that is durable. */
  #rest(): void {
    this.#isResting = true;
    const goOn = (): void => {
      this.#isResting = false;
      try {
        this.#work();
      } catch (error) {
        this.#waiting?.reject(error);
      }
    };
    if (this.options.journal.pending < mostPending) return this.options.world.timers.soon(goOn);
    const earlier = this.#writing;
    this.#writing = this.#flush();
    this.#writing.catch(() => undefined);
    void earlier.then(goOn, () => undefined);
  }

  #next(): Task | undefined {
    if (this.options.draining?.aborted === true || this.#end !== undefined) return undefined;
    while (this.#taken < this.#queue.length) {
      const task = this.#queue[this.#taken];
      this.#taken += 1;
      if (task !== undefined && this.#state.mayBegin(task)) return task;
    }
    this.#queue = [];
    this.#taken = 0;
    return undefined;
  }

  #begin(task: Task): void {
    this.#running += 1;
    this.#state.begin(task);
    const event = this.#blocks.do(task);
    if (event instanceof Promise) this.#await(task, event);
    else this.#settle(task, event);
  }

  #await(task: Task, result: Promise<ExecutionEvent>): void {
    result
      .then((event) => {
        this.#settle(task, event);
        this.#work();
      })
      .catch((error: unknown) => this.#waiting?.reject(error));
  }

  #settle({ node }: Task, event: ExecutionEvent): void {
    this.#running -= 1;
    if (this.#end !== undefined || !this.#state.isOpen(node)) return;
    this.options.journal.record(this.#sealing.seal(event));
    // What was told from a record comes sealed.
    for (const task of this.#state.apply(this.#sealing.open(event))) this.#queue.push(task);
    if (this.#blocks.produced > mostProducedBytes) {
      this.#fail(`The blocks of the run have put out more than ${mostProducedBytes / 1024 / 1024} MB`, 'engine');
    }
  }

  /** Ends the run when its outcome is known: at once for a response, after the blocks at work for a failure. */
  #look(): void {
    if (this.#end !== undefined) return;
    const outcome = this.#state.outcome();
    if (outcome?.kind === 'completed') return this.#complete(outcome);
    if (this.#running > 0 || this.#isResting) return;
    if (outcome?.kind === 'failed') {
      const { error, blockId, output } = outcome;
      this.#finish({ kind: 'ended', event: ExecutionFailed({ error, reason: 'block', blockId, output, ...this.#clock.times() }) });
    } else if (this.options.draining?.aborted === true) this.#finish({ kind: 'released' });
    else this.#pause();
  }

  #complete({ output, response }: Extract<RunOutcome, { kind: 'completed' }>): void {
    const answer = response === undefined ? {} : { response: { ...response, headers: { ...response.headers } } };
    this.#finish({ kind: 'ended', event: ExecutionCompleted({ output, ...answer, ...this.#clock.times() }) });
  }

  /** Nothing is left to do but to wait. What has become due meanwhile goes on at once. */
  #pause(): void {
    const waits = this.#state.pauses();
    if (waits.length === 0) return this.#fail('The run cannot go on: no block is left to run, and its end was not reached', 'engine');
    const { wakes, next: resumeAt } = wakesBy(waits, this.#clock.reached());
    for (const wake of wakes) this.#wake(wake);
    if (wakes.length > 0) return this.#work();
    const event = ExecutionPaused({ output: outputOf(waits), resumeAt, pausedAt: this.#clock.iso() });
    // Others keep what they show, so it is what may be written down.
    const shown = waits.map(({ paused }) => this.#sealing.seal(BlockPaused(paused)).payload);
    this.#finish({ kind: 'paused', event: this.#sealing.seal(event), waits: shown });
  }

  #wake(wake: Wake): void {
    const { node, paused } = wake.wait;
    if (wake.kind === 'remind') return void this.#queue.push({ kind: 'remind', node, paused });
    const input = wake.kind === 'expired' ? wake.pause.defaultInput : null;
    const ended = { node: node.key, blockId: node.block.id, reason: wake.kind, input, answers: [], at: this.#clock.iso() };
    const event = PauseEnded(ended);
    this.options.journal.record(this.#sealing.seal(event));
    this.#queue.push(...this.#state.apply(event));
  }

  #finish(end: RunnerEnd): void {
    this.#end = end.kind === 'ended' ? { kind: 'ended', event: this.#sealing.seal(end.event) } : end;
    this.#signals.stopAll();
    this.#waiting?.resolve();
  }

  #fail(error: string, reason: 'engine' | 'timeout'): void {
    if (this.#end !== undefined) return;
    this.#finish({
      kind: 'ended',
      event: ExecutionFailed({ error, reason, output: this.#state.root.endOutput(), ...this.#clock.times() }),
    });
  }

  #timeOut(): void {
    this.#fail(`Execution timed out after ${this.#clock.allowedSeconds} seconds`, 'timeout');
  }

  #cancel(): void {
    if (this.#end !== undefined) return;
    const reason = this.options.stops?.isOrphan === true ? ({ reason: 'workspace-deleted' } as const) : {};
    this.#finish({ kind: 'ended', event: ExecutionCancelled({ output: this.#state.root.output(), ...reason, ...this.#clock.times() }) });
  }

  /** A run that cannot be written down is not this process's any more: that is no failure of a block. */
  async #flush(): Promise<void> {
    await this.options.journal.flush().catch((error: unknown) => {
      this.#waiting?.reject(error);
      throw error;
    });
  }
}
