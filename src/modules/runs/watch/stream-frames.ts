import type { Json, JsonObject } from '#kernel/json.js';
import type { BlockCompleted, BlockFailed, ExecutionFact } from '#engine/execution.events.js';
import { addSelected, selectedValues, type SelectedOutput } from '../find/output-selection.js';

/** One message of a stream that follows a run. */
export interface StreamFrame {
  /** The position of the event that the frame comes from, and its index among the frames of that event. */
  readonly id: string;
  readonly data: Json;
}

/** The data of a message: a part of an output, the result or the pause of the run, its error, and `[DONE]` as the last one. */
export type StreamMessage =
  | {
      readonly blockId: string; /** A part of the output, as text. */ /** A part of the output, as text. */
      /** A part of the output, as text. */
      readonly chunk: string;
    }
  | {
      /** Kind of the frame. */
      readonly event: 'final';
      /** The result of the run. */
      readonly data: {
        readonly success: true;
        /** Output of the run; with selected outputs, those that were not streamed yet. */
        readonly output: Json;
        /** Present if the run is paused and not ended. */
        readonly status?: 'paused';
      };
    }
  | {
      /** Kind of the frame. */ /** Kind of the frame. */
      readonly event: 'error';
      /** Error message. */ /** Error message. */
      readonly error: string;
    }
  | '[DONE]';

/** An event of a run with its position. */
export type PlacedEvent = ExecutionFact & { readonly position: number };

type Completed = ReturnType<typeof BlockCompleted>['payload'];
type Failed = ReturnType<typeof BlockFailed>['payload'];

/** The last frame of every stream. */
export const endMark = '[DONE]';
const cancelled = 'The run was cancelled';

/**
 * Turns the events of a run, taken from the first one on, into frames. The same events and selection always give the same frames, so a
 * reader that was disconnected can continue after the last frame it has.
 */
export class StreamFrames {
  /** Blocks of which a chunk was sent. */
  readonly #shown = new Set<string>();
  /** Selected values that were not sent when their block ended. */
  readonly #rest: Record<string, Json> = {};
  #isOver = false;
  /** Set while the last event is a pause. */
  #pause: { readonly position: number; readonly output: Json } | undefined;

  constructor(private readonly selection: readonly SelectedOutput[]) {}

  /** Whether the last frame was returned. */
  get isOver(): boolean {
    return this.#isOver;
  }

  take(event: PlacedEvent): readonly StreamFrame[] {
    this.#pause = event.type === 'execution.paused' ? { position: event.position, output: event.payload.output } : undefined;
    return placed(event.position, this.#dataOf(event));
  }

  /** The frames of a run whose last event is a pause; none for other runs. */
  resting(): readonly StreamFrame[] {
    if (this.#pause === undefined) return [];
    const { position, output } = this.#pause;
    return placed(position, [this.#final(output, { status: 'paused' }), endMark]);
  }

  /** The frames of a run that ended before its first event. */
  neverStarted(error: string = cancelled): readonly StreamFrame[] {
    return placed(0, this.#end({ event: 'error', error }));
  }

  #dataOf({ type, payload }: ExecutionFact): readonly Json[] {
    switch (type) {
      case 'execution.block-completed':
        return this.#chunks(payload);
      case 'execution.block-failed':
        return this.#keep(payload);
      case 'execution.completed':
        return this.#end(this.#final(payload.output));
      case 'execution.failed':
        return this.#end({ event: 'error', error: payload.error });
      case 'execution.cancelled':
        return this.#end({ event: 'error', error: cancelled });
      default:
        return [];
    }
  }

  /** From the second block on the first chunk begins with an empty line. */
  #chunks({ blockId, output }: Completed): readonly Json[] {
    return selectedValues(this.selection, blockId, output).flatMap(({ value }) => {
      const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
      if (text === '') return [];
      const isNext = this.#shown.size > 0 && !this.#shown.has(blockId);
      this.#shown.add(blockId);
      return [{ blockId, chunk: isNext ? `\n\n${text}` : text }];
    });
  }

  #keep({ blockId, output }: Failed): readonly Json[] {
    for (const { path, value } of selectedValues(this.selection, blockId, output)) addSelected(this.#rest, blockId, path, value);
    return [];
  }

  #final(output: Json, more: JsonObject = {}): Json {
    return { event: 'final', data: { success: true, output: this.selection.length === 0 ? output : { ...this.#rest }, ...more } };
  }

  #end(last: Json): readonly Json[] {
    this.#isOver = true;
    return [last, endMark];
  }
}

const idPattern = /^(\d{1,10})-(\d{1,10})$/;

export function isFrameId(text: string): boolean {
  return idPattern.test(text);
}

/** Whether a frame comes after another one; every frame comes after the beginning of the stream. */
export function isBehind(id: string, other: string | undefined): boolean {
  if (other === undefined) return true;
  const [[version, index], [otherVersion, otherIndex]] = [placeOf(id), placeOf(other)];
  return version > otherVersion || (version === otherVersion && index > otherIndex);
}

function placeOf(id: string): readonly [version: number, index: number] {
  const [, version, index] = idPattern.exec(id) ?? [];
  return [Number(version), Number(index)];
}

function placed(position: number, data: readonly Json[]): readonly StreamFrame[] {
  return data.map((each, index) => ({ id: `${String(position)}-${String(index)}`, data: each }));
}
