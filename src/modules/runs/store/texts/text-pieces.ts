import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Pool } from 'pg';
import { ExecutionCancelled, ExecutionCompleted, ExecutionFailed } from '#engine/execution.events.js';
import { Logger } from '#host/logging/logger.js';
import { Clock } from '#kernel/clock.js';
import { Timers } from '#kernel/timers.js';
import { EventStore, type StreamAppend } from '#ledger/events/event-store.js';
import { StreamedText } from '../../ports/streamed-text.js';
import { CallText, type TextPlace } from './call-text.js';
import type { TextKind } from './run-text.entity.js';
import { TextWriter, type Writing } from './text-writer.js';

/** How far a reader has read the text of a call. */
export interface TextRead extends TextPlace {
  readonly from: Readonly<Record<TextKind, number>>;
}

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
  readonly #writer: TextWriter;
  readonly #stopListening: () => void;

  constructor(
    store: EventStore,
    private readonly pool: Pool,
    timers: Timers,
    clock: Clock,
    logger: Logger,
  ) {
    super();
    this.#writer = new TextWriter(store, timers, clock, logger, (executionId) => {
      for (const listener of this.#listeners) listener(executionId);
    });
    this.#stopListening = store.onAppended((streams) => this.#appended(streams));
  }

  onModuleDestroy(): void {
    this.#stopListening();
    this.#writer.stop();
    this.#calls.clear();
  }

  /** Takes a part of the text of a call. It waits only if the database is slower than the model. */
  async append(executionId: string, position: number, attempt: number, text: string, kind: TextKind = 'text'): Promise<void> {
    const call = this.#callAt({ executionId, position, attempt });
    if (call.state === 'over') return;
    call.text.add(kind, text);
    if (call.state === 'idle') this.#writer.add(call);
    if (call.text.pendingLength > mostPending) await (call.room ??= Promise.withResolvers<void>()).promise;
  }

  /** The outcome of the call is recorded, or another process has the run: what is not written yet is not needed any more. */
  end(executionId: string, position: number, attempt: number): void {
    const key = keyOf({ executionId, position, attempt });
    const call = this.#calls.get(key);
    if (call === undefined) return;
    this.#writer.end(call);
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

  /** Whether a reader of a call that this process writes can read on now. It is not told of pieces that were written before it waited. */
  isAhead({ from, ...place }: TextRead): boolean {
    const text = this.#calls.get(keyOf(place))?.text;
    return text !== undefined && (text.hasMore('text', from.text) || text.hasMore('reasoning', from.reasoning));
  }

  /** Which of these readers can read on, as runs. Those of calls that this process writes are woken by `onWritten`. */
  async grown(readers: readonly TextRead[]): Promise<readonly string[]> {
    const reads = readers.filter((place) => !this.#calls.has(keyOf(place)));
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
    const call: Writing = { ...place, text: new CallText(), state: 'idle', dueAtMs: -Infinity, room: undefined };
    this.#calls.set(key, call);
    return call;
  }

  /** A run that has ended has no calls. */
  #appended(streams: readonly StreamAppend[]): void {
    if (this.#calls.size === 0) return;
    const ended = streams.filter(({ events }) => events.some(({ type }) => endings.has(type))).map(({ streamId }) => streamId);
    if (ended.length === 0) return;
    for (const call of this.#calls.values()) if (ended.includes(call.executionId)) this.end(call.executionId, call.position, call.attempt);
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
