import { readSync, writeSync } from 'node:fs';
import type IsolatedVm from 'isolated-vm';
import { FrameReader, encodeFrame } from '../pipe/frames.js';
import { forbidSyscalls } from './forbid-syscalls.js';
import { GuestCell } from './cell.js';
import { GuestGroup, type ParkedRun, type Workshop } from './group.js';
import { guestPrelude } from './prelude.js';
import { CodeError, GuestProgram } from './program.js';
import { type Outcome, ended } from './step.js';

const pipeDescriptor = 3;
const chunkBytes = 256 * 1024;

export interface ServeOptions {
  /** Heap of one isolate. */
  readonly memoryMb: number;
  /** Address of the library. */
  readonly isolatedVm: string;
  /** Address of the library that calls the C library. */
  readonly koffi: string;
  /** The user to switch to before anything else; null to keep the user. */
  readonly user: number | null;
}

/**
 * Reads messages, executes and answers them, one by one, until the parent has ended. It is synchronous on purpose:
 * a call wakes no thread and turns no event loop. Whatever user code does to this process, the parent watches
 * time and memory and ends it.
 */
export async function serve({ memoryMb, isolatedVm, koffi, user }: ServeOptions): Promise<never> {
  const { default: ivm } = (await import(isolatedVm)) as { default: typeof IsolatedVm };
  if (user !== null) become(user);
  await forbidSyscalls(koffi);
  const desk = new GuestDesk(() => new GuestCell(new ivm.Isolate({ memoryLimit: memoryMb }), guestPrelude));
  const reader = new FrameReader();
  const chunk = Buffer.allocUnsafe(chunkBytes);
  send(['ready']);
  for (;;) {
    const size = readSync(pipeDescriptor, chunk);
    // An ordinary exit would run the clean-up of the engine, which can hang on what guests left behind.
    if (size === 0) process.kill(process.pid, 'SIGKILL');
    for (const message of reader.push(chunk.subarray(0, size))) desk.handle(message);
    desk.tidy();
  }
}

/** Permanently: all files are loaded, and a process without rights cannot regain them. */
function become(user: number): void {
  process.setgroups?.([]);
  process.setgid?.(user);
  process.setuid?.(user);
}

/** Immediately, not in batches: a step without an answer has not run, so the parent knows which call caused a crash. */
function send(fields: readonly string[]): void {
  const frame = encodeFrame(fields);
  for (let at = 0; at < frame.length;) at += writeSync(pipeDescriptor, frame, at);
}

interface ParkedCall extends ParkedRun {
  readonly group: GuestGroup;
}

/** The state of this process: programs, their groups, and calls that wait for the network. */
class GuestDesk implements Workshop {
  freeCells = 0;
  readonly #makeCell: () => GuestCell;
  readonly #programs = new Map<string, GuestProgram>();
  readonly #groups = new Map<string, GuestGroup>();
  readonly #parked = new Map<string, ParkedCall>();
  readonly #chores: (() => void)[] = [];
  /** No code has run in it, so any tenant can use it. */
  #spare: GuestCell | undefined;

  constructor(makeCell: () => GuestCell) {
    this.#makeCell = makeCell;
    this.#spare = makeCell();
    // The first realm of a process loads tables of the engine and takes some ten times longer than the next one.
    this.#spare.sharedRealm();
    this.#spare.dropSharedRealm();
  }

  /** Each `run` and each `resume` is answered by exactly one message; the other kinds by none. */
  handle([kind, id = '', ...fields]: string[]): void {
    if (kind === 'run') this.#run(id, fields);
    else if (kind === 'resume') this.#resume(id, fields);
    else if (kind === 'program') this.#learn(id, fields);
    else if (kind === 'drop') this.#drop(id);
    else if (kind === 'forget') this.#forget(id);
  }

  takeCell(): GuestCell {
    const cell = this.#spare ?? this.#makeCell();
    this.#spare = undefined;
    this.later(() => (this.#spare ??= this.#makeCell()));
    return cell;
  }

  later(chore: () => void): void {
    this.#chores.push(chore);
  }

  /** Prepares for the next calls. */
  tidy(): void {
    for (const chore of this.#chores.splice(0)) chore();
  }

  #run(call: string, [id = '', timeoutMs, hasNetwork, bindings = '']: string[]): void {
    const began = performance.now();
    const program = this.#programs.get(id);
    if (program === undefined) throw new Error(`Unknown program ${id}`);
    const group = this.#groupOf(program);
    const run = { program, deadline: began + Number(timeoutMs), hasNetwork: hasNetwork === '1', bindings };
    try {
      answer(
        call,
        began,
        group.run(run, (parked) => this.#parked.set(call, { ...parked, group })),
      );
    } catch (error) {
      if (!(error instanceof CodeError)) throw error;
      answer(call, began, ended('error', error.message));
    }
  }

  #resume(call: string, [request, isOk, text = '']: string[]): void {
    const began = performance.now();
    const parked = this.#parked.get(call);
    // The call ended before this answer arrived.
    if (parked === undefined) return answer(call, began, ended('error', 'The call has ended'));
    const outcome = parked.group.resume(parked, [Number(request), isOk === '1', text]);
    if (outcome.kind !== 'waits') this.#parked.delete(call);
    answer(call, began, outcome);
  }

  #learn(id: string, [group = '', names = '', code = '']: string[]): void {
    this.#programs.set(id, new GuestProgram(group, names, code));
  }

  /** The isolate is disposed too, because the code could still run in it. */
  #drop(call: string): void {
    this.#parked.get(call)?.cell.discard();
    this.#parked.delete(call);
  }

  #forget(name: string): void {
    this.#groups.get(name)?.discard();
    this.#groups.delete(name);
    for (const [id, program] of this.#programs) if (program.group === name) this.#programs.delete(id);
  }

  #groupOf(program: GuestProgram): GuestGroup {
    let group = this.#groups.get(program.group);
    if (group === undefined) this.#groups.set(program.group, (group = new GuestGroup(this)));
    return group;
  }
}

function answer(call: string, began: number, { kind, stdout, text }: Outcome): void {
  const micros = String(Math.round((performance.now() - began) * 1000));
  send(kind === 'waits' ? ['waits', call, micros, text] : ['done', call, micros, kind === 'stuck' ? 'timeout' : kind, stdout, text]);
}
