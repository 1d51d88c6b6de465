import type { OutboundHttp } from '#infrastructure/outbound/outbound-http.js';
import type { Sandbox } from '#infrastructure/sandbox/sandbox.js';
import type { Json } from '#kernel/json.js';
import type { WorkflowDocument } from '#modules/workflows/index.js';
import type { BlockContext, BlockDefinition, BlockResult, Effect } from '../../../src/modules/executions/blocks/block.js';
import { blockDefinitions } from '../../../src/modules/executions/blocks/index.js';
import { BlockRegistry } from '../../../src/modules/executions/blocks/registry.js';
import {
  BlockCompleted,
  BlockFailed,
  ExecutionStarted,
  type ExecutionEvent,
  type ExecutionTrigger,
} from '../../../src/modules/executions/domain/execution.events.js';
import { BlockFailure } from '../../../src/modules/executions/engine/block-failure.js';
import { compile } from '../../../src/modules/executions/engine/compile.js';
import type { Plan } from '../../../src/modules/executions/engine/plan.js';
import { RunState, type RunOutcome } from '../../../src/modules/executions/engine/run-state.js';
import type { ReadyNode } from '../../../src/modules/executions/engine/scheduler.js';
import { InProcessSandbox } from './in-process-sandbox.js';
import { ScriptedHttp } from './scripted-http.js';

export interface RunOptions {
  /** Default `api`. */
  readonly trigger?: ExecutionTrigger;
  readonly input?: Json;
  readonly sandbox?: Sandbox;
  readonly http?: OutboundHttp;
  readonly secrets?: Readonly<Record<string, string>>;
  /** Further types of blocks, or other behaviour for known ones. */
  readonly blocks?: readonly BlockDefinition[];
}

export interface FinishedRun {
  readonly outcome: RunOutcome;
  /** In the order in which they happened, the beginning included and the end left out. */
  readonly events: readonly ExecutionEvent[];
  readonly effects: readonly Effect[];
  readonly failures: readonly BlockFailure[];
  /** What blocks waited between tries, ms. */
  readonly pauses: readonly number[];
  /** Node keys in the order in which the blocks began. */
  readonly begun: readonly string[];
  readonly plan: Plan;
}

/** Runs a document in memory, with the blocks of the server and an outside of the spec's. */
export function runDocument(document: WorkflowDocument, options: RunOptions = {}): Promise<FinishedRun> {
  return new Drive(document, options).run();
}

class Drive {
  readonly #state: RunState;
  readonly #registry: BlockRegistry;
  readonly #events: ExecutionEvent[] = [];
  readonly #effects: Effect[] = [];
  readonly #failures: BlockFailure[] = [];
  readonly #pauses: number[] = [];
  readonly #begun: string[] = [];
  readonly #running = new Set<Promise<void>>();
  #ticks = 0;

  constructor(
    document: WorkflowDocument,
    private readonly options: RunOptions,
  ) {
    this.#state = new RunState(compile(document, options.trigger ?? 'api'));
    this.#registry = new BlockRegistry([...blockDefinitions, ...(options.blocks ?? [])]);
  }

  async run(): Promise<FinishedRun> {
    this.#record(ExecutionStarted(started(this.#state.plan, this.options.input ?? {}, this.#now())));
    while (!this.#isOver()) await Promise.race(this.#running);
    const outcome = this.#state.outcome();
    if (outcome === null) throw new Error('Nothing runs and the run is not over');
    const seen = { effects: this.#effects, failures: this.#failures, pauses: this.#pauses, begun: this.#begun };
    return { outcome, events: [...this.#events], ...seen, plan: this.#state.plan };
  }

  /** A failure waits for what still runs, a response does not. */
  #isOver(): boolean {
    return this.#running.size === 0 || this.#state.outcome()?.kind === 'completed';
  }

  #record(event: ExecutionEvent): void {
    this.#events.push(event);
    for (const node of this.#state.apply(event)) this.#begin(node);
  }

  #begin(node: ReadyNode): void {
    this.#begun.push(node.key);
    const startedAt = this.#now();
    const running: Promise<void> = this.#run(node)
      .then((result) => this.#complete(node, startedAt, result))
      .catch((error: unknown) => this.#fail(node, startedAt, error))
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  async #run(node: ReadyNode): Promise<BlockResult> {
    const definition = this.#registry.find(node.block.type);
    if (definition === undefined) throw new Error(`No block of type ${node.block.type}`);
    const step = await definition.run(node.block, this.#contextOf(node));
    if ('pause' in step) throw new Error('Runs in memory do not pause');
    return step;
  }

  #contextOf(node: ReadyNode): BlockContext {
    const { sandbox = new InProcessSandbox(), http = new ScriptedHttp(), secrets = {} } = this.options;
    let effects = 0;
    return {
      inputs: this.#state.inputsFor(node, new Map(Object.entries(secrets))),
      input: this.#state.input,
      incoming: this.#state.incoming(node),
      signal: new AbortController().signal,
      remainingMs: () => 60_000,
      defaultTimeoutMs: 300_000,
      sandbox,
      tenant: 'workspace',
      program: `deployment/${node.block.id}`,
      http,
      beginEffect: (effect) => {
        this.#effects.push(effect);
        effects += 1;
        return Promise.resolve({ key: `run/${node.key}/${String(effects)}` });
      },
      now: () => new Date('2026-01-05T10:00:00.000Z'),
      sleep: (ms) => {
        this.#pauses.push(ms);
        return Promise.resolve();
      },
    };
  }

  #complete(node: ReadyNode, startedAt: string, { output, handle = 'source', input = {}, response }: BlockResult): void {
    const ran = { node: node.key, blockId: node.block.id, input, startedAt, endedAt: this.#now() };
    const ends = response === undefined ? {} : { response: { status: response.status, headers: { ...response.headers } } };
    this.#record(BlockCompleted({ ...ran, output, handle, ...ends }));
  }

  #fail(node: ReadyNode, startedAt: string, error: unknown): void {
    if (!(error instanceof BlockFailure)) throw error;
    this.#failures.push(error);
    const ran = { node: node.key, blockId: node.block.id, input: error.input ?? {}, startedAt, endedAt: this.#now() };
    this.#record(BlockFailed({ ...ran, error: error.message, handled: node.block.hasErrorEdge, output: error.output }));
  }

  /** A second passes between any two looks at the clock. */
  #now(): string {
    this.#ticks += 1;
    return new Date(Date.UTC(2026, 0, 5, 10, 0, this.#ticks)).toISOString();
  }
}

function started(plan: Plan, input: Json, at: string): Parameters<typeof ExecutionStarted>[0] {
  return {
    workflowId: 'workflow',
    workspaceId: 'workspace',
    deploymentVersion: 1,
    trigger: 'api',
    mode: 'sync',
    input,
    userId: 'user',
    accountId: 'account',
    baseChargeUsd: 0.005,
    startBlockId: plan.start.id,
    engineFlags: [],
    startedAt: at,
    deadlineAt: at,
  };
}
