import type { ChildProcess } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { CallQueue } from './call-queue.js';
import { InfrastructureFault } from '#kernel/errors.js';
import type { Json } from '#kernel/json.js';
import { GuestProcess, parkedCalls } from './guest-process.js';
import { wallKinds, type Walls, launchSandboxProcess } from './launch.js';
import { Programs } from './program.js';
import { SandboxCall, parseResult, sandboxClosed, type CallWays, type ParseLarge } from './sandbox-call.js';
import { Sandbox, SandboxFailure, type SandboxRequest, type SandboxResult } from './sandbox.js';
import { wallReport, type WallReport } from './wall-report.js';

const watchMs = 25;
/** While no call runs or waits. */
const idleWatchMs = 1_000;
/** The memory that waiting calls of one tenant may use; twice as much for all tenants. */
const waitingChars = 128 * 1024 * 1024;
const inputLimitBytes = 16 * 1024 * 1024;
const codeLimitBytes = 1024 * 1024;
const startAttempts = 3;
/** From an attempt for which the system had no descriptors or no memory to the next one. */
const startPauseMs = 1_000;
const identifierPattern = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;

export interface IsolatedSandboxOptions {
  /** Processes that are kept when idle. Default 1. */
  readonly minProcesses?: number;
  /**
   * The maximum number of busy processes of one tenant. Default: one per core, but at least two, so that one can replace the other. While all
   * are busy for long, up to the same number starts for tenants that have none.
   */
  readonly maxProcesses?: number;
  /** How long a process above the minimum may be idle. Default 30 s. */
  readonly idleMs?: number;
  /** Heap of one isolate, in MB. Default 64. */
  readonly memoryMb?: number;
  /** Calls of one tenant that may wait before further ones are refused; of all tenants, twice as many. Default 2,000. */
  readonly maxWaiting?: number;
  /** How long a call may wait before it begins to run. Default 5 minutes. */
  readonly maxWaitMs?: number;
  /** Receives one line when the processes run with less isolation than wanted, or do not start. */
  readonly log?: (message: string) => void;
  /** How results above 256 KiB are parsed. Default: in one call, which occupies the event loop for up to 0.3 s. */
  readonly parseLarge?: ParseLarge;
  /** Receives the isolation of the first process that has started. */
  readonly report?: (walls: WallReport) => void;
}

const defaultOptions = {
  minProcesses: 1,
  idleMs: 30_000,
  memoryMb: 64,
  maxWaiting: 2_000,
  maxWaitMs: 300_000,
  parseLarge: async (json: string): Promise<Json> => parseResult(json),
  log: (): void => undefined,
  report: (): void => undefined,
};

/** Runs user code with isolated-vm in child processes, which it watches and kills. */
export class IsolatedSandbox extends Sandbox {
  readonly #options: Required<IsolatedSandboxOptions>;
  readonly #programs = new Programs();
  readonly #queue = new CallQueue();
  /** A separate queue, so that calls with a network do not delay calls that only compute. */
  readonly #networkQueue = new CallQueue();
  /** Both queues, the next one first. */
  #queues: readonly CallQueue[] = [this.#queue, this.#networkQueue];
  readonly #processes = new Set<GuestProcess>();
  #watch: NodeJS.Timeout | undefined;
  #isWatchedOften = false;
  readonly #ways: CallWays;
  #walls: Walls = 'all';
  #hasStarted = false;
  #failedStarts = 0;
  #noStartBefore = 0;
  #isClosed = false;
  #bestWaitMs: number | undefined;

  constructor(options: IsolatedSandboxOptions = {}) {
    super();
    const maxProcesses = options.maxProcesses ?? Math.max(2, availableParallelism());
    this.#options = { ...defaultOptions, ...options, maxProcesses };
    this.#ways = { onSettled: (call) => this.#queueOf(call).remove(call), parseLarge: this.#options.parseLarge };
    this.#watchOn();
    this.#keepMinimum();
  }

  run(request: SandboxRequest): Promise<SandboxResult> {
    const call = this.#accept(request);
    if (!(call instanceof SandboxCall)) return Promise.reject(call);
    this.#queueOf(call).add(call);
    this.#dispatch();
    if (!this.#isWatchedOften) this.#watchOn();
    return call.result;
  }

  /**
   * The shortest wait in ms of the calls that have begun since the last reading or, when none has begun, of the next calls;
   * undefined when there was no call. Calls that wait for the network are ignored.
   */
  takeBestWaitMs(): number | undefined {
    const best = this.#bestWaitMs;
    this.#bestWaitMs = undefined;
    if (best !== undefined) return best;
    const now = performance.now();
    const waits = [...this.#queue.heads()].map(({ acceptedAt }) => now - acceptedAt);
    return waits.length === 0 ? undefined : Math.min(...waits);
  }

  /** Ends all processes; calls without an outcome fail with InfrastructureFault. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#watch);
    for (const call of this.#waiting()) call.abandon(sandboxClosed);
    const processes = [...this.#processes];
    for (const process of processes) process.kill('aborted');
    await Promise.all(processes.map((process) => process.gone));
  }

  #accept(request: SandboxRequest): SandboxCall | SandboxFailure | InfrastructureFault {
    if (this.#isClosed) return new InfrastructureFault(sandboxClosed);
    if (request.signal?.aborted === true) return new SandboxFailure('aborted', 'Execution was cancelled');
    if (this.#isCrowded(request.tenant)) return new SandboxFailure('busy', 'Too many functions are waiting to run; try again later');
    const names = Object.keys(request.bindings);
    const bindings = JSON.stringify(request.bindings);
    const refusal = refusalOf(names, bindings, request.code);
    if (refusal !== undefined) return new SandboxFailure('error', refusal);
    return new SandboxCall(request, this.#programs.of(request, names.join(',')), bindings, this.#ways);
  }

  /** The share of one tenant is a half, so that it is refused before other tenants are. */
  #isCrowded(tenant: string): boolean {
    const { maxWaiting } = this.#options;
    const all = { calls: 0, chars: 0 };
    const own = { calls: 0, chars: 0 };
    for (const queue of this.#queues) {
      all.calls += queue.size;
      all.chars += queue.chars;
      const load = queue.loadOf(tenant);
      own.calls += load.calls;
      own.chars += load.chars;
    }
    return own.calls >= maxWaiting || own.chars >= waitingChars || all.calls >= 2 * maxWaiting || all.chars >= 2 * waitingChars;
  }

  #queueOf(call: SandboxCall): CallQueue {
    return call.usesNetwork ? this.#networkQueue : this.#queue;
  }

  #waiting(): SandboxCall[] {
    return this.#queues.flatMap((queue) => queue.all());
  }

  #dispatch(): void {
    this.#queues = this.#queues.toReversed();
    for (const queue of this.#queues) this.#drain(queue);
  }

  #drain(queue: CallQueue): void {
    for (const call of queue.heads()) {
      const process = this.#processFor(call);
      if (process !== undefined) {
        queue.remove(call);
        if (queue === this.#queue)
          this.#bestWaitMs = Math.min(this.#bestWaitMs ?? Number.POSITIVE_INFINITY, performance.now() - call.acceptedAt);
        process.start(call);
        continue;
      }
      this.#growFor(call);
      // Otherwise the share of this tenant is used up.
      if (![...this.#processes].some(({ hasRoom }) => hasRoom)) return;
    }
  }

  #processFor(call: SandboxCall): GuestProcess | undefined {
    if (!this.#isWithinShare(call)) return undefined;
    let best: GuestProcess | undefined;
    let lowest = Number.POSITIVE_INFINITY;
    for (const process of this.#processes) {
      if (!process.hasRoomFor(call)) continue;
      const cost = process.costOf(call);
      if (cost < lowest) [best, lowest] = [process, cost];
    }
    return best;
  }

  /** The next caller must find a free process, and capacity to wait for the network. */
  #isWithinShare({ program, usesNetwork, request: { tenant } }: SandboxCall): boolean {
    if (!program.isShort && this.#processes.size > this.#options.maxProcesses && this.#atWorkFor(tenant) >= this.#options.maxProcesses)
      return false;
    if (!usesNetwork) return true;
    let [free, own] = [0, 0];
    for (const process of this.#processes) {
      free += parkedCalls - process.parkedOf();
      own += process.parkedOf(tenant);
    }
    return own < 2 * free;
  }

  #atWorkFor(tenant: string): number {
    let processes = 0;
    for (const { tenantAtWork } of this.#processes) if (tenantAtWork === tenant) processes += 1;
    return processes;
  }

  #growFor(call: SandboxCall | undefined): void {
    const { maxProcesses } = this.#options;
    const now = performance.now();
    const isShutOut = (tenant: string): boolean =>
      this.#atWorkFor(tenant) === 0 && [...this.#processes].every((process) => process.isEngaged(now));
    const bound =
      call !== undefined && this.#processes.size >= maxProcesses && isShutOut(call.request.tenant) ? 2 * maxProcesses : maxProcesses;
    const isStarting = [...this.#processes].some(({ isReady }) => !isReady);
    if (!isStarting && !this.#isClosed && this.#processes.size < bound) this.#launch();
  }

  #keepMinimum(): void {
    const missing = this.#isClosed ? 0 : this.#options.minProcesses - this.#processes.size;
    for (let started = 0; started < missing; started += 1) this.#launch();
  }

  #launch(): void {
    const { memoryMb } = this.#options;
    const walls = this.#walls;
    const child = this.#startedChild(walls);
    if (child === undefined) return;
    // Guests of a few tenants at a time fit below the soft limit; what one guest takes beyond its heap ends at the hard one.
    const limits = { softMb: 192 + 2 * memoryMb, hardMb: 320 + 3 * memoryMb };
    const process = new GuestProcess(child, limits, {
      onRoom: () => {
        if (!this.#hasStarted) this.#options.report(wallReport(child.pid));
        this.#hasStarted = true;
        this.#failedStarts = 0;
        this.#dispatch();
      },
      onReturned: (calls) => this.#takeBack(calls),
      onLost: (lost, orphans) => {
        this.#processes.delete(lost);
        // Other processes may be ending too: a call is run again once, not twice.
        if (orphans.length > 0) setTimeout(() => this.#takeBack(orphans), watchMs);
        if (lost.isReady) this.#replace();
        else void lost.gone.then(() => this.#startFailed(lost, walls));
      },
    });
    this.#processes.add(process);
    if (!this.#isWatchedOften) this.#watchOn();
  }

  /** Undefined while the system has no descriptors or no memory for a process. */
  #startedChild(walls: Walls): ChildProcess | undefined {
    const now = performance.now();
    if (now < this.#noStartBefore) return undefined;
    try {
      return launchSandboxProcess(this.#options.memoryMb, walls);
    } catch (error) {
      this.#noStartBefore = now + startPauseMs;
      this.#options.log(`The process for user code does not start: ${(error as Error).message}`);
      if (this.#processes.size === 0) this.#abandonWaiting();
      return undefined;
    }
  }

  #abandonWaiting(): void {
    for (const call of this.#waiting()) call.abandon('The process that runs code does not start');
  }

  #takeBack(calls: readonly SandboxCall[]): void {
    for (const call of calls) {
      if (this.#isClosed) call.abandon(sandboxClosed);
      if (!call.isSettled) this.#queueOf(call).giveBack(call);
    }
    if (calls.length > 0) this.#dispatch();
  }

  #replace(): void {
    if (this.#isClosed) return;
    this.#keepMinimum();
    this.#dispatch();
  }

  #startFailed(process: GuestProcess, walls: Walls): void {
    if (this.#isClosed) return;
    // Another process that failed in the same way has lowered the isolation already.
    if (walls !== this.#walls) return this.#replace();
    this.#failedStarts += 1;
    const [, fewer] = wallKinds.slice(wallKinds.indexOf(this.#walls));
    // Isolation is lowered only if it never worked: not for a process that was ended from outside, nor after one that has started.
    if (fewer !== undefined && !this.#hasStarted && !process.wasKilled) {
      this.#options.log(
        `User code does not start with isolation "${this.#walls}" on this system, so it runs with "${fewer}": ${process.lastWords}`,
      );
      this.#walls = fewer;
    } else if (this.#failedStarts > startAttempts) {
      this.#failedStarts = 0;
      this.#options.log(`The process for user code does not start: ${process.lastWords}`);
      this.#abandonWaiting();
      return;
    }
    this.#replace();
  }

  #watchOn(): void {
    clearTimeout(this.#watch);
    if (this.#isClosed) return;
    this.#isWatchedOften = this.#queues.some(({ size }) => size > 0) || [...this.#processes].some((process) => !process.isAtRest);
    const look = (): void => {
      this.#look();
      this.#watchOn();
    };
    this.#watch = setTimeout(() => setImmediate(look), this.#isWatchedOften ? watchMs : idleWatchMs).unref();
  }

  /** Runs after the input of the turn is read, so that answers which arrived while this process was busy count. */
  #look(): void {
    const now = performance.now();
    const processes = [...this.#processes];
    for (const process of processes) process.watch(now);
    // A spare process is ready before the busy one ends or retires.
    if (processes.length > 0 && processes.every((process) => process.isRetiring || process.isEngaged(now))) this.#growFor(undefined);
    for (const queue of this.#queues) this.#lookAt(queue, now);
    this.#endIdle(now);
  }

  #lookAt(queue: CallQueue, now: number): void {
    const { maxWaitMs } = this.#options;
    for (const call of queue.heads()) {
      if (call.hasBegun) continue;
      this.#growFor(call);
      if (now - call.acceptedAt > maxWaitMs)
        call.fail('busy', `No process was free for the code within ${maxWaitMs / 1000} s; try again later`);
    }
  }

  #endIdle(now: number): void {
    for (const process of this.#processes) {
      if (!process.isIdle || !process.isReady) continue;
      const isSurplus = this.#processes.size > this.#options.minProcesses && now - process.idleSince > this.#options.idleMs;
      if (isSurplus || process.isRetiring) process.kill('aborted');
    }
  }
}

function refusalOf(names: readonly string[], bindings: string, code: string): string | undefined {
  const wrong = names.find((name) => !identifierPattern.test(name));
  if (wrong !== undefined) return `"${wrong}" cannot be the name of a value inside the code`;
  if (Buffer.byteLength(bindings) > inputLimitBytes) return 'The values given to the code are larger than 16 MB';
  if (Buffer.byteLength(code) > codeLimitBytes) return 'The code is larger than 1 MB';
  return undefined;
}
