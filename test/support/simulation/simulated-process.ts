import { openBudget } from '../engine/open-budget.js';
import { LeaseLost } from '#ledger/events/event-store.js';
import { Leases } from '#ledger/work/leases.js';
import type { OwnerSession } from '#ledger/work/owner-session.js';
import type { WorkHandler } from '#ledger/work/work-handler.js';
import type { ClaimedItem } from '#ledger/work/work-queue.js';
import { PostgresCarrier } from '#ledger/signals/carriers/postgres-carrier.js';
import { Signals } from '#ledger/signals/signals.js';
import type { Logger } from '#host/logging/logger.js';
import type { Config } from '#host/config/config.js';
import type { LinkSignature } from '#host/secrets/link-signature.js';
import type { SecretBox } from '#host/secrets/secret-box.js';
import type { Ids } from '#kernel/ids.js';
import type { WorkspaceSecrets } from '#modules/environment/index.js';
import type { UserEmails } from '#modules/identity/index.js';
import type { RunIntegrity } from '#modules/audit/index.js';
import type { RetentionRules } from '#modules/retention/index.js';
import { ModelMetrics } from '../../../src/modules/runs/blocks/agents/model-metrics.js';
import { ExecutionJobs } from '#modules/runs/jobs/execution-jobs.js';
import type { Deployments } from '#modules/workflows/index.js';
import type { Pool } from 'pg';
import { blockDefinitions } from '../../../src/blocks/index.js';
import { BlockRegistry } from '../../../src/blocks/palette/registry.js';
import { RecoverRun } from '../../../src/modules/runs/resume/recover-run.work.js';
import { RunJob } from '../../../src/modules/runs/start/run-job.work.js';
import type { PauseBook } from '../../../src/modules/runs/ports/pause-book.js';
import { ActiveRuns } from '../../../src/modules/runs/drive/active-runs.js';
import { Plans } from '../../../src/modules/runs/blocks/plans.js';
import { ReplayOrigins } from '../../../src/modules/runs/drive/reuse/replay-origins.js';
import { RunDriver } from '../../../src/modules/runs/drive/run-driver.js';
import { Quarantine } from '#modules/runs/stop/quarantine.js';
import { RunTelemetry } from '../../../src/modules/runs/drive/telemetry/run-telemetry.js';
import { Telemetry } from '#host/logging/telemetry/telemetry.js';
import { RunStore } from '../../../src/modules/runs/find/run-store.js';
import type { Claims } from '../../../src/modules/runs/store/claims.js';
import { ServerWorld } from '../../../src/modules/runs/blocks/world/server-world.js';
import { Capabilities, provide } from '../../../src/blocks/ports/capabilities.js';
import { CodeSandbox } from '../../../src/blocks/ports/code-sandbox.js';
import { Http } from '../../../src/blocks/ports/http.js';
import { Models } from '../../../src/blocks/ports/language-models.js';
import { Workflows } from '../../../src/blocks/ports/workflows.js';
import { testAgent } from '../engine/test-agent.js';
import { InProcessSandbox } from '../engine/in-process-sandbox.js';
import type { Database } from './database.js';
import type { Faults } from './faults.js';
import type { Network, Sender } from './network.js';
import { SimulatedHttp, type Outside } from './outside.js';
import type { Random } from './random.js';
import { SimulatedModels, type ModelProvider } from './simulated-models.js';
import { SimulatedQueue } from './simulated-queue.js';
import { SimulatedStore } from './simulated-store.js';
import { stepBlock } from './step-block.js';
import { VirtualClock, VirtualTimers, type VirtualTime } from './virtual-time.js';

/** What all processes have in common. */
export interface Surroundings {
  readonly time: VirtualTime;
  readonly network: Network;
  readonly database: Database;
  readonly outside: Outside;
  readonly provider: ModelProvider;
  readonly faults: Faults;
  readonly random: Random;
  readonly ids: Ids;
  readonly box: SecretBox;
  readonly deployments: Deployments;
  readonly secrets: WorkspaceSecrets;
  /** Longest duration of a piece of work, ms. */
  readonly slowestWorkMs: number;
  readonly onProblem: (problem: string) => void;
  readonly onDeath: (process: SimulatedProcess) => void;
}

const renewEveryMs = 3_000;
const drainMs = 25_000;
const mostPasses = 50;

/** No block of the simulation asks a question. */
const noQuestions = { rest: () => Promise.reject(new Error('The simulation has no questions')) } as unknown as PauseBook;

/** One server process: the real parts of it that drive runs, wired as the server wires them, on a virtual machine. */
export class SimulatedProcess implements Sender {
  isAlive = true;
  frozenUntil = 0;
  readonly driver: RunDriver;
  readonly active: ActiveRuns;
  readonly store: SimulatedStore;
  readonly queue: SimulatedQueue;
  readonly jobs: ExecutionJobs;
  readonly #leases: KeptLeases;
  readonly #draining = new AbortController();
  readonly #handlers = new Map<string, WorkHandler>();
  #pollAt = Infinity;
  #noPoll: () => void = () => undefined;

  constructor(
    readonly owner: number,
    private readonly parts: Surroundings,
  ) {
    const { time, network, database, deployments, secrets, box } = parts;
    const clock = new VirtualClock(time);
    const store = new SimulatedStore(this, parts);
    this.store = store;
    this.queue = new SimulatedQueue(this, database, network);
    this.#leases = new KeptLeases({ owner } as OwnerSession, this.queue, () => undefined);
    const signals = new Signals(new PostgresCarrier(noPool));
    this.active = new ActiveRuns(signals, noConfig, noLogger);
    const plans = new Plans(deployments);
    const origins = new ReplayOrigins(store, box, plans, deployments, secrets);
    const world = this.#world(plans);
    const driving = [
      this.active,
      secrets,
      box,
      world,
      origins,
      noQuestions,
      signals,
      new RunTelemetry(Telemetry.off),
      deployments,
    ] as const;
    this.driver = new RunDriver(store, plans, this.queue, this.#leases, clock, ...driving);
    this.jobs = new ExecutionJobs(this.#pool(), store);
    const runs = new RunStore(store, this.jobs, noClaims, this.active, noRetention, noIntegrity);
    const quarantine = new Quarantine(this.queue, noLogger);
    const handlers = [
      new RunJob(store, clock, this.driver, secrets, quarantine, deployments, noLogger),
      new RecoverRun(this.driver, runs, quarantine),
    ];
    for (const handler of handlers) this.#handlers.set(handler.kind, handler);
    database.sessions.add(owner);
    this.#renewLater();
    this.lookForWork();
  }

  get draining(): AbortSignal {
    return this.#draining.signal;
  }

  /** Everything that is only in memory is gone. */
  kill(): void {
    if (!this.isAlive) return;
    this.isAlive = false;
    this.parts.database.sessions.delete(this.owner);
    this.parts.onDeath(this);
  }

  /** Suspends the process without its knowledge. */
  freeze(ms: number): void {
    this.frozenUntil = this.parts.time.now + ms;
  }

  /** Ends the session at the database, so that the process counts as dead. */
  loseSession(ms: number): void {
    const { database, time, onDeath } = this.parts;
    database.sessions.delete(this.owner);
    onDeath(this);
    time.after(ms, `process ${this.owner} is back`, this, () => database.sessions.add(this.owner));
  }

  /** Stops gracefully: returns the leases that it can, then ends. */
  drain(): void {
    this.#draining.abort(new Error('The process is stopping'));
    this.#noPoll();
    this.parts.time.after(drainMs, `process ${this.owner} ends`, null, () => this.kill());
  }

  /** Schedules the next poll. Called whenever there may be work. */
  lookForWork(): void {
    const { database, time, random } = this.parts;
    const at = Math.max(time.now + random.between(0, 250), database.nextWorkAt());
    if (!this.isAlive || this.draining.aborted || at === Infinity || at >= this.#pollAt) return;
    this.#noPoll();
    this.#pollAt = at;
    this.#noPoll = time.after(at - time.now, `process ${this.owner} looks for work`, this, () => void this.#poll());
  }

  async #poll(): Promise<void> {
    await this.queue.sweep();
    await this.queue.wake();
    const items = this.draining.aborted ? [] : await this.queue.claim(this.owner, 4);
    this.#pollAt = Infinity;
    for (const item of items) void this.#work(item);
    this.lookForWork();
  }

  /** Handles an item as the loop of the server does. */
  async #work(item: ClaimedItem): Promise<void> {
    const lost = this.#leases.hold(item.id);
    try {
      const handler = this.#handlers.get(item.kind);
      if (handler === undefined) throw new Error(`No handler for work of kind ${item.kind}`);
      const outcome = await handler.work({ item, lost, draining: this.draining });
      if (outcome === 'released') await this.queue.release(this.owner, [item.id]);
    } catch (error) {
      if (error instanceof LeaseLost) this.#leases.lose(lost);
    } finally {
      this.#leases.drop(lost);
    }
  }

  #renewLater(): void {
    this.#leases.onHeld = () => {
      this.#leases.onHeld = () => undefined;
      this.parts.time.after(renewEveryMs, `process ${this.owner} renews`, this, () => void this.#renew());
    };
  }

  async #renew(): Promise<void> {
    const held = [...this.#leases.written];
    const ids = [...new Set(held.map(([, id]) => id))];
    const kept = new Set(ids.length === 0 ? [] : await this.queue.renew(this.owner, ids));
    for (const [lease, id] of held) if (!kept.has(id)) this.#leases.lose(lease);
    this.#renewLater();
    if (this.#leases.size > 0) this.#leases.onHeld();
  }

  /** Answers the one question that is put to a table of a read model: which job a run belongs to. */
  #pool(): Pool {
    const { network, database } = this.parts;
    const find = ({ values: [executionId = ''] }: { values: readonly string[] }): { rows: { id: string }[] } => {
      const id = database.jobs.get(executionId);
      return { rows: id === undefined ? [] : [{ id }] };
    };
    const query = (asked: { values: readonly string[] }): Promise<unknown> =>
      network.request(this, `process ${this.owner} looks for a job`, () => find(asked));
    return { query } as unknown as Pool;
  }

  #world(plans: Plans): ServerWorld {
    const { time, random, slowestWorkMs, onProblem, ids } = this.parts;
    const clock = new VirtualClock(time);
    const timers = new VirtualTimers(time, this);
    const pass = (ms: number): Promise<void> => new Promise((resolve) => void timers.after(ms, resolve));
    const duration = (): number => (random.chance(0.3) ? 0 : random.between(0, slowestWorkMs));
    const registry = new BlockRegistry([...blockDefinitions, stepBlock({ duration, pass }), testAgent]);
    const http = new SimulatedHttp(this, this.parts);
    const sandbox = new InProcessSandbox();
    const logger = { error: ({ err }: { err: unknown }) => onProblem(`A block failed in an unexpected way: ${String(err)}`) };
    return new StepWorld(registry, [
      new Capabilities([
        provide(Http, () => http),
        provide(CodeSandbox, () => sandbox),
        provide(Workflows, () => plans),
        provide(Models, () => new SimulatedModels(this, this.parts)),
      ]),
      clock,
      timers,
      ids,
      logger as unknown as Logger,
      nobody,
      { mostLoopPasses: mostPasses, runMemoryMb: 64 } as Config,
      noLinks,
      openBudget,
      noTexts,
      new ModelMetrics(),
    ]);
  }
}

/** The blocks of the server, and the steps of the simulation. */
class StepWorld extends ServerWorld {
  constructor(
    override readonly registry: BlockRegistry,
    parts: ConstructorParameters<typeof ServerWorld>,
  ) {
    super(...parts);
  }
}

/** Renewing is up to the process: the real leases have a timer of the runtime. */
class KeptLeases extends Leases {
  /** The items of the leases that stand in the database. */
  readonly written = new Map<AbortSignal, string>();
  readonly #dropped = new WeakSet<AbortSignal>();
  onHeld: () => void = () => undefined;

  override hold(id: string, written?: Promise<void>): AbortSignal {
    const lease = super.hold(id, written);
    if (written === undefined) this.written.set(lease, id);
    else void written.then(() => this.#dropped.has(lease) || this.written.set(lease, id));
    this.onHeld();
    return lease;
  }

  override drop(lease: AbortSignal): void {
    this.written.delete(lease);
    this.#dropped.add(lease);
    super.drop(lease);
  }
}

const noConfig = {} as Config;
const noLogger = {} as Logger;
/** Work handlers find runs by their ids, never by name. */
const noClaims = {} as Claims;
const noRetention = {} as RetentionRules;
const noIntegrity = {} as RunIntegrity;
const noTexts = { append: async () => undefined, end: () => undefined };
const noLinks = {} as LinkSignature;
const nobody = { of: () => Promise.resolve(null) } as unknown as UserEmails;
/** Who cancels tells each process itself. */
const noPool = { query: () => Promise.resolve({ rows: [] }) } as unknown as Pool;
