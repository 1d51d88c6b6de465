import type { ChildProcess } from 'node:child_process';
import type { Duplex } from 'node:stream';
import { FrameReader, encodeFrame } from './frames.js';
import { residentMb } from '../launch.js';

const stderrChars = 2_000;

export interface GuestPipeEvents {
  /** @throws Error when the message is invalid; then the pipe ends */
  onMessage(message: string[]): void;
  /** The process ended, or sent an invalid message. */
  onEnd(): void;
}

/** The process itself and the messages to and from it. */
export class GuestPipe {
  /** Settles when the process has ended and its output is read. */
  readonly gone: Promise<void>;
  readonly #child: ChildProcess;
  readonly #stream: Duplex;
  readonly #events: GuestPipeEvents;
  readonly #reader = new FrameReader();
  #outgoing: Buffer[] = [];
  #stderr = '';
  #isEnded = false;

  constructor(child: ChildProcess, events: GuestPipeEvents) {
    this.#child = child;
    this.#events = events;
    this.#stream = child.stdio[3] as Duplex;
    this.#stream.on('data', (chunk: Buffer) => this.#receive(chunk));
    this.#stream.on('error', () => undefined);
    this.#stream.on('close', () => this.#end());
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (this.#stderr = (this.#stderr + text).slice(-stderrChars)));
    const { promise, resolve } = Promise.withResolvers<void>();
    this.gone = promise;
    child.once('close', () => resolve());
    child.once('error', (error) => {
      this.#stderr += error.message;
      this.#end();
      resolve();
    });
  }

  /** The reason for the end of the process in one line, if it printed one. */
  get lastWords(): string {
    return /^.*Error.*$/m.exec(this.#stderr)?.[0] ?? this.#stderr.trim().split('\n').at(-1) ?? '';
  }

  /** True when the process was killed. */
  get wasKilled(): boolean {
    return this.#child.signalCode !== null;
  }

  get residentMb(): number {
    return this.#child.pid === undefined ? 0 : residentMb(this.#child.pid);
  }

  /** All messages of one turn leave in one write. */
  send(message: readonly string[]): void {
    if (this.#isEnded || this.#outgoing.push(encodeFrame(message)) > 1) return;
    queueMicrotask(() => {
      const frames = this.#outgoing;
      this.#outgoing = [];
      if (!this.#isEnded) this.#stream.write(frames.length === 1 ? frames[0] : Buffer.concat(frames));
    });
  }

  /** Ends the process and its children. */
  kill(): void {
    this.#isEnded = true;
    this.#stream.destroy();
    const { pid } = this.#child;
    if (pid === undefined) return;
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // It ended already.
    }
  }

  #receive(chunk: Buffer): void {
    try {
      for (const message of this.#reader.push(chunk)) if (!this.#isEnded) this.#events.onMessage(message);
    } catch {
      // Only a process that guests have compromised sends invalid messages.
      this.#end();
    }
  }

  #end(): void {
    if (this.#isEnded) return;
    this.kill();
    this.#events.onEnd();
  }
}
