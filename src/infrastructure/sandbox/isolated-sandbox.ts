import { availableParallelism } from 'node:os';
import { CallQueue } from './call-queue.js';
import { GuestProcess } from './guest-process.js';
import { WALLS, type Walls, launchSandboxProcess } from './launch.js';
import { Programs } from './program.js';
import { SandboxCall } from './sandbox-call.js';
import { Sandbox, SandboxFailure, type SandboxRequest, type SandboxResult } from './sandbox.js';

const WATCH_MS = 25;
const IDLE_MS = 30_000;
const INPUT_LIMIT_BYTES = 16 * 1024 * 1024;
const CODE_LIMIT_BYTES = 1024 * 1024;
const START_ATTEMPTS = 3;
const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;

export interface IsolatedSandboxOptions {
  /** Processes that are kept when there is nothing to do. Default 1. */
  readonly minProcesses?: number;
  /** Default: one per core, but two at least, so that one can replace the other. */
  readonly maxProcesses?: number;
  /** Heap of one isolate, in MB. Default 64. */
  readonly memoryMb?: number;
  /** Calls that may wait before further ones are refused. Default 2,000. */
  readonly maxWaiting?: number;
  /** Told in one line when the processes run with fewer walls than wanted, or do not start. */
  readonly log?: (message: string) => void;
}

/** Runs user code with isolated-vm in child processes that are watched, and killed, from here. */
export class IsolatedSandbox extends Sandbox {
  readonly #options: Required<IsolatedSandboxOptions>;
  readonly #programs = new Programs();
  readonly #queue = new CallQueue();
  /** Apart, so that calls which wait for room to wait for the network hold up none that only compute. */
  readonly #networkQueue = new CallQueue();
  /** Both, the one whose turn it is first. */
  #queues: readonly CallQueue[] = [this.#queue, this.#networkQueue];
  readonly #processes = new Set<GuestProcess>();
  readonly #watch: NodeJS.Timeout;
  #walls: Walls = 'all';
  #hasStarted = false;
  #failedStarts = 0;
  #isClosed = false;

  constructor(options: IsolatedSandboxOptions = {}) {
    super();
    const maxProcesses = options.maxProcesses ?? Math.max(2, availableParallelism());
    this.#options = { minProcesses: 1, memoryMb: 64, maxWaiting: 2_000, log: () => undefined, ...options, maxProcesses };
    this.#watch = setInterval(() => setImmediate(() => this.#look()), WATCH_MS).unref();
    this.#keepMinimum();
  }

  run(request: SandboxRequest): Promise<SandboxResult> {
    const call = this.#accept(request);
    if (call instanceof SandboxFailure) return Promise.reject(call);
    this.#queueOf(call).add(call);
    this.#dispatch();
    return call.result;
  }

  /** Ends all processes; calls that are not answered yet fail with `aborted`. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#watch);
    for (const call of this.#waiting()) call.fail('aborted');
    const processes = [...this.#processes];
    for (const process of processes) process.kill('aborted');
    await Promise.all(processes.map((process) => process.gone));
  }

  #accept(request: SandboxRequest): SandboxCall | SandboxFailure {
    if (this.#isClosed || request.signal?.aborted === true) return new SandboxFailure('aborted', 'Execution was cancelled');
    if (this.#queue.size + this.#networkQueue.size >= this.#options.maxWaiting) {
      return new SandboxFailure('busy', 'Too many functions are waiting to run; try again later');
    }
    const names = Object.keys(request.bindings);
    const bindings = JSON.stringify(request.bindings);
    const refusal = refusalOf(names, bindings, request.code);
    if (refusal !== undefined) return new SandboxFailure('error', refusal);
    return new SandboxCall(request, this.#programs.of(request, names.join(',')), bindings, (settled) =>
      this.#queueOf(settled).remove(settled),
    );
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
    for (let call = queue.first(); call !== undefined; call = queue.first()) {
      const process = this.#processFor(call);
      if (process === undefined) return this.#grow();
      queue.remove(call);
      process.start(call);
    }
  }

  #processFor(call: SandboxCall): GuestProcess | undefined {
    let best: GuestProcess | undefined;
    let lowest = Number.POSITIVE_INFINITY;
    for (const process of this.#processes) {
      if (!process.hasRoomFor(call)) continue;
      const cost = process.costOf(call);
      if (cost < lowest) [best, lowest] = [process, cost];
    }
    return best;
  }

  #grow(): void {
    const isStarting = [...this.#processes].some(({ isReady }) => !isReady);
    if (!isStarting && !this.#isClosed && this.#processes.size < this.#options.maxProcesses) this.#launch();
  }

  #keepMinimum(): void {
    while (this.#processes.size < this.#options.minProcesses && !this.#isClosed) this.#launch();
  }

  #launch(): void {
    const { memoryMb } = this.#options;
    // Guests of a few tenants at a time fit below the soft limit; what one guest takes beyond its heap ends at the hard one.
    const limits = { softMb: 192 + 2 * memoryMb, hardMb: 320 + 3 * memoryMb };
    const child = launchSandboxProcess(memoryMb, this.#walls);
    const process = new GuestProcess(child, limits, {
      onRoom: () => {
        this.#hasStarted = true;
        this.#failedStarts = 0;
        this.#dispatch();
      },
      onReturned: (calls) => this.#takeBack(calls),
      onLost: (lost, orphans) => this.#lose(lost, orphans),
    });
    this.#processes.add(process);
  }

  #takeBack(calls: readonly SandboxCall[]): void {
    for (const call of calls) {
      if (this.#isClosed) call.fail('aborted');
      if (!call.isSettled) this.#queueOf(call).giveBack(call);
    }
    if (calls.length > 0) this.#dispatch();
  }

  #lose(process: GuestProcess, orphans: readonly SandboxCall[]): void {
    this.#processes.delete(process);
    if (process.isReady) this.#replace();
    else void process.gone.then(() => this.#startFailed(process));
    // Where one process was ended, others may be ending too: a call has a second chance, not a third.
    if (orphans.length > 0) setTimeout(() => this.#takeBack(orphans), WATCH_MS);
  }

  #replace(): void {
    if (this.#isClosed) return;
    this.#keepMinimum();
    this.#dispatch();
  }

  #startFailed(process: GuestProcess): void {
    if (this.#isClosed) return;
    this.#failedStarts += 1;
    const [, fewer] = WALLS.slice(WALLS.indexOf(this.#walls));
    // Walls come down only where they never stood: not for a process that was ended from outside, nor after one that did start.
    if (fewer !== undefined && !this.#hasStarted && !process.wasKilled) {
      this.#options.log(`User code does not start behind walls "${this.#walls}" here, so it runs behind "${fewer}": ${process.lastWords}`);
      this.#walls = fewer;
    } else if (this.#failedStarts > START_ATTEMPTS) {
      this.#failedStarts = 0;
      this.#options.log(`The process for user code does not start: ${process.lastWords}`);
      for (const call of this.#waiting()) call.fail('crashed', 'The process that runs code does not start');
      return;
    }
    this.#replace();
  }

  /** Runs after the turn's input is read, so that answers which arrived while this process was busy still count. */
  #look(): void {
    const now = performance.now();
    const processes = [...this.#processes];
    for (const process of processes) process.watch(now);
    // A spare one is ready before the one at work is ended or retires.
    if (processes.length > 0 && processes.every((process) => process.isRetiring || process.isEngaged(now))) this.#grow();
    this.#endIdle(now);
  }

  #endIdle(now: number): void {
    for (const process of this.#processes) {
      if (!process.isIdle || !process.isReady) continue;
      const isSurplus = this.#processes.size > this.#options.minProcesses && now - process.idleSince > IDLE_MS;
      if (isSurplus || process.isRetiring) process.kill('aborted');
    }
  }
}

function refusalOf(names: readonly string[], bindings: string, code: string): string | undefined {
  const wrong = names.find((name) => !IDENTIFIER.test(name));
  if (wrong !== undefined) return `"${wrong}" cannot be the name of a value inside the code`;
  if (Buffer.byteLength(bindings) > INPUT_LIMIT_BYTES) return 'The values given to the code are larger than 16 MB';
  if (Buffer.byteLength(code) > CODE_LIMIT_BYTES) return 'The code is larger than 1 MB';
  return undefined;
}
