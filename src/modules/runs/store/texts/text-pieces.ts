import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Pool } from 'pg';
import { ExecutionCancelled, ExecutionCompleted, ExecutionFailed } from '#engine/execution.events.js';
import { Logger } from '#host/logging/logger.js';
import { Clock } from '#kernel/clock.js';
import { Timers } from '#kernel/timers.js';
import { EventStore, type StreamAppend } from '#ledger/events/event-store.js';
import { StreamedText } from '../../ports/streamed-text.js';
import { CallText, type TextPlace } from './call-text.js';
import { runText, type TextKind } from './run-text.entity.js';

/** How far a reader has read the text of a call. */
export interface TextRead extends TextPlace {
  readonly from: Readonly<Record<TextKind, number>>;
}

interface Writing extends TextPlace {
  readonly text: CallText;
  state: 'idle' | 'waiting' | 'writing' | 'over';
  callOff: () => void;
  room: PromiseWithResolvers<void> | undefined;
}

/** Time between two pieces of a call, in ms: eight times what the last append took, within these bounds. */
const [promptMs, slowMs] = [50, 250];
const appendsApart = 8;
/** Text of a call that may wait to be written. A faster model waits. */
const mostPending = 256 * 1024;

/**
 * What models write while their calls are in progress, piece by piece. The first piece is written at once. A piece is readable, in each
 * process, once it is durable. A piece that cannot be written ends the pieces of its call: readers then wait for the outcome.
 */
@Injectable()
export class TextPieces extends StreamedText implements OnModuleDestroy {
  readonly #calls = new Map<string, Writing>();
  readonly #listeners = new Set<(executionId: string) => void>();
  readonly #stopListening: () => void;

  constructor(
    private readonly store: EventStore,
    private readonly pool: Pool,
    private readonly timers: Timers,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {
    super();
    this.#stopListening = store.onAppended((streams) => this.#appended(streams));
  }

  onModuleDestroy(): void {
    this.#stopListening();
    for (const call of this.#calls.values()) call.callOff();
    this.#calls.clear();
  }

  /** Takes a part of the text of a call. It waits only if the database is slower than the model. */
  async append(executionId: string, position: number, attempt: number, text: string, kind: TextKind = 'text'): Promise<void> {
    const call = this.#callAt({ executionId, position, attempt });
    if (call.state === 'over') return;
    call.text.add(kind, text);
    if (call.state === 'idle') this.#writeSoon(call);
    if (call.text.pendingLength > mostPending) await (call.room ??= Promise.withResolvers<void>()).promise;
  }

  /** The outcome of the call is recorded, or another process has the run: what is not written yet is not needed any more. */
  end(executionId: string, position: number, attempt: number): void {
    const key = keyOf({ executionId, position, attempt });
    const call = this.#calls.get(key);
    if (call === undefined) return;
    this.#over(call);
    this.#calls.delete(key);
  }

  /** Durable text of a call from an offset on, without gaps; empty if there is none yet, or none any more. */
  async read(executionId: string, position: number, attempt: number, from: number, kind: TextKind = 'text'): Promise<string> {
    const here = this.#calls.get(keyOf({ executionId, position, attempt }))?.text.read(kind, from);
    if (here !== undefined) return here;
    const { rows } = await this.pool.query<{ start: number; text: string }>({
      name: 'read_run_text',
      text: `select start, text from run_text where execution_id = $1 and position = $2 and attempt = $3 and kind = $4
             and start >= (select coalesce(max(start), 0) from run_text
               where execution_id = $1 and position = $2 and attempt = $3 and kind = $4 and start <= $5)
             order by start limit ${rowsAtOnce}`,
      values: [executionId, position, attempt, kind, from],
    });
    return joined(rows, from);
  }

  /** Which of these readers can read on, as runs. */
  async grown(reads: readonly TextRead[]): Promise<readonly string[]> {
    if (reads.length === 0) return [];
    const { rows } = await this.pool.query<{ id: string }>({
      name: 'grown_run_text',
      text: `select distinct k.id from unnest($1::uuid[], $2::int[], $3::int[], $4::int[], $5::int[]) as k (id, position, attempt, text, reasoning)
             where exists (select 1 from run_text t where t.execution_id = k.id and t.position = k.position and t.attempt = k.attempt
               and ((t.kind = 'text' and t.start >= k.text) or (t.kind = 'reasoning' and t.start >= k.reasoning)))`,
      values: [
        reads.map(({ executionId }) => executionId),
        reads.map(({ position }) => position),
        reads.map(({ attempt }) => attempt),
        reads.map(({ from }) => from.text),
        reads.map(({ from }) => from.reasoning),
      ],
    });
    return rows.map(({ id }) => id);
  }

  /** Calls back after each piece that this process has written. @returns how to stop it */
  onWritten(listener: (executionId: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #callAt(place: TextPlace): Writing {
    const key = keyOf(place);
    const found = this.#calls.get(key);
    if (found !== undefined) return found;
    const call: Writing = {
      ...place,
      text: new CallText(),
      state: 'idle',
      callOff: () => undefined,
      room: undefined,
    };
    this.#calls.set(key, call);
    return call;
  }

  #writeSoon(call: Writing, afterMs = 0): void {
    call.state = 'waiting';
    if (afterMs <= 0) void this.#write(call);
    else call.callOff = this.timers.after(afterMs, () => void this.#write(call));
  }

  async #write(call: Writing): Promise<void> {
    const { executionId, position, attempt, text } = call;
    const pieces = text.take();
    call.state = pieces.length === 0 ? 'idle' : 'writing';
    if (pieces.length === 0) return;
    const [at, beganAtMs] = [this.clock.iso(), this.clock.now().getTime()];
    const writes = pieces.map((piece) => runText.add({ executionId, position, attempt, ...piece, text: JSON.stringify(piece.text), at }));
    try {
      await this.store.append({ streams: [], writes });
    } catch (error) {
      this.logger.warn({ err: error, executionId }, 'Streamed text could not be stored; readers receive it with the outcome of the call');
      return this.#over(call);
    }
    text.written(pieces);
    for (const listener of this.#listeners) listener(executionId);
    call.room?.resolve();
    call.room = undefined;
    if (call.state !== 'writing') return;
    const tookMs = this.clock.now().getTime() - beganAtMs;
    this.#writeSoon(call, Math.min(slowMs, Math.max(promptMs, tookMs * appendsApart)));
  }

  /** A run that has ended has no calls. */
  #appended(streams: readonly StreamAppend[]): void {
    if (this.#calls.size === 0) return;
    const ended = streams.filter(({ events }) => events.some(({ type }) => endings.has(type))).map(({ streamId }) => streamId);
    if (ended.length === 0) return;
    for (const call of this.#calls.values()) if (ended.includes(call.executionId)) this.end(call.executionId, call.position, call.attempt);
  }

  #over(call: Writing): void {
    call.state = 'over';
    call.callOff();
    call.room?.resolve();
    call.room = undefined;
  }
}

const rowsAtOnce = 500;
const endings: ReadonlySet<string> = new Set([ExecutionCompleted, ExecutionFailed, ExecutionCancelled].map(({ type }) => type));

function keyOf({ executionId, position, attempt }: TextPlace): string {
  return `${executionId} ${position} ${attempt}`;
}

/** The text from an offset on, up to the first gap. */
function joined(rows: readonly { readonly start: number; readonly text: string }[], from: number): string {
  let text = '';
  for (const row of rows) {
    const piece = JSON.parse(row.text) as string;
    const next = from + text.length;
    if (row.start > next) break;
    text += piece.slice(Math.max(0, next - row.start));
  }
  return text;
}
