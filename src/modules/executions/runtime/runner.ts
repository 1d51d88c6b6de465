import { createHash } from 'node:crypto';
import type { OutboundHttp } from '#infrastructure/outbound/outbound-http.js';
import type { Sandbox } from '#infrastructure/sandbox/sandbox.js';
import type { Clock } from '#kernel/clock.js';
import type { BlockContext, BlockStep, Effect } from '../blocks/block.js';
import type { BlockRegistry } from '../blocks/registry.js';
import {
  BlockCompleted,
  BlockFailed,
  EffectIntended,
  ExecutionCancelled,
  ExecutionCompleted,
  ExecutionFailed,
  type ExecutionEvent,
  type ExecutionStarted,
} from '../domain/execution.events.js';
import { BlockFailure } from '../engine/block-failure.js';
import type { BlockInputs, Secrets } from '../engine/block-inputs.js';
import { retryDelayMs } from '../engine/block-retry.js';
import type { ExecutionFact } from '../engine/execution-fact.js';
import { maskSecrets } from '../engine/masking.js';
import type { Plan } from '../engine/plan.js';
import { RunState } from '../engine/run-state.js';
import type { ReadyNode } from '../engine/scheduler.js';
import { pause } from './pause.js';

/** Where the runner writes down what happens. `flush` makes it durable. */
export interface RunJournal {
  record(event: ExecutionEvent): void;
  flush(): Promise<void>;
}

/** What blocks touch of the world. */
export interface RunnerWorld {
  readonly registry: BlockRegistry;
  readonly sandbox: Sandbox;
  readonly http: OutboundHttp;
  readonly clock: Clock;
  /** Tells about failures that are ours and not the workflow's. */
  readonly onError: (error: unknown) => void;
}

export interface RunnerOptions {
  readonly world: RunnerWorld;
  readonly plan: Plan;
  readonly journal: RunJournal;
  readonly executionId: string;
  readonly started: ReturnType<typeof ExecutionStarted>['payload'];
  readonly secrets: Secrets;
  /** Aborts when the run belongs to another process. */
  readonly lost: AbortSignal | undefined;
  /** Aborts when this process wants to stop: no block begins any more. */
  readonly draining: AbortSignal | undefined;
  /** Aborts when somebody cancels the run: it ends at once, and the work of its blocks is stopped. */
  readonly cancelled?: AbortSignal | undefined;
}

/** *ended*: the last event, not yet recorded. *released*: somebody else is to go on from what is recorded. */
export type RunnerEnd = { readonly kind: 'ended'; readonly event: ExecutionEvent } | { readonly kind: 'released' };

const defaultBlockTimeoutMs = 300_000;

/** Why the work of blocks is stopped. One for all, since a stack costs more than the blocks of a small run. */
const runEnded = new Error('The run has ended');

/**
 * The impure part of the engine: starts every block that may run, records how each one ends, and asks the state what may run
 * next. All decisions are the state's, so a run that is taken over goes on exactly where its events end.
 */
export class Runner {
  readonly #state: RunState;
  readonly #queue: ReadyNode[] = [];
  #running = 0;
  #end: RunnerEnd | undefined;
  /** Made when a block asks for it: most runs end before anybody could stop them. */
  #stop: AbortController | undefined;
  #waiting: { readonly resolve: () => void; readonly reject: (error: unknown) => void } | undefined;

  constructor(private readonly options: RunnerOptions) {
    this.#state = new RunState(options.plan);
  }

  /** Goes from where `history` ends to the end of the run. @throws the reason of `lost`, or what `flush` throws */
  async run(history: Iterable<ExecutionFact>): Promise<RunnerEnd> {
    for (const fact of history) this.#state.apply(fact);
    this.#queue.push(...this.#state.ready());
    if (this.options.cancelled?.aborted === true) this.#cancel();
    else if (this.#remainingMs() === 0) this.#timeOut();
    else this.#work();
    if (this.#end === undefined) await this.#wait();
    return this.#end ?? { kind: 'released' };
  }

  async #wait(): Promise<void> {
    const { lost, draining, cancelled } = this.options;
    const lose = (): void => this.#waiting?.reject(lost?.reason);
    const look = (): void => this.#look();
    const cancel = (): void => this.#cancel();
    cancelled?.addEventListener('abort', cancel);
    lost?.addEventListener('abort', lose);
    draining?.addEventListener('abort', look);
    const timer = setTimeout(() => this.#timeOut(), this.#remainingMs());
    try {
      await new Promise<void>((resolve, reject) => {
        this.#waiting = { resolve, reject };
        if (lost?.aborted === true) lose();
      });
    } finally {
      clearTimeout(timer);
      lost?.removeEventListener('abort', lose);
      draining?.removeEventListener('abort', look);
      cancelled?.removeEventListener('abort', cancel);
      this.#stop?.abort(runEnded);
    }
  }

  get #signal(): AbortSignal {
    this.#stop ??= new AbortController();
    if (this.#end !== undefined) this.#stop.abort(runEnded);
    return this.#stop.signal;
  }

  /** A loop and not a recursion: thousands of blocks may follow each other without one of them waiting. */
  #work(): void {
    for (let node = this.#next(); node !== undefined; node = this.#next()) {
      this.#running += 1;
      const result = this.#runBlock(node);
      if (result instanceof Promise) this.#await(result);
      else this.#settle(result);
    }
    this.#look();
  }

  #next(): ReadyNode | undefined {
    return this.options.draining?.aborted === true || this.#state.outcome() !== null ? undefined : this.#queue.shift();
  }

  #await(result: Promise<ExecutionEvent>): void {
    result.then(
      (event) => {
        this.#settle(event);
        this.#work();
      },
      (error: unknown) => this.#waiting?.reject(error),
    );
  }

  #settle(event: ExecutionEvent): void {
    this.#running -= 1;
    if (this.#end !== undefined) return;
    this.options.journal.record(event);
    this.#queue.push(...this.#state.apply(event));
  }

  /** Ends the run when its outcome is known: at once for a response, after the blocks at work for a failure. */
  #look(): void {
    if (this.#end !== undefined) return;
    const outcome = this.#state.outcome();
    if (outcome === null) {
      if (this.options.draining?.aborted === true && this.#running === 0) this.#finish({ kind: 'released' });
      return;
    }
    const times = this.#times();
    if (outcome.kind === 'completed') {
      const response =
        outcome.response === undefined ? {} : { response: { ...outcome.response, headers: { ...outcome.response.headers } } };
      this.#finish({ kind: 'ended', event: ExecutionCompleted({ output: outcome.output, ...response, ...times }) });
    } else if (this.#running === 0) {
      const { error, blockId, output } = outcome;
      this.#finish({ kind: 'ended', event: ExecutionFailed({ error, reason: 'block', blockId, output, ...times }) });
    }
  }

  #finish(end: RunnerEnd): void {
    this.#end = end;
    this.#stop?.abort(runEnded);
    this.#waiting?.resolve();
  }

  #timeOut(): void {
    const { startedAt, deadlineAt } = this.options.started;
    const seconds = Math.round((Date.parse(deadlineAt) - Date.parse(startedAt)) / 1000);
    const error = `Execution timed out after ${seconds} seconds`;
    this.#finish({ kind: 'ended', event: ExecutionFailed({ error, reason: 'timeout', output: {}, ...this.#times() }) });
  }

  #cancel(): void {
    this.#finish({ kind: 'ended', event: ExecutionCancelled({ output: this.#state.output(), ...this.#times() }) });
  }

  #times(): { endedAt: string; durationMs: number } {
    const now = this.options.world.clock.now();
    return { endedAt: this.#now(), durationMs: now.getTime() - Date.parse(this.options.started.startedAt) };
  }

  #remainingMs(): number {
    return Math.max(0, Date.parse(this.options.started.deadlineAt) - this.options.world.clock.now().getTime());
  }

  #runBlock(node: ReadyNode): ExecutionEvent | Promise<ExecutionEvent> {
    const attempt: Attempt = { node, inputs: this.#state.inputsFor(node, this.options.secrets), startedAt: this.#now(), tries: 1 };
    try {
      const result = this.#call(attempt);
      if (!(result instanceof Promise)) return this.#completed(attempt, result);
      return result.then(
        (value) => this.#completed(attempt, value),
        (error: unknown) => this.#afterFailure(attempt, error),
      );
    } catch (error) {
      return this.#afterFailure(attempt, error);
    }
  }

  #call(attempt: Attempt): BlockStep | Promise<BlockStep> {
    const { block } = attempt.node;
    const definition = this.options.world.registry.find(block.type);
    if (definition === undefined) throw new BlockFailure(`This server cannot run blocks of type ${block.type}`);
    return definition.run(block, this.#context(attempt));
  }

  #afterFailure(attempt: Attempt, error: unknown): ExecutionEvent | Promise<ExecutionEvent> {
    const delayMs = retryDelayMs(attempt.node.block, attempt.tries, this.#end !== undefined || this.#state.outcome() !== null);
    return delayMs === null ? this.#failed(attempt, error) : this.#again(attempt, delayMs);
  }

  async #again(attempt: Attempt, delayMs: number): Promise<ExecutionEvent> {
    await pause(delayMs, this.#signal).catch(() => undefined);
    const next = { ...attempt, tries: attempt.tries + 1 };
    try {
      return this.#completed(next, await this.#call(next));
    } catch (error) {
      return this.#afterFailure(next, error);
    }
  }

  #completed(attempt: Attempt, step: BlockStep): ExecutionEvent {
    if ('pause' in step) return this.#failed(attempt, new BlockFailure('This server cannot pause runs yet'));
    const { output, handle = 'source', input = null, stdout, response, variables } = step;
    return BlockCompleted({
      ...this.#ran(attempt, input),
      output,
      handle,
      ...(stdout === undefined || stdout === '' ? {} : { stdout }),
      ...(response === undefined ? {} : { response: { status: response.status, headers: { ...response.headers } } }),
      ...(variables === undefined ? {} : { variables: { ...variables } }),
    });
  }

  #failed(attempt: Attempt, error: unknown): ExecutionEvent {
    const failure = error instanceof BlockFailure ? error : this.#unexpected(error);
    return BlockFailed({
      ...this.#ran(attempt, failure.input ?? attempt.inputs.seen),
      error: failure.message,
      handled: attempt.node.block.hasErrorEdge,
      output: { ...failure.output, error: failure.message },
      ...(failure.stdout === undefined || failure.stdout === '' ? {} : { stdout: failure.stdout }),
    });
  }

  #unexpected(error: unknown): BlockFailure {
    if (this.#end !== undefined) return new BlockFailure('The run ended before this block did');
    this.options.world.onError(error);
    return new BlockFailure('The server could not run this block; the operator finds the cause in the log');
  }

  #ran({ node, inputs, startedAt, tries }: Attempt, input: BlockResult['input']): Ran {
    const shown = maskSecrets(input ?? null, inputs.usedSecrets);
    const ran = { node: node.key, blockId: node.block.id, input: shown, startedAt, endedAt: this.#now() };
    return tries === 1 ? ran : { ...ran, tries };
  }

  #context({ node, inputs }: Attempt): BlockContext {
    const { world, started, executionId } = this.options;
    const signal = (): AbortSignal => this.#signal;
    let effects = 0;
    return {
      inputs,
      input: this.#state.input,
      incoming: this.#state.incoming(node),
      get signal() {
        return signal();
      },
      remainingMs: () => this.#remainingMs(),
      defaultTimeoutMs: defaultBlockTimeoutMs,
      sandbox: world.sandbox,
      tenant: started.workspaceId,
      program: `${started.workflowId}@${started.deploymentVersion}:${node.block.id}`,
      http: world.http,
      beginEffect: (effect) => this.#beginEffect(node, effect, effectKey(executionId, node.key, (effects += 1))),
      now: () => world.clock.now(),
      sleep: (ms) => pause(ms, signal()),
    };
  }

  async #beginEffect({ key: node, block }: ReadyNode, { kind, target }: Effect, key: string): Promise<{ key: string }> {
    this.#signal.throwIfAborted();
    this.options.journal.record(EffectIntended({ node, blockId: block.id, effectKey: key, kind, target, at: this.#now() }));
    // A run that cannot be written down is not this process's any more: that is no failure of the block.
    await this.options.journal.flush().catch((error: unknown) => {
      this.#waiting?.reject(error);
      throw error;
    });
    this.#signal.throwIfAborted();
    return { key };
  }

  #now(): string {
    return this.options.world.clock.iso();
  }
}

interface Attempt {
  readonly node: ReadyNode;
  readonly inputs: BlockInputs;
  readonly startedAt: string;
  readonly tries: number;
}

type Ran = Pick<ReturnType<typeof BlockCompleted>['payload'], 'node' | 'blockId' | 'input' | 'startedAt' | 'endedAt' | 'tries'>;

/** The same for the n-th effect of a block of a run, whoever runs it and how often. */
function effectKey(executionId: string, node: string, ordinal: number): string {
  return createHash('sha256').update(`${executionId}|${node}|${ordinal}`).digest('base64url');
}
