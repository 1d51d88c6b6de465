import type { SecretBox } from '#host/secrets/secret-box.js';
import {
  BlockPaused,
  EffectIntended,
  ExecutionCancelled,
  ExecutionCompleted,
  ExecutionFailed,
  ExecutionPaused,
  PauseEnded,
  type DeletionReason,
  type ExecutionEvent,
  type ExecutionStarted,
} from '#engine/execution.events.js';
import { Workflows } from '#blocks/ports/workflows.js';
import type { Plan } from '#engine/graph/plan.js';
import type { RecordedRun } from '#engine/replay/recorded-run.js';
import { BlockFailure } from '#engine/block-failure.js';
import { RunSpending } from '#engine/trace/run-spending.js';
import { RunState, type RunOutcome } from '#engine/schedule/run-state.js';
import { outputOf, wakesBy, type Wake } from '#engine/schedule/pauses/waits.js';
import type { PausedNode } from '#engine/schedule/pauses/paused-nodes.js';
import type { Task } from '#engine/schedule/task.js';
import { BlockSignals } from '../blocks/block-signals.js';
import { BlockWork } from '../blocks/block-work.js';
import type { KnownOutcomes } from '../blocks/outcomes/known-outcome.js';
import { notRecorded } from '../blocks/outcomes/not-recorded.js';
import { identityOf, type BlockWorld } from '../blocks/block-world.js';
import { EnteredPlans } from './entered-plans.js';
import { RunClock } from './recorded/run-clock.js';
import { Sealing } from './recorded/sealing.js';

/** Records the events of a run. `flush` makes them durable. */
export interface LoopJournal {
  record(event: ExecutionEvent): void;
  flush(): Promise<void>;
  /** Number of events that are in no append yet. */
  readonly pending: number;
  /** Position in the stream of the event that was recorded last. */
  readonly last: number;
}

export interface LoopStops {
  readonly isCancelled: boolean;
  /** Why the run was cancelled, if something was deleted. */
  readonly deletion: DeletionReason | undefined;
  /** Aborts when the run is cancelled: it ends at once, and the work of its blocks is stopped. */
  readonly cancelled: AbortSignal;
  /** Aborts when another process has taken the run over. */
  readonly lost: AbortSignal;
}

/** The questions of the run that open while it is active. */
export interface LoopQuestions {
  open(asked: readonly OpenPause[], durable: Promise<void>): void;
  /** The context ids of the questions whose answers wait until the run rests. */
  queued(): Promise<ReadonlySet<string>>;
}

export interface LoopOptions {
  readonly world: BlockWorld;
  readonly plan: Plan;
  readonly journal: LoopJournal;
  readonly executionId: string;
  readonly started: ReturnType<typeof ExecutionStarted>['payload'];
  /** The time of the steady clock at the start, if this process has started the run. */
  readonly startedMs?: number | undefined;
  /** The API key that started the run: what its models cost is counted for it. */
  readonly keyId?: string | undefined;
  readonly secrets: ReadonlyMap<string, string>;
  readonly box: SecretBox;
  readonly questions?: LoopQuestions | undefined;
  /** What can stop the run. Its signals are read only when the loop has to wait, since each is created on first use. */
  readonly stops?: LoopStops | undefined;
  /** Cancels the run if there is a reason to, before each effect. */
  readonly beforeEffect?: () => Promise<void>;
  /** Aborts when this process begins to stop: no block starts any more. */
  readonly draining: AbortSignal | undefined;
  /** Present in a recorded replay: the results of its effects. */
  readonly recorded?: RecordedRun | undefined;
  /** Present in a run that takes over outcomes of another one whose blocks and inputs are the same. */
  readonly known?: KnownOutcomes | undefined;
}

/**
 * *ended*: the last event, not yet recorded. *paused*: no block can continue before `event.resumeAt` or before an answer ends a pause;
 * the event is not yet recorded. *released*: another process is to continue from the recorded events.
 */
export type LoopEnd =
  | { readonly kind: 'ended'; readonly event: ExecutionEvent }
  | { readonly kind: 'paused'; readonly event: ReturnType<typeof ExecutionPaused>; readonly waits: readonly OpenPause[] }
  | { readonly kind: 'released' };

type OpenPause = ReturnType<typeof BlockPaused>['payload'];

/** Longer runs are made durable at this interval, so that they can be followed and survive their process. */
const flushEveryMs = 250;
/** Tasks in a row, and time in ms, before the loop yields to the event loop of the process. */
const tasksAtOnce = 256;
const turnMs = 10;
const mostPending = 1_000;
/** Limit of the outputs of all blocks of one run. */
const mostProducedBytes = 512 * 1024 * 1024;

function nothingOutside(kind: string, target: string): BlockFailure {
  return new BlockFailure(`The run was started with outside "none", so the block did not do this: ${kind} ${target}`, { status: 409 });
}

/**
 * The impure part of the engine: executes each task, records its event, and applies the event to the state, which returns the next
 * tasks. The state makes all decisions, so a run that is taken over continues exactly where its events end.
 */
export class TaskLoop {
  readonly #state: RunState;
  readonly #blocks: BlockWork;
  readonly #signals = new BlockSignals();
  readonly #sealing: Sealing;
  readonly #clock: RunClock;
  readonly #spending = new RunSpending();
  /** Made for the first workflow that is called: most runs call none. */
  #madePlans: EnteredPlans | undefined;
  #queue: Task[] = [];
  #taken = 0;
  #running = 0;
  /** Whether there may be questions that are not open yet. */
  #hasAsked = false;
  #end: LoopEnd | undefined;
  #hasYielded = false;
  /** The last flush that started because many events were pending. */
  #lastFlush = Promise.resolve();
  #waiting: { readonly resolve: () => void; readonly reject: (error: unknown) => void } | undefined;

  constructor(private readonly options: LoopOptions) {
    const { plan, world, executionId, started, secrets, box, journal, recorded } = options;
    this.#clock = new RunClock(world.clock, started, options.startedMs);
    this.#state = new RunState(plan, (workflowId, version) => this.#plans.of(workflowId, version));
    this.#sealing = new Sealing(secrets, box, executionId, started.contents);
    this.#blocks = new BlockWork({
      world,
      state: this.#state,
      executionId,
      started,
      keyId: options.keyId,
      secrets,
      signals: this.#signals,
      shownText: this.#sealing.text,
      shownBeginning: this.#sealing.begin,
      shown: this.#sealing.json,
      prepareShown: (output, input) => this.#sealing.prepare(output, input),
      recorded,
      known: options.known,
      remainingMs: () => this.#clock.remainingMs(),
      spentNanoUsd: () => this.#spending.callsNanoUsd,
      beginEffect: async (node, { kind, target }, effectKey, call) => {
        // Tools may be skills and blocks, which run again.
        if (recorded !== undefined && kind !== 'tool') throw notRecorded();
        if (started.draft?.outside === 'none') throw nothingOutside(kind, target);
        await this.options.beforeEffect?.();
        if (this.#end !== undefined) throw new BlockFailure('The run ended before this block did');
        const which = call === undefined ? {} : { call };
        const intent = EffectIntended({ node: node.key, blockId: node.block.id, effectKey, kind, target, ...which, at: this.#clock.iso() });
        journal.record(this.#sealing.seal(intent));
        const position = journal.last;
        await this.#flush();
        return position;
      },
      entering: (workflowId, { version, plan: child }) => this.#plans.add(workflowId, version, child),
    });
  }

  get #plans(): EnteredPlans {
    return (this.#madePlans ??= new EnteredPlans(this.options.world.capabilities.of(Workflows, identityOf(this.options))));
  }

  /** Executes the run from the end of `history` until it ends or pauses. @throws the reason of `lost`, or what `flush` throws */
  async run(history: readonly ExecutionEvent[]): Promise<LoopEnd> {
    const isFresh = history.length === 1;
    if (!isFresh) await this.#plans.load(history);
    this.#hasAsked = !isFresh;
    let following: readonly Task[] = [];
    for (const event of history) {
      this.#clock.take(event);
      this.#spending.take(event);
      following = this.#state.apply(this.#sealing.open(event));
    }
    this.#queue = [...(isFresh ? following : this.#state.ready())];
    if (this.options.stops?.isCancelled === true) this.#cancel();
    else if (this.#clock.remainingMs() === 0) this.#timeOut();
    else this.#runTasks();
    if (this.#end === undefined) await this.#untilEnd();
    return this.#end ?? { kind: 'released' };
  }

  async #untilEnd(): Promise<void> {
    const { stops, draining, world } = this.options;
    const [lost, cancelled] = [stops?.lost, stops?.cancelled];
    const lose = (): void => this.#waiting?.reject(lost?.reason);
    const check = (): void => this.#checkOutcome();
    const cancel = (): void => this.#cancel();
    lost?.addEventListener('abort', lose);
    draining?.addEventListener('abort', check);
    cancelled?.addEventListener('abort', cancel);
    const noDeadline = world.timers.after(this.#clock.remainingMs(), () => this.#timeOut());
    let noFlush = (): void => undefined;
    const flushRegularly = (): void => {
      noFlush = world.timers.after(flushEveryMs, () => {
        if (this.options.journal.pending > 0) void this.#flush().catch(() => undefined);
        this.#openQuestions();
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
      draining?.removeEventListener('abort', check);
      cancelled?.removeEventListener('abort', cancel);
      // Blocks that are stopped because the run was lost have not failed: their events are not recorded.
      this.#end ??= { kind: 'released' };
      this.#signals.stopAll();
    }
  }

  /** A loop and not a recursion: thousands of blocks may follow each other without waiting. */
  #runTasks(): void {
    if (this.#hasYielded) return;
    const turnEnds = this.#clock.now() + turnMs;
    let tasks = 0;
    for (let task = this.#next(); task !== undefined; task = this.#next()) {
      this.#startWatched(task);
      tasks += 1;
      if (tasks === tasksAtOnce || this.#clock.now() >= turnEnds) return this.#yieldTurn();
    }
    this.#checkOutcome();
  }

  /** Yields to the event loop. When many events are pending, it flushes and waits until the flush before that is durable. */
  #yieldTurn(): void {
    this.#hasYielded = true;
    const resume = (): void => {
      this.#hasYielded = false;
      try {
        this.#runTasks();
      } catch (error) {
        this.#waiting?.reject(error);
      }
    };
    if (this.options.journal.pending < mostPending) return this.options.world.timers.soon(resume);
    const earlier = this.#lastFlush;
    this.#lastFlush = this.#flush();
    this.#lastFlush.catch(() => undefined);
    void earlier.then(resume, () => undefined);
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

  #startWatched(task: Task): void {
    const { world, executionId, started } = this.options;
    world.watched({ executionId, workflowId: started.workflowId, block: task.node.block }, () => this.#startTask(task));
  }

  #startTask(task: Task): void {
    if (task.kind === 'leave') this.#endCallsBelow(task.node.key);
    this.#running += 1;
    this.#state.begin(task);
    const event = this.#blocks.do(task);
    if (event instanceof Promise) this.#settleLater(task, event);
    else this.#settle(task, event);
  }

  #settleLater(task: Task, result: Promise<ExecutionEvent>): void {
    result
      .then((event) => {
        this.#settle(task, event);
        this.#runTasks();
      })
      .catch((error: unknown) => this.#waiting?.reject(error));
  }

  #settle({ node }: Task, event: ExecutionEvent): void {
    this.#running -= 1;
    if (this.#end !== undefined || !this.#state.isOpen(node)) {
      if (event.type === 'execution.model-answered') this.#blocks.stored(event.payload);
      return;
    }
    this.#record(event);
    if (event.type === 'execution.block-paused') this.#hasAsked = true;
    // What a call has cost must not be lost with the process.
    if (event.type === 'execution.model-answered') this.#store(event.payload);
    // An event from a record is sealed already.
    this.#follow(event);
    if (this.#blocks.produced > mostProducedBytes) {
      this.#fail(`The outputs of the blocks of the run exceed ${mostProducedBytes / 1024 / 1024} MB in all`, 'engine');
    }
  }

  #record(event: ExecutionEvent): void {
    this.options.journal.record(this.#sealing.seal(event));
    this.#spending.take(event);
    this.options.world.observed?.(event);
  }

  #follow(event: ExecutionEvent): void {
    for (const task of this.#state.apply(this.#sealing.open(event))) this.#queue.push(task);
  }

  /** A called workflow that has answered is left without the calls of models in it: they have cost something, so they end before it. */
  #endCallsBelow(key: string): void {
    for (const event of this.#blocks.interrupted('cancelled', key)) {
      this.#record(event);
      this.#follow(event);
    }
  }

  /** Ends the run when its outcome is known: at once for a response, after the running blocks for a failure. */
  #checkOutcome(): void {
    if (this.#end !== undefined) return;
    const outcome = this.#state.outcome();
    if (outcome?.kind === 'completed') return this.#complete(outcome);
    if (this.#running > 0 || this.#hasYielded) return this.#openQuestions();
    if (outcome?.kind === 'failed') this.#failByBlock(outcome);
    else if (this.options.draining?.aborted === true) this.#finish({ kind: 'released' });
    else this.#pause();
  }

  #failByBlock({ error, blockId, output, code }: Extract<RunOutcome, { kind: 'failed' }>, isTimeout?: boolean): void {
    const facts = this.#lastFacts(isTimeout);
    const budget = code === undefined || this.#spending.hasAsked ? {} : { code };
    this.#finish({ kind: 'ended', event: ExecutionFailed({ error, reason: 'block', blockId, output, ...budget, ...facts }) });
  }

  #complete({ output, response }: Extract<RunOutcome, { kind: 'completed' }>): void {
    const answer = response === undefined ? {} : { response: { ...response, headers: { ...response.headers } } };
    this.#finish({ kind: 'ended', event: ExecutionCompleted({ output, ...answer, ...this.#lastFacts() }) });
  }

  /** Questions open when the run rests, and before that when it is active in other branches. */
  #openQuestions(): void {
    const { questions } = this.options;
    if (questions === undefined || !this.#hasAsked || this.#end !== undefined) return;
    this.#hasAsked = false;
    const asked = this.#state.pauses().filter(({ paused }) => paused.pause.kind === 'human');
    if (asked.length > 0) questions.open(this.#shown(asked), this.#flush());
  }

  /** The module of pauses stores these, so secrets are masked. */
  #shown(waits: readonly PausedNode[]): readonly OpenPause[] {
    return waits.map(({ paused }) => this.#sealing.seal(BlockPaused(paused)).payload);
  }

  /** Only pauses are left. A pause that is due ends now, and the run continues. */
  #pause(): void {
    const waits = this.#state.pauses();
    if (waits.length === 0) return this.#fail('The run cannot continue: no block is left to run, and its end was not reached', 'engine');
    const due = wakesBy(waits, this.#clock.reached());
    const { questions } = this.options;
    if (questions === undefined || !due.wakes.some(({ kind }) => kind === 'expired')) return this.#rest(waits, due);
    this.#running += 1;
    const answeredInTime = (answered: ReadonlySet<string>): void => {
      this.#running -= 1;
      if (this.#end !== undefined) return;
      // An answer that came in time counts, although its turn comes later.
      const wakes = due.wakes.filter((wake) => wake.kind !== 'expired' || !answered.has(wake.pause.contextId));
      this.#rest(waits, { ...due, wakes });
    };
    questions
      .queued()
      .then(answeredInTime)
      .catch((error: unknown) => this.#waiting?.reject(error));
  }

  #rest(waits: readonly PausedNode[], { wakes, next: resumeAt }: ReturnType<typeof wakesBy>): void {
    for (const wake of wakes) this.#wake(wake);
    if (wakes.length > 0) return this.#runTasks();
    const event = ExecutionPaused({ output: outputOf(waits), resumeAt, pausedAt: this.#clock.iso() });
    this.#finish({ kind: 'paused', event: this.#sealing.seal(event), waits: this.#shown(waits) });
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

  #finish(end: LoopEnd): void {
    this.#end = end.kind === 'ended' ? { kind: 'ended', event: this.#sealing.seal(end.event) } : end;
    this.#signals.stopAll();
    this.#waiting?.resolve();
  }

  #fail(error: string, reason: 'engine' | 'timeout'): void {
    if (this.#end !== undefined) return;
    this.#finish({
      kind: 'ended',
      event: ExecutionFailed({ error, reason, output: this.#state.root.endOutput(), ...this.#lastFacts(reason === 'timeout') }),
    });
  }

  #timeOut(): void {
    const { allowedSeconds } = this.#clock;
    const limit = `${allowedSeconds} ${allowedSeconds === 1 ? 'second' : 'seconds'}`;
    const outcome = this.#state.outcome();
    // The run had failed already, and waited for its other branches.
    if (outcome?.kind === 'failed' && this.#end === undefined) {
      const error = `${outcome.error}. The time limit of ${limit} then stopped the other branches`;
      return this.#failByBlock({ ...outcome, error }, true);
    }
    this.#fail(`Execution timed out after ${limit}`, 'timeout');
  }

  #cancel(): void {
    if (this.#end !== undefined) return;
    const reason = this.options.stops?.deletion;
    const deleted = reason === undefined ? {} : { reason };
    this.#finish({ kind: 'ended', event: ExecutionCancelled({ output: this.#state.root.output(), ...deleted, ...this.#lastFacts() }) });
  }

  /** What every end of a run tells. The calls of models that are still in progress end with it. A timer may come a moment before its time. */
  #lastFacts(
    isTimeout = this.#clock.remainingMs() === 0,
  ): ReturnType<RunClock['times']> & { spent?: { costUsd: number; models: string[] } } {
    for (const event of this.#blocks.interrupted(isTimeout ? 'timeout' : 'cancelled')) this.#record(event);
    const { spent } = this.#spending;
    return { ...this.#clock.times(), ...(spent === undefined ? {} : { spent }) };
  }

  #store(answered: Extract<ExecutionEvent, { type: 'execution.model-answered' }>['payload']): void {
    const stored = (): void => this.#blocks.stored(answered);
    void this.#flush().then(stored, stored);
  }

  /** A failed flush means that this process has lost the run. No block has failed. */
  async #flush(): Promise<void> {
    await this.options.journal.flush().catch((error: unknown) => {
      this.#waiting?.reject(error);
      throw error;
    });
  }
}
