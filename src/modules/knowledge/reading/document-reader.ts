import type { ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import type { Duplex, Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { Injectable } from '@nestjs/common';
import { projectFile } from '#host/project-file.js';
import { Logger } from '#host/logging/logger.js';
import { InfrastructureFault } from '#kernel/errors.js';
import { launchBehindWalls, residentMb, wallKinds, type Walls } from '#world/sandbox/launch.js';
import { DocumentProblem } from './document-problem.js';
import type { Chunk } from '../domain/text/split-text.js';
import type { ReadDocument, ReadingTask } from './read-document.js';
import type { AnswerLine, ReadCounts } from './serve-reading.js';

const here = import.meta.url;
const script = fileURLToPath(new URL(here.endsWith('.ts') ? './reading-process.ts' : './reading-process.js', here));
const packages = createRequire(here)
  .resolve('unpdf')
  .replace(/([\\/]node_modules[\\/]).*$/, '$1');

const vendored = fileURLToPath(projectFile('vendor'));

export interface ReadingLimits {
  readonly heapMb: number;
  /** The memory limit of the whole process, including the bytes of the document. */
  readonly memoryMb: number;
  /** The time limit from the start of the process to its answer. */
  readonly timeoutMs: number;
}

export const readingLimits: ReadingLimits = { heapMb: 512, memoryMb: 1024, timeoutMs: 120_000 };
const watchEveryMs = 100;
const mostAnswerBytes = 256 * 1024 * 1024;

/**
 * Turns documents into chunks. Document parsers are a common target of attacks, so each document is parsed in a separate process without
 * network, files or environment, which is killed when it exceeds its limits of time or memory.
 */
@Injectable()
export class DocumentReader {
  #walls: Walls = 'all';
  #hasStarted = false;

  constructor(private readonly logger: Logger) {}

  /**
   * @throws DocumentProblem when the document is the cause, the error of the byte source, the reason of the signal, or InfrastructureFault
   * when the process was ended before it started
   */
  async read(task: ReadingTask, bytes: Readable, { signal, limits = readingLimits }: ReadingOptions): Promise<ReadDocument> {
    try {
      const reading = await this.#start(task, limits, signal);
      return await reading.finish(bytes);
    } finally {
      bytes.destroy();
    }
  }

  /**
   * Starts the process in the strictest isolation that this system supports. Isolation is lowered only if it has never worked: not for a process
   * that was killed, nor after one that has started.
   */
  async #start(task: ReadingTask, limits: ReadingLimits, signal: AbortSignal): Promise<Reading> {
    for (;;) {
      const walls = this.#walls;
      const reading = new Reading(launch(task, limits, walls), limits, signal);
      if (await reading.started) {
        this.#hasStarted = true;
        return reading;
      }
      signal.throwIfAborted();
      if (this.#hasStarted || reading.wasKilled) throw new InfrastructureFault('The process that reads documents ended before it started');
      const fewer = wallKinds[wallKinds.indexOf(walls) + 1];
      if (fewer === undefined) throw new Error(`The process that reads documents did not start: ${reading.lastWords}`);
      this.logger.warn(`Isolation "${walls}" is not available for reading documents; using "${fewer}": ${reading.lastWords}`);
      this.#walls = fewer;
    }
  }
}

export interface ReadingOptions {
  readonly signal: AbortSignal;
  readonly limits?: ReadingLimits;
}

function launch(task: ReadingTask, { heapMb }: ReadingLimits, walls: Walls): ChildProcess {
  const module = dirname(dirname(script));
  const flags = [
    '--disable-sigusr1',
    '--disable-warning=PERM0001',
    `--max-old-space-size=${heapMb}`,
    '--permission',
    ...[packages, vendored, module].map((path) => `--allow-fs-read=${path}`),
  ];
  return launchBehindWalls([process.execPath, ...flags, script, JSON.stringify(task)], walls);
}

/** One process that reads one document. */
class Reading {
  /** Whether the process started and asked for the bytes. */
  readonly started: Promise<boolean>;
  readonly #pipe: Duplex;
  readonly #ended: Promise<void>;
  readonly #stop: () => void;
  #isReady = false;
  #counts: ReadCounts | undefined;
  readonly #chunks: Chunk[] = [];
  #words = '';
  #killedFor: Error | undefined;

  constructor(
    private readonly child: ChildProcess,
    limits: ReadingLimits,
    signal: AbortSignal,
  ) {
    this.#pipe = child.stdio[3] as Duplex;
    const timer = setTimeout(
      () => this.#kill(new DocumentProblem(`The document takes longer than ${limits.timeoutMs / 1000} s to read`)),
      limits.timeoutMs,
    );
    const watch = setInterval(() => this.#watch(limits), watchEveryMs);
    const abort = (): void => this.#kill(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
    this.#stop = () => {
      clearTimeout(timer);
      clearInterval(watch);
      signal.removeEventListener('abort', abort);
    };
    (child.stderr as Readable).setEncoding('utf8').on('data', (text: string) => (this.#words = (this.#words + text).slice(-2_000)));
    // The supervisor of the group outlives the process, and its pipes close only after all of the group is gone.
    child.once('exit', () => this.#killGroup());
    this.#ended = new Promise((resolve) => {
      child.once('close', () => resolve());
      child.once('error', () => resolve());
    });
    this.started = this.#listen();
  }

  /** Whether this process or the system killed it. */
  get wasKilled(): boolean {
    return this.#killedFor !== undefined || this.child.signalCode !== null;
  }

  get lastWords(): string {
    return this.#words.trim().split('\n').at(-1) ?? '';
  }

  async finish(bytes: Readable): Promise<ReadDocument> {
    bytes.once('error', (error) => this.#kill(error));
    bytes.pipe(this.#pipe);
    await this.#ended;
    this.#stop();
    if (this.#killedFor !== undefined) throw this.#killedFor;
    if (this.#counts === undefined || this.#chunks.length < this.#counts.chunkCount) throw this.#died();
    const { characterCount, tokenCount } = this.#counts;
    return { characterCount, tokenCount, chunks: this.#chunks };
  }

  async #listen(): Promise<boolean> {
    let size = 0;
    let rest = '';
    this.#pipe.on('error', () => undefined);
    const ready = new Promise<boolean>((resolve) => {
      this.#pipe.setEncoding('utf8').on('data', (part: string) => {
        size += Buffer.byteLength(part);
        if (size > mostAnswerBytes) this.#kill(new DocumentProblem('The document has too much text'));
        const lines = (rest + part).split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) this.#take(line);
        resolve(true);
      });
      void this.#ended.then(() => resolve(false));
    });
    const isReady = await ready;
    if (!isReady) this.#stop();
    return isReady;
  }

  /** An answer of many megabytes arrives over many turns of the event loop, and is parsed in them. */
  #take(line: string): void {
    if (!this.#isReady) {
      this.#isReady = true;
      return;
    }
    try {
      const said = JSON.parse(line) as AnswerLine;
      if ('problem' in said) this.#kill(new DocumentProblem(said.problem));
      else if ('chunkCount' in said) this.#counts = said;
      else this.#chunks.push(said);
    } catch {
      this.#kill(this.#died());
    }
  }

  #watch({ memoryMb }: ReadingLimits): void {
    if (residentMb(this.child.pid ?? 0) > memoryMb) this.#kill(tooMuchMemory());
  }

  /** V8 aborts the process when its heap is full, and prints the reason. */
  #died(): Error {
    return /heap out of memory|Array buffer allocation failed/i.test(this.#words)
      ? tooMuchMemory()
      : new DocumentProblem('The document crashes the program that reads it');
  }

  #kill(reason: Error): void {
    this.#killedFor ??= reason;
    this.#killGroup();
  }

  /** Kills the process and all its children. */
  #killGroup(): void {
    const { pid } = this.child;
    if (pid === undefined) return;
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      this.child.kill('SIGKILL');
    }
  }
}

function tooMuchMemory(): DocumentProblem {
  return new DocumentProblem('The document needs too much memory to read: it is damaged or extremely compressed');
}
