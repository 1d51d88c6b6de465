import { SecretBox } from '#host/secrets/secret-box.js';
import { SystemIds } from '#host/system-ids.js';
import { SystemTimers } from '#host/system-timers.js';
import type { OutboundHttp } from '#world/outbound/outbound-http.js';
import type { Sandbox } from '#world/sandbox/sandbox.js';
import { Clock } from '#kernel/clock.js';
import type { Json, JsonObject } from '#kernel/json.js';
import type { WorkflowDocument } from '#document/document.js';
import type { BlockDefinition, BlockStep, Effect } from '../../../src/blocks/block.js';
import { blockDefinitions } from '../../../src/blocks/index.js';
import { BlockRegistry } from '../../../src/blocks/palette/registry.js';
import { ExecutionStarted, type ExecutionEvent, type ExecutionTrigger } from '../../../src/engine/execution.events.js';
import { BlockFailure } from '../../../src/engine/block-failure.js';
import { compile } from '../../../src/engine/graph/compile.js';
import type { Plan } from '../../../src/engine/graph/plan.js';
import type { RecordedRun } from '../../../src/engine/replay/recorded-run.js';
import type { RunOutcome } from '../../../src/engine/schedule/run-state.js';
import { Capabilities, provide } from '../../../src/blocks/ports/capabilities.js';
import { CodeSandbox } from '../../../src/blocks/ports/code-sandbox.js';
import { Files } from '../../../src/blocks/ports/files.js';
import { Http } from '../../../src/blocks/ports/http.js';
import { Knowledge } from '../../../src/blocks/ports/knowledge.js';
import { Memory, type ConversationMemory } from '../../../src/blocks/ports/memory.js';
import { Mcp, type McpServers } from '../../../src/blocks/ports/mcp.js';
import { noMcpServers } from '../mcp/no-mcp-servers.js';
import { Models, type LanguageModels } from '../../../src/blocks/ports/language-models.js';
import { Tables } from '../../../src/blocks/ports/tables.js';
import { Workflows, type CallableWorkflows } from '../../../src/blocks/ports/workflows.js';
import { TaskLoop, type LoopEnd } from '../../../src/modules/runs/drive/task-loop.js';
import { InProcessSandbox } from './in-process-sandbox.js';
import type { KeptData } from './kept-data.js';
import type { StreamedText } from '../../../src/modules/runs/ports/streamed-text.js';
import type { ModelBudget } from '../../../src/modules/runs/ports/model-budget.js';
import { openBudget } from './open-budget.js';
import { KeptMemory } from './kept-memory.js';
import { ScriptedHttp } from './scripted-http.js';
import { ScriptedModels } from './scripted-models.js';

export interface RunOptions {
  /** Default `api`. */
  readonly trigger?: ExecutionTrigger;
  readonly input?: Json;
  /** Default `run`. */
  readonly executionId?: string;
  readonly sandbox?: Sandbox;
  readonly http?: OutboundHttp;
  readonly models?: LanguageModels;
  /** MCP servers; by default none. */
  readonly mcp?: McpServers;
  readonly memory?: ConversationMemory;
  /** Tables, knowledge and files; without them a run that wants any fails. */
  readonly data?: KeptData;
  readonly secrets?: Readonly<Record<string, string>>;
  /** Further types of blocks, or other behaviour for known ones. */
  readonly blocks?: readonly BlockDefinition[];
  /** Workflows that blocks may run, by id. */
  readonly workflows?: Readonly<Record<string, WorkflowDocument>>;
  /** What admits calls of models; by default everything. */
  readonly budget?: ModelBudget;
  readonly mostPasses?: number;
  readonly mostHeldBytes?: number;
  /** Takes what models write; the run is streamed then. */
  readonly texts?: StreamedText;
  /** How long each task takes, ms; default 0. */
  readonly taskMs?: number;
  /** What the run takes over of another one. */
  readonly after?: readonly ExecutionEvent[];
  /** Tells what came of all that touches the outside. */
  readonly recorded?: RecordedRun;
}

export interface FinishedRun {
  /** How the run ended; a run that pauses has not. */
  readonly outcome: RunOutcome | { readonly kind: 'paused'; readonly output: Json; readonly resumeAt: string | null };
  /** In the order in which they happened, the beginning included and the end left out. */
  readonly events: readonly ExecutionEvent[];
  readonly effects: readonly Effect[];
  readonly failures: readonly BlockFailure[];
  /** What blocks waited between tries, ms. */
  readonly pauses: readonly number[];
  /** How often the run let other work have its turn. */
  readonly rests: number;
  /** Ids of the blocks that do work, in the order in which they began. */
  readonly begun: readonly string[];
  readonly plan: Plan;
}

/** Runs a document in memory, with the engine and the blocks of the server and an outside of the spec's. */
export async function runDocument(document: WorkflowDocument, options: RunOptions = {}): Promise<FinishedRun> {
  const plan = compile(document, options.trigger ?? 'api');
  const clock = new TickingClock();
  const mode = options.texts === undefined ? 'sync' : 'stream';
  const started = ExecutionStarted({ ...startedBy(plan, options.input ?? {}, clock.iso()), mode });
  const events: ExecutionEvent[] = [started, ...(options.after ?? [])];
  const timers = new PromptTimers();
  const seen = new SeenBlocks([...blockDefinitions, ...(options.blocks ?? [])]);
  const unexpected: unknown[] = [];
  const runner = new TaskLoop({
    world: {
      registry: seen.registry,
      capabilities: capabilitiesOf(options),
      clock,
      timers,
      ids: new SystemIds(),
      mostPasses: options.mostPasses ?? 10_000,
      mostHeldBytes: options.mostHeldBytes ?? 64 * 1024 * 1024,
      resumeLinks: (workflowId, executionId, contextId) => ({
        apiUrl: `https://sluice.example/api/${contextId}`,
        uiUrl: 'https://sluice.example/ui',
        workflowId,
        executionId,
        signed: (email, expiresAt) => `https://sluice.example/ui?token=token-of-${email ?? 'anybody'}-until-${expiresAt ?? 'ever'}`,
      }),
      budget: options.budget ?? openBudget,
      texts: options.texts ?? { append: async () => undefined, end: () => undefined },
      watched: (_, work) => {
        work();
        clock.pass(options.taskMs ?? 0);
      },
      emailOf: () => Promise.resolve('ada@example.com'),
      onError: (error) => unexpected.push(error),
    },
    plan,
    journal: {
      record: (event) => events.push(event),
      flush: () => Promise.resolve(),
      pending: 0,
      get last() {
        return events.length;
      },
    },
    executionId: options.executionId ?? 'run',
    started: started.payload,
    secrets: new Map(Object.entries(options.secrets ?? {})),
    box: new SecretBox('ab'.repeat(32)),
    draining: undefined,
    recorded: options.recorded,
  });
  const end = await runner.run([...events]);
  if (unexpected.length > 0) throw unexpected[0];
  const effects = events.flatMap((event) => (event.type === 'execution.effect-intended' ? [effectOf(event.payload)] : []));
  return {
    outcome: outcomeOf(end),
    events,
    effects,
    failures: seen.failures,
    pauses: timers.waits,
    rests: timers.rests,
    begun: seen.begun,
    plan,
  };
}

const begin = Date.UTC(2026, 0, 5, 10);
const allowedMs = 60_000;

function capabilitiesOf({
  sandbox = new InProcessSandbox(),
  http = new ScriptedHttp(),
  models = new ScriptedModels(),
  mcp = noMcpServers,
  memory = new KeptMemory(),
  data = {} as KeptData,
  workflows = {},
}: RunOptions): Capabilities {
  return new Capabilities([
    provide(Http, () => http),
    provide(Models, () => models),
    provide(Mcp, () => mcp),
    provide(CodeSandbox, () => sandbox),
    provide(Memory, () => memory),
    provide(Tables, () => data),
    provide(Knowledge, () => data),
    provide(Files, () => data),
    provide(Workflows, () => callable(workflows)),
  ]);
}

/** A second passes between any two times that are written down; none of it counts against the deadline. */
class TickingClock extends Clock {
  #ticks = 0;
  #passedMs = 0;

  pass(ms: number): void {
    this.#passedMs += ms;
  }

  now(): Date {
    return new Date(begin + this.#passedMs);
  }

  override iso(): string {
    this.#ticks += 1;
    return new Date(begin + this.#ticks * 1_000).toISOString();
  }
}

/** Waits take no time; deadlines never come. */
class PromptTimers extends SystemTimers {
  readonly waits: number[] = [];
  rests = 0;

  override soon(action: () => void): void {
    this.rests += 1;
    super.soon(action);
  }

  override after(): () => void {
    return () => undefined;
  }

  override wait(ms: number): Promise<void> {
    this.waits.push(ms);
    return Promise.resolve();
  }
}

/** Remembers what began and what failed. */
class SeenBlocks {
  readonly begun: string[] = [];
  readonly failures: BlockFailure[] = [];
  readonly registry: BlockRegistry;

  constructor(definitions: readonly BlockDefinition[]) {
    this.registry = new BlockRegistry(definitions.map((definition) => this.#watched(definition)));
  }

  #watched(definition: BlockDefinition): BlockDefinition {
    if (!('run' in definition)) return definition;
    return {
      ...definition,
      run: (block, context) => {
        this.begun.push(block.id);
        try {
          const step = definition.run(block, context);
          return step instanceof Promise ? step.catch((error: unknown): BlockStep => this.#note(error)) : step;
        } catch (error) {
          return this.#note(error);
        }
      },
    };
  }

  #note(error: unknown): never {
    if (error instanceof BlockFailure) this.failures.push(error);
    throw error;
  }
}

function callable(documents: Readonly<Record<string, WorkflowDocument>>): CallableWorkflows {
  const find = (workflowId: string): Plan => {
    const document = documents[workflowId];
    if (document === undefined) throw new BlockFailure(`The workspace has no workflow ${workflowId}`, { status: 404 });
    return compile(document, 'workflow');
  };
  return {
    deployed: async (workflowId) => ({ name: `Workflow ${workflowId.slice(-1)}`, version: 1, plan: find(workflowId) }),
    version: async (workflowId) => find(workflowId),
  };
}

function outcomeOf(end: LoopEnd): FinishedRun['outcome'] {
  if (end.kind === 'released') throw new Error('The run was not asked to stop');
  if (end.kind === 'paused') {
    const { output, resumeAt } = end.event.payload;
    return { kind: 'paused', output, resumeAt };
  }
  const { event } = end;
  if (event.type === 'execution.completed') {
    const { output, response } = event.payload;
    return { kind: 'completed', output: output as JsonObject, ...(response === undefined ? {} : { response }) };
  }
  if (event.type !== 'execution.failed') throw new Error(`A run in memory ended by ${event.type}`);
  const { error, blockId = '', output } = event.payload;
  return { kind: 'failed', error, blockId, output: output as JsonObject };
}

function effectOf({ kind, target }: { readonly kind: string; readonly target: string }): Effect {
  return { kind, target } as Effect;
}

function startedBy(plan: Plan, input: Json, at: string): Parameters<typeof ExecutionStarted>[0] {
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
    startedAt: at,
    deadlineAt: new Date(begin + allowedMs).toISOString(),
  };
}
