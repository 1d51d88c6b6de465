import type { ChildProcess } from 'node:child_process';
import { LRUCache } from 'lru-cache';
import { FetchBridge } from './pipe/fetch-bridge.js';
import type { FetchAnswer } from './pipe/fetch-record.js';
import { GuestPipe } from './pipe/guest-pipe.js';
import type { Program } from './program.js';
import { sandboxClosed, type SandboxCall } from './sandbox-call.js';
import type { SandboxFailureKind } from './sandbox.js';

/** Above the limit of the call, so that the process can end an ordinary loop itself and survive. */
const graceMs = 120;
/** A call whose caller no longer waits may still take this long. Other calls that end with the process run again in another one. */
const abandonedMs = 100;
/** Calls that have waited this long behind the active call move to another process. */
const patienceMs = 25;
const queuedMs = 2;
const queuedCalls = 64;
/** Each has a separate isolate of about 2 MB. */
export const parkedCalls = 64;
/** Isolates that a process keeps for later calls of their programs; 1.5 to 3 MB each. */
const groupCount = 32;
const programsInGroup = 256;

export interface GuestProcessEvents {
  /** The process can take a call. */
  onRoom(): void;
  /** Calls that have waited here too long. */
  onReturned(calls: readonly SandboxCall[]): void;
  /** The process has ended; these calls may run in another one, all others have an outcome. */
  onLost(process: GuestProcess, orphans: readonly SandboxCall[]): void;
}

export interface MemoryLimits {
  /** A process above this limit ends when it is idle. */
  readonly softMb: number;
  /** A process above this limit ends immediately. */
  readonly hardMb: number;
}

interface Step {
  readonly id: string;
  readonly expectedMs: number;
  readonly limitMs: number;
  /** The request whose response it brings. */
  readonly request?: number;
  call: SandboxCall | undefined;
}

/**
 * One process with user code, on the side of the server. Each step (a call, or the answer to a fetch) is answered in
 * order, and before the next one begins; so the first step without an answer is the active one, and the cause of a crash.
 */
export class GuestProcess {
  isReady = false;
  isRetiring = false;
  idleSince = performance.now();
  readonly #pipe: GuestPipe;
  readonly #limits: MemoryLimits;
  readonly #events: GuestProcessEvents;
  readonly #bridge: FetchBridge;
  readonly #steps: Step[] = [];
  /** Calls that wait for the network. */
  readonly #parked = new Map<string, SandboxCall>();
  readonly #groups = new LRUCache<string, Set<string>>({ max: groupCount, dispose: (_known, group) => this.#pipe.send(['forget', group]) });
  #expectedMs = 0;
  #stepSince = 0;
  #sent = 0;
  #isGone = false;

  constructor(child: ChildProcess, limits: MemoryLimits, events: GuestProcessEvents) {
    this.#limits = limits;
    this.#events = events;
    this.#bridge = new FetchBridge((id, request, answer, call) => this.#resume(id, request, answer, call));
    this.#pipe = new GuestPipe(child, { onMessage: (message) => this.#handle(message), onEnd: () => this.#end('crashed') });
  }

  get gone(): Promise<void> {
    return this.#pipe.gone;
  }

  get lastWords(): string {
    return this.#pipe.lastWords;
  }

  get wasKilled(): boolean {
    return this.#pipe.wasKilled;
  }

  get isIdle(): boolean {
    return this.#steps.length === 0 && this.#parked.size === 0;
  }

  /** Whether it waits for the next call and nothing else. */
  get isAtRest(): boolean {
    return this.isIdle && this.isReady && !this.isRetiring;
  }

  /** The tenant of the active call, if there is one. */
  get tenantAtWork(): string | undefined {
    return this.#steps[0]?.call?.request.tenant;
  }

  /** Whether it can take any call. */
  get hasRoom(): boolean {
    if (!this.isReady || this.isRetiring || this.#isGone) return false;
    return this.#steps.length === 0 || (!this.isEngaged(performance.now()) && this.#expectedMs < queuedMs);
  }

  /** How many calls of this tenant, or of all, wait for the network here. */
  parkedOf(tenant?: string): number {
    if (tenant === undefined) return this.#parked.size;
    let parked = 0;
    for (const { request } of this.#parked.values()) if (request.tenant === tenant) parked += 1;
    return parked;
  }

  /** True while it runs one call for longer than most calls take. */
  isEngaged(now: number): boolean {
    return this.#steps.length > 0 && now - this.#stepSince > patienceMs;
  }

  /** A call that may take long is put at the end of a short queue, and no call is put behind it. */
  hasRoomFor({ program, usesNetwork }: SandboxCall): boolean {
    if (!this.hasRoom || (usesNetwork && this.#parked.size >= parkedCalls)) return false;
    if (this.#steps.length === 0) return true;
    const addedMs = program.isShort ? program.expectedMs : 0;
    return this.#steps.length < queuedCalls && this.#expectedMs + addedMs < queuedMs;
  }

  /** The lower, the better this process suits the call. */
  costOf({ program }: SandboxCall): number {
    const isNew = this.#groups.has(program.group) ? 0 : queuedMs;
    const mayDelayOthers = this.#parked.size > 0 && !program.isShort ? queuedMs : 0;
    return this.#expectedMs + isNew + mayDelayOthers;
  }

  start(call: SandboxCall): void {
    const { program, request } = call;
    this.#teach(program);
    const id = String((this.#sent += 1));
    const limitMs = call.remainingMs(performance.now());
    const message = ['run', id, program.id, String(limitMs), request.fetch === undefined ? '0' : '1', call.bindings];
    this.#send({ id, call, limitMs, expectedMs: Math.min(program.expectedMs, queuedMs) }, message);
  }

  /** Checks time and memory. It is called many times a second, after all received answers are read. */
  watch(now: number): void {
    for (const [id, call] of this.#parked) if (now > call.deadline || call.isSettled) this.#unpark(id, call);
    const [step, ...behind] = this.#steps;
    if (step !== undefined && this.#isOverdue(step, now)) return this.kill('timeout');
    if (this.isEngaged(now)) this.#events.onReturned(this.#withdraw(behind));
    const { residentMb } = this.#pipe;
    if (residentMb > this.#limits.hardMb) return this.kill('memory');
    if (residentMb > this.#limits.softMb) this.isRetiring = true;
  }

  /** Ends the process; the active call fails with this reason. */
  kill(kind: SandboxFailureKind): void {
    this.#pipe.kill();
    this.#end(kind);
  }

  #isOverdue({ call, limitMs }: Step, now: number): boolean {
    const settledAt = call?.settledAt;
    if (settledAt !== undefined && now - Math.max(this.#stepSince, settledAt) > abandonedMs) return true;
    return now - this.#stepSince > limitMs + graceMs;
  }

  #unpark(id: string, call: SandboxCall): void {
    call.fail('timeout');
    this.#parked.delete(id);
    this.#pipe.send(['drop', id]);
  }

  #teach(program: Program): void {
    let known = this.#groups.get(program.group);
    if (known !== undefined && known.size >= programsInGroup) {
      this.#groups.delete(program.group);
      known = undefined;
    }
    if (known === undefined) this.#groups.set(program.group, (known = new Set()));
    if (known.has(program.id)) return;
    known.add(program.id);
    this.#pipe.send(['program', program.id, program.group, program.names, program.code]);
  }

  #resume(id: string, request: number, { isOk, text }: FetchAnswer, call: SandboxCall): void {
    if (this.#parked.get(id) !== call) return call.turns.leave(request);
    const limitMs = call.remainingMs(performance.now());
    this.#send({ id, call, limitMs, request, expectedMs: queuedMs }, ['resume', id, String(request), isOk ? '1' : '0', text]);
  }

  #send(step: Step, message: string[]): void {
    this.#steps.push(step);
    this.#expectedMs += step.expectedMs;
    if (this.#steps.length === 1) this.#begin();
    this.#pipe.send(message);
  }

  #begin(): void {
    this.#stepSince = performance.now();
    this.#steps[0]?.call?.begin(this.#stepSince);
  }

  #handle([kind, id = '', micros = '', ...rest]: string[]): void {
    if (kind === 'ready') this.isReady = true;
    else {
      const call = this.#answered(id, Number(micros) / 1000);
      if (call !== undefined && kind === 'waits') this.#park(id, call, rest[0] ?? '');
      else if (call !== undefined) this.#finish(id, call, rest);
    }
    this.#events.onRoom();
  }

  /** The call of the answered step, if this process still runs it. */
  #answered(id: string, ms: number): SandboxCall | undefined {
    const [step] = this.#steps;
    if (step?.id !== id) throw new Error('An answer to an unknown step');
    this.#steps.shift();
    this.#expectedMs -= step.expectedMs;
    if (this.#steps.length > 0) this.#begin();
    else this.#rest();
    step.call?.program.ran(ms);
    if (step.request !== undefined) step.call?.turns.leave(step.request);
    return step.call;
  }

  #rest(): void {
    this.#expectedMs = 0;
    this.idleSince = performance.now();
  }

  #park(id: string, call: SandboxCall, requests: string): void {
    this.#parked.set(id, call);
    if (call.isSettled) this.#unpark(id, call);
    else this.#bridge.forward(id, call, requests);
  }

  #finish(id: string, call: SandboxCall, [ending, stdout = '', text = '']: string[]): void {
    this.#parked.delete(id);
    if (ending === 'result') call.succeed(text, stdout);
    else if (ending === 'error' || ending === 'timeout' || ending === 'memory') call.fail(ending, text, stdout);
    else {
      // No list contains it any more, so the end of the process would not reach it.
      call.fail('crashed');
      throw new Error('An unknown kind of ending');
    }
  }

  /** Removes the calls of steps that have not begun. */
  #withdraw(steps: readonly Step[]): SandboxCall[] {
    const calls: SandboxCall[] = [];
    for (const step of steps) {
      // A call that has begun here cannot continue in another process.
      if (step.call === undefined || this.#parked.has(step.id)) continue;
      calls.push(step.call);
      step.call = undefined;
    }
    return calls;
  }

  #end(kind: SandboxFailureKind): void {
    if (this.#isGone) return;
    this.#isGone = true;
    const [suspect] = this.#steps;
    const calls = new Set([...this.#steps.map(({ call }) => call), ...this.#parked.values()]);
    this.#steps.length = 0;
    this.#parked.clear();
    const orphans: SandboxCall[] = [];
    for (const call of calls) {
      if (call === undefined || call.isSettled) continue;
      const isSuspect = call === suspect?.call;
      if (kind === 'aborted') call.abandon(sandboxClosed);
      else if (isSuspect && kind !== 'crashed') call.fail(kind);
      else if (call.survivesLoss(isSuspect)) orphans.push(call);
      else if (isSuspect) call.fail('crashed');
      else call.abandon('The process that ran the code was ended by other code');
    }
    this.#events.onLost(this, orphans);
  }
}
