import { endOfWhole } from '#kernel/text/whole-characters.js';
import type { TextKind } from './run-text.entity.js';

/** A call of a model whose text is streamed. */
export interface TextPlace {
  readonly executionId: string;
  /** Position of the intent of the call in the stream of the run. */
  readonly position: number;
  readonly attempt: number;
}

/** A piece that is about to be written. */
export interface Piece {
  readonly kind: TextKind;
  readonly start: number;
  readonly text: string;
}

interface Channel {
  pending: string;
  /** Code units that are durable or about to be. */
  taken: number;
  /** The end of the durable text, for the readers of this process. */
  recent: string;
  durable: number;
}

/** How much durable text of a call stays in memory. Readers that are further behind read the rows. */
const mostRecent = 64 * 1024;

/** The text of one call in this process: what is not written yet, and the end of what is durable. */
export class CallText {
  readonly #channels: Readonly<Record<TextKind, Channel>> = { text: channel(), reasoning: channel() };
  /** Code units that are not written yet. */
  pendingLength = 0;

  add(kind: TextKind, text: string): void {
    this.#channels[kind].pending += text;
    this.pendingLength += text.length;
  }

  /** What is to be written now. Half of a character waits for the other half. */
  take(): readonly Piece[] {
    const kinds: readonly TextKind[] = ['reasoning', 'text'];
    return kinds.flatMap((kind) => {
      const each = this.#channels[kind];
      const end = endOfWhole(each.pending);
      if (end === 0) return [];
      const piece = { kind, start: each.taken, text: each.pending.slice(0, end) };
      each.pending = each.pending.slice(end);
      each.taken += end;
      this.pendingLength -= end;
      return [piece];
    });
  }

  /** The pieces are durable. */
  written(pieces: readonly Piece[]): void {
    for (const { kind, text } of pieces) {
      const each = this.#channels[kind];
      each.recent = (each.recent + text).slice(-mostRecent);
      each.durable += text.length;
    }
  }

  /** Whether there is durable text from an offset on. */
  hasMore(kind: TextKind, from: number): boolean {
    return this.#channels[kind].durable > from;
  }

  /** Durable text from an offset on; undefined if it is not in memory any more. */
  read(kind: TextKind, from: number): string | undefined {
    const { recent, durable } = this.#channels[kind];
    if (from >= durable) return '';
    const begins = durable - recent.length;
    return from < begins ? undefined : recent.slice(from - begins);
  }
}

function channel(): Channel {
  return { pending: '', taken: 0, recent: '', durable: 0 };
}
