import { Logger } from '#host/logging/logger.js';
import { Clock } from '#kernel/clock.js';
import { Timers } from '#kernel/timers.js';
import { EventStore } from '#ledger/events/event-store.js';
import type { CallText, Piece, TextPlace } from './call-text.js';
import { runText } from './run-text.entity.js';

/** A call in progress whose text is written. */
export interface Writing extends TextPlace {
  readonly text: CallText;
  /** *idle*: nothing is to be written. *over*: nothing is written any more. */
  state: 'idle' | 'due' | 'over';
  /** When its next piece is to be written, in ms. Infinite while one is being written, which the next one waits for: no text has a gap. */
  dueAtMs: number;
  room: PromiseWithResolvers<void> | undefined;
}

/** Time between two pieces of a call, in ms: four times what the last append took, within these bounds. */
const [promptMs, slowMs] = [50, 250];
const appendsApart = 4;
/** Code units of one append, beyond which the calls that are left wait for the next one. */
const mostAtOnce = 1024 * 1024;
/** Pieces that are due so soon are written with those that are due now. */
const togetherMs = 10;

/**
 * Writes the pieces of all calls of this process, those that are due at the same time by one append. While one append is written, the next
 * one collects. The first piece of a call is due at once, and waits for no other append.
 */
export class TextWriter {
  readonly #due = new Set<Writing>();
  #apartMs = promptMs;
  #isWriting = false;
  #wakesAtMs = Infinity;
  #callOff: () => void = () => undefined;

  constructor(
    private readonly store: EventStore,
    private readonly timers: Timers,
    private readonly clock: Clock,
    private readonly logger: Logger,
    /** Is called for each call of which a piece has become durable. */
    private readonly onWritten: (executionId: string) => void,
  ) {}

  /** The call has text that is to be written. */
  add(call: Writing): void {
    if (this.#isWriting && call.dueAtMs === -Infinity) return void this.#begin(call);
    call.state = 'due';
    this.#due.add(call);
    this.#wake(call.dueAtMs);
  }

  /** Nothing of the call is written any more. */
  end(call: Writing): void {
    call.state = 'over';
    this.#due.delete(call);
    makeRoom(call);
  }

  stop(): void {
    this.#callOff();
    this.#due.clear();
  }

  /** Writes the first piece of a call beside the append that is being written. */
  async #begin(call: Writing): Promise<void> {
    const beganAtMs = this.#nowMs();
    const pieces = call.text.take();
    if (pieces.length === 0) return;
    call.dueAtMs = Infinity;
    await this.#append(new Map([[call, pieces]]));
    this.#next(call, beganAtMs);
    if (call.state === 'due') this.#wake(call.dueAtMs);
  }

  /** Writes at this time, unless an append is being written: then what is due is written after it. */
  #wake(atMs: number): void {
    if (this.#isWriting || atMs >= this.#wakesAtMs) return;
    this.#callOff();
    this.#wakesAtMs = atMs;
    const inMs = atMs - this.#nowMs();
    if (inMs <= 0) void this.#write();
    else this.#callOff = this.timers.after(inMs, () => void this.#write());
  }

  async #write(): Promise<void> {
    this.#isWriting = true;
    this.#callOff();
    this.#wakesAtMs = Infinity;
    const beganAtMs = this.#nowMs();
    const pieces = this.#take(beganAtMs + togetherMs);
    await this.#append(pieces);
    this.#apartMs = Math.min(slowMs, Math.max(promptMs, (this.#nowMs() - beganAtMs) * appendsApart));
    for (const [call] of pieces) this.#next(call, beganAtMs);
    this.#isWriting = false;
    this.#wake(Math.min(...[...this.#due].map(({ dueAtMs }) => dueAtMs)));
  }

  #take(beforeMs: number): ReadonlyMap<Writing, readonly Piece[]> {
    const taken = new Map<Writing, readonly Piece[]>();
    let length = 0;
    for (const call of this.#due) {
      if (length > mostAtOnce) break;
      if (call.dueAtMs > beforeMs) continue;
      length += call.text.pendingLength;
      this.#due.delete(call);
      call.state = 'idle';
      const pieces = call.text.take();
      if (pieces.length === 0) continue;
      call.dueAtMs = Infinity;
      taken.set(call, pieces);
    }
    return taken;
  }

  /** If the pieces of several calls cannot be written together, each call is written alone. */
  async #append(taken: ReadonlyMap<Writing, readonly Piece[]>): Promise<void> {
    if (taken.size === 0) return;
    const at = this.clock.iso();
    const writes = [...taken].flatMap(([{ executionId, position, attempt }, pieces]) =>
      pieces.map((piece) => runText.add({ executionId, position, attempt, ...piece, text: JSON.stringify(piece.text), at })),
    );
    try {
      await this.store.append({ streams: [], writes });
    } catch (error) {
      if (taken.size === 1) for (const [call] of taken) this.#giveUp(call, error);
      else for (const one of taken) await this.#append(new Map([one]));
      return;
    }
    for (const [call, pieces] of taken) {
      call.text.written(pieces);
      this.onWritten(call.executionId);
    }
  }

  #giveUp(call: Writing, error: unknown): void {
    const { executionId } = call;
    this.logger.warn({ err: error, executionId }, 'Streamed text could not be stored; readers receive it with the outcome of the call');
    this.end(call);
  }

  /** What has arrived since the piece was taken is the next one. */
  #next(call: Writing, takenAtMs: number): void {
    makeRoom(call);
    if (call.state === 'over') return;
    call.dueAtMs = takenAtMs + this.#apartMs;
    if (call.text.pendingLength === 0) return;
    call.state = 'due';
    this.#due.add(call);
  }

  #nowMs(): number {
    return this.clock.now().getTime();
  }
}

function makeRoom(call: Writing): void {
  call.room?.resolve();
  call.room = undefined;
}
