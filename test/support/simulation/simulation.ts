import { SecretBox } from '#host/secrets/secret-box.js';
import type { RecordedEvent } from '#kernel/event.js';
import { Ids } from '#kernel/ids.js';
import { WorkspaceSecrets, type OpenedSecrets } from '#modules/environment/index.js';
import { JobQueued } from '#modules/runs/jobs/job.events.js';
import { jobKinds, workKinds } from '#modules/runs/jobs/work-kinds.js';
import { Deployments, type FoundWorkflow } from '#modules/workflows/index.js';
import { emptyDocument, type WorkflowDocument } from '#document/document.js';
import { documentDigest } from '#modules/runs/jobs/document-digest.js';
import type { ModelRequest } from '../../../src/blocks/ports/language-models.js';
import type { ScriptedTurn } from '../engine/scripted-models.js';
import type { ExecutionEvent } from '../../../src/engine/execution.events.js';
import { foldExecution, isOver, type ExecutionState } from '../../../src/engine/execution.state.js';
import type { ExecutionStart } from '../../../src/modules/runs/jobs/execution-start.js';
import { Database, type Sabotage } from './database.js';
import { Faults, randomProfile, type FaultProfile, type ProcessFault } from './faults.js';
import { toDocument } from './graph-document.js';
import { secretName, secretValue, startNumber, workflowIdOf, workflowNameOf, type RunSpec } from './graph-spec.js';
import { Network } from './network.js';
import { Outside } from './outside.js';
import { Random } from './random.js';
import { randomRun } from './random-graph.js';
import { cancelFrom } from './simulated-cancel.js';
import { ModelProvider } from './simulated-models.js';
import { SimulatedProcess, type Surroundings } from './simulated-process.js';
import { VirtualTime } from './virtual-time.js';

export interface SimulationOptions {
  readonly seed: number;
  /** Blocks in all, at most; by default as many as the seed says. */
  readonly most?: number | undefined;
  readonly sabotage?: Sabotage | undefined;
  readonly faults?: FaultProfile | undefined;
  /** Instead of a made-up workflow: one with agents, and what their models answer. */
  readonly agents?: { readonly document: WorkflowDocument; readonly script: (request: ModelRequest) => ScriptedTurn } | undefined;
}

/** All that there is to know of a run when nothing happens any more. */
export interface SimulatedRun {
  readonly spec: RunSpec;
  readonly documents: readonly WorkflowDocument[];
  readonly profile: FaultProfile;
  readonly mode: ExecutionStart['mode'];
  readonly events: readonly RecordedEvent[];
  readonly jobEvents: readonly RecordedEvent[];
  /** Work that is left over. */
  readonly items: number;
  readonly outside: Outside;
  /** How often a model was asked. */
  readonly modelCalls: number;
  /** What was noticed on the way. */
  readonly problems: readonly string[];
  /** What happened, in order. */
  readonly log: readonly string[];
  readonly steps: number;
}

export const workspaceId = '00000000-0000-7000-8000-0000000000aa';
const userId = '00000000-0000-7000-8000-0000000000bb';
const executionId = '00000000-0000-7000-8000-0000000000cc';
const jobId = '00000000-0000-7000-8000-0000000000dd';
const dayMs = 86_400_000;
/** A run that needs more has lost its way. */
const mostSteps = 30_000;
const box = new SecretBox('ab'.repeat(32));

/** Runs a made-up workflow on made-up processes, with everything that can go wrong, in an order that follows from the seed alone. */
export async function simulate(options: SimulationOptions): Promise<SimulatedRun> {
  const simulation = new Simulation(options);
  const onRejection = (reason: unknown): void => simulation.note(`A promise was dropped: ${String(reason)}`);
  process.on('unhandledRejection', onRejection);
  try {
    return await simulation.run();
  } finally {
    process.off('unhandledRejection', onRejection);
  }
}

class Simulation {
  readonly #problems: string[] = [];
  readonly #log: string[] = [];
  readonly #random: Random;
  readonly #time: VirtualTime;
  readonly #database: Database;
  readonly #outside: Outside;
  readonly #provider: ModelProvider;
  readonly #faults: Faults;
  readonly #parts: Surroundings;
  readonly #spec: RunSpec;
  readonly #documents: readonly WorkflowDocument[];
  readonly #mode: ExecutionStart['mode'];
  readonly #processes: SimulatedProcess[] = [];
  #owners = 0;

  constructor({ seed, most, sabotage, faults, agents }: SimulationOptions) {
    const size = new Random(`${seed}/size`);
    this.#spec = randomRun(new Random(`${seed}/graph`), most ?? Math.min(size.between(1, 25), size.between(1, 25) + 4));
    this.#documents =
      agents === undefined ? this.#spec.workflows.map((graph) => toDocument(graph, this.#spec.variables)) : [agents.document];
    this.#random = new Random(`${seed}/choices`);
    this.#mode = this.#random.pick(['sync', 'stream', 'async']);
    this.#time = new VirtualTime(new Random(`${seed}/order`));
    this.#database = new Database(
      () => this.#time.now,
      () => this.#wake(),
      sabotage,
    );
    this.#outside = new Outside(this.#database);
    this.#provider = new ModelProvider(this.#database, agents?.script ?? (() => ({})));
    const random = new Random(`${seed}/world`);
    const chance = new Random(`${seed}/faults`);
    this.#faults = new Faults(chance, faults ?? randomProfile(chance));
    this.#parts = {
      time: this.#time,
      network: new Network(this.#time, new Random(`${seed}/network`), random.pick([1, 5, 30, 400])),
      database: this.#database,
      outside: this.#outside,
      provider: this.#provider,
      faults: this.#faults,
      random,
      ids: new CountedIds(),
      box,
      deployments: new DeployedDocuments(this.#documents),
      secrets: new OneSecret(),
      slowestWorkMs: random.pick([0, 5, 100, 2_000]),
      onProblem: (problem) => this.note(problem),
      onDeath: (process) => this.#bury(process),
    };
  }

  note(problem: string): void {
    this.#problems.push(problem);
  }

  async run(): Promise<SimulatedRun> {
    for (let count = this.#random.between(1, 3); count > 0; count -= 1) this.#spawn();
    this.#time.after(0, 'a caller starts the run', null, () => this.#accept());
    while (this.#time.steps < mostSteps) {
      const fault = this.#isOver() ? undefined : this.#faults.next();
      if (fault !== undefined) this.#strike(fault);
      const label = await this.#time.step();
      if (label === undefined) break;
      this.#log.push(`${this.#time.now} ${label}`);
    }
    if (this.#time.steps >= mostSteps) this.note(`The simulation has not ended after ${mostSteps} steps`);
    for (const process of this.#processes) {
      if (process.isAlive && process.active.has(executionId)) this.note(`Process ${process.owner} never stops driving the run`);
    }
    return {
      spec: this.#spec,
      documents: this.#documents,
      profile: this.#faults.profile,
      mode: this.#mode,
      events: this.#database.stream(executionId),
      jobEvents: this.#database.stream(jobId),
      items: this.#database.items.size + this.#database.timers.size,
      outside: this.#outside,
      modelCalls: this.#provider.calls,
      problems: [...this.#problems, ...this.#database.problems, ...this.#outside.problems, ...this.#provider.problems],
      log: this.#log,
      steps: this.#time.steps,
    };
  }

  #accept(): void {
    const isShort = this.#faults.profile.deadline;
    const start: ExecutionStart = {
      workflowId: workflowIdOf(0),
      workspaceId,
      deploymentVersion: 1,
      trigger: 'api',
      // Streamed runs are those of drafts, which pin their documents.
      ...(this.#mode === 'stream' ? { draft: { documentHash: documentDigest(this.#documents[0] ?? emptyDocument), pins: true } } : {}),
      mode: this.#mode,
      input: { n: startNumber },
      userId,
      accountId: userId,
      timeoutMs: isShort ? this.#random.pick([1, 100, 1_000, 5_000, 20_000]) : dayMs,
    };
    const [first] = this.#processes;
    if (first === undefined) throw new Error('There is no process');
    if (this.#mode === 'async') this.#queue(start, first);
    else void this.#start(start, first);
  }

  async #start(start: ExecutionStart, at: SimulatedProcess): Promise<void> {
    const stream = this.#mode === 'stream' ? { draining: at.draining, onDurable: () => this.#mustBeDurable('started') } : {};
    const state = await at.driver.start({ executionId, start, meta: {}, ...stream }).catch((error: unknown) => this.#refused(error));
    if (state !== undefined) this.#mustBeDurable('answered', state);
  }

  /** The caller that started the run receives an error. Without a fault that explains it, this is a problem. */
  #refused(error: unknown): undefined {
    const { kills, zombies, store } = this.#faults.profile;
    if (!kills && !zombies && !store) this.note(`The run was refused: ${error instanceof Error ? error.stack : String(error)}`);
  }

  /** Checks that an answer contains only what is durable. */
  #mustBeDurable(what: string, answered?: ExecutionState): void {
    const state = this.#state();
    const isDurable =
      answered === undefined ? state !== undefined : state?.status === answered.status || state?.pausedAt !== answered.pausedAt;
    if (!isDurable) this.note(`The run was ${what} as ${answered?.status}, but is ${state?.status ?? 'nowhere'}`);
  }

  #queue(start: ExecutionStart, { queue, owner }: SimulatedProcess): void {
    const now = new Date(this.#time.now);
    const subject = { kind: jobKinds.execution, workspaceId, userId, subjectId: start.workflowId, executionId };
    const queued = JobQueued({ ...subject, payload: { ...start }, queuedAt: now.toISOString() });
    const stream = { streamId: jobId, lifetime: 'run', workspaceId, expected: 0, events: [queued], meta: {} } as const;
    const write = queue.add({ id: jobId, kind: workKinds.job, workspaceId, streamId: executionId }, now);
    this.#database.apply({ streams: [stream], writes: [write] }, owner);
  }

  #strike(fault: ProcessFault): void {
    const alive = this.#processes.filter(({ isAlive }) => isAlive);
    const [first, ...others] = alive;
    if (first === undefined) return;
    const victim = this.#random.pick([first, ...others]);
    this.#log.push(`${this.#time.now} ${fault} process ${victim.owner}`);
    if (fault === 'kill') victim.kill();
    else if (fault === 'freeze') victim.freeze(this.#random.pick([100, 5_000, 15_000, 40_000]));
    else if (fault === 'lose session') victim.loseSession(this.#random.between(100, 20_000));
    else if (fault === 'drain') this.#drain(victim);
    else void cancelFrom(victim, { executionId, parts: this.#parts, all: this.#processes });
  }

  #drain(victim: SimulatedProcess): void {
    if (victim.draining.aborted) return;
    victim.drain();
    this.#spawn();
  }

  #spawn(): void {
    this.#owners += 1;
    this.#processes.push(new SimulatedProcess(this.#owners, this.#parts));
  }

  #bury({ isAlive }: SimulatedProcess): void {
    this.#wake();
    if (!isAlive) this.#time.after(this.#random.between(0, 2_000), 'a new process begins', null, () => this.#spawn());
  }

  #wake(): void {
    for (const process of this.#processes) process.lookForWork();
  }

  #state(): ExecutionState | undefined {
    return foldExecution(this.#database.stream(executionId) as unknown as ExecutionEvent[]);
  }

  #isOver(): boolean {
    const last = this.#database.stream(executionId).at(-1);
    const state = last === undefined ? undefined : this.#state();
    return state !== undefined && isOver(state);
  }
}

class CountedIds extends Ids {
  #count = 0;

  next(): string {
    this.#count += 1;
    return `00000000-0000-7000-9000-${String(this.#count).padStart(12, '0')}`;
  }
}

class DeployedDocuments extends Deployments {
  constructor(private readonly documents: readonly WorkflowDocument[]) {
    super();
  }

  async find(workflowId: string): Promise<FoundWorkflow | undefined> {
    const position = this.documents.findIndex((_, index) => workflowIdOf(index) === workflowId);
    return position < 0 ? undefined : { id: workflowId, workspaceId, name: workflowNameOf(position), activeVersion: 1 };
  }

  async document(workflowId: string): Promise<WorkflowDocument> {
    const document = this.documents.find((_, index) => workflowIdOf(index) === workflowId);
    if (document === undefined) throw new Error(`There is no workflow ${workflowId}`);
    return document;
  }

  async hasVersion(_workflowId: string, version: number): Promise<boolean> {
    return version === 1;
  }

  async draftVersion(): Promise<number> {
    throw new Error('Simulated workflows have no drafts');
  }

  async revision(): Promise<undefined> {
    return undefined;
  }

  async describe(): Promise<readonly []> {
    return [];
  }

  async inFolders(): Promise<readonly []> {
    return [];
  }

  async named(): Promise<readonly []> {
    return [];
  }
}

class OneSecret extends WorkspaceSecrets {
  async opened(): Promise<OpenedSecrets> {
    return { values: new Map([[secretName, secretValue]]), isDeleted: false };
  }

  forget(): void {
    // Nothing is kept.
  }

  async setSince(): Promise<ReadonlySet<string>> {
    return new Set();
  }
}
