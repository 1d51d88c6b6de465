import type { Json, JsonObject } from '#kernel/json.js';
import type { BlockCompleted, BlockFailed, ExecutionFact } from '#engine/execution.events.js';
import { cancellationText } from '#engine/execution.state.js';
import { addSelected, selectedValues, type SelectedOutput } from '../find/output-selection.js';
import type { TextKind } from '../store/texts/run-text.entity.js';
import { AgentFrames, plainProtocol, type EventFrame, type OpenCall, type StreamProtocol, type TextFrame } from './agent-frames.js';
import { shownText } from './answer-fields.js';
import { hasFrame, readCursor, type FrameCursor } from './frame-cursor.js';

/** One message of a stream that follows a run. */
export interface StreamFrame {
  /** What the reader has when it has this frame, see `frame-cursor.ts`. */
  readonly id: string;
  readonly data: Json;
}

/** The data of a message: a part of an output, the result or the pause of the run, its error, and `[DONE]` as the last one. */
export type StreamMessage =
  | {
      /** Block whose output this is. */
      readonly blockId: string;
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
      /** Kind of the frame. */
      readonly event: 'error';
      /** Error message. */
      readonly error: string;
    }
  | {
      /** Block whose text this is about. */
      readonly blockId: string;
      /** Kind of the frame: the chunks of this block so far are not valid, and its text begins again. */
      readonly event: 'chunk_reset';
    }
  | {
      /** Block that asks a model. */
      readonly blockId: string;
      /** Kind of the frame. */
      readonly event: 'thinking';
      /** A part of the reasoning of the model. */
      readonly data: string;
    }
  | {
      /** Block that asks a model. */
      readonly blockId: string;
      /** Kind of the frame. */
      readonly event: 'tool';
      /** Whether the call begins or has ended. */
      readonly phase: 'start' | 'end';
      /** Id of the call, unique within the run. */
      readonly id: string;
      /** Name of the tool that the model used. */
      readonly name: string;
      /** Outcome of a call that has ended. */
      readonly status?: 'success' | 'error';
    }
  | {
      /** Block whose text is not valid. */
      readonly blockId: string;
      /** Kind of the frame. The stream continues. */
      readonly event: 'stream_error';
      /** Reason, for people. */
      readonly error: string;
    }
  | '[DONE]';

/** An event of a run with its position. */
export type PlacedEvent = ExecutionFact & { readonly position: number };

type Completed = ReturnType<typeof BlockCompleted>['payload'];
type Failed = ReturnType<typeof BlockFailed>['payload'];

/** The last frame of every stream. */
export const endMark = '[DONE]';

/** What a reader wants, and what it has already. */
export interface FrameOptions {
  readonly protocol?: StreamProtocol;
  /** Id of the last frame that the reader has. */
  readonly after?: string | undefined;
}

/**
 * Turns the events of a run, taken from the first one on, and the text of its calls in progress into the frames that a reader does not have
 * yet. The same record and selection always lead to the same content, whatever the pieces in which it is taken: so a reader that was
 * disconnected can continue after the last frame it has, in any process.
 */
export class StreamFrames {
  /** Blocks of which a chunk was sent. */
  readonly #shown = new Set<string>();
  /** Selected values that were not sent when their block ended. */
  readonly #rest: Record<string, Json> = {};
  readonly #agents: AgentFrames;
  readonly #cursor: FrameCursor;
  readonly #protocol: StreamProtocol;
  /** The last event that was taken. */
  #position = 0;
  #isOver = false;
  /** Set while the last event is a pause. */
  #pause: { readonly position: number; readonly output: Json } | undefined;

  constructor(
    private readonly selection: readonly SelectedOutput[],
    { protocol = plainProtocol, after }: FrameOptions = {},
  ) {
    this.#cursor = readCursor(after);
    this.#protocol = protocol;
    this.#agents = new AgentFrames(selection, protocol, this.#cursor, this.#shown);
  }

  /** Whether the last frame was returned. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** The calls whose text is sent while it arrives, and how far it was taken. */
  get open(): readonly OpenText[] {
    return this.#agents.open.map((call) => {
      const { position, attempt, taken } = call;
      // Text that is not sent wakes no reader.
      const reasoning = this.#protocol.includesThinking ? taken.reasoning : farthest;
      return { call, position, attempt, from: { text: taken.text, reasoning } };
    });
  }

  take(event: PlacedEvent): readonly StreamFrame[] {
    const { position } = event;
    this.#pause = event.type === 'execution.paused' ? { position, output: event.payload.output } : undefined;
    if (event.type !== 'execution.model-answered') {
      const frames = this.#placed(position, this.#framesOf(event));
      this.#position = position;
      return frames;
    }
    const { texts, frames } = this.#agents.answer(position, event.payload);
    const rest = texts.map((frame) => this.#textFrame(frame));
    const own = this.#placed(position, frames);
    this.#position = position;
    return [...rest, ...own];
  }

  /** More of the text of a call that is open. */
  takeText({ call }: OpenText, kind: TextKind, text: string): readonly StreamFrame[] {
    return this.#agents.take(call, kind, text).map((frame) => this.#textFrame(frame));
  }

  /** The frames of a run whose last event is a pause; none for other runs. */
  resting(): readonly StreamFrame[] {
    if (this.#pause === undefined) return [];
    const { position, output } = this.#pause;
    return this.#placed(position, listed([this.#final(output, { status: 'paused' }), endMark]));
  }

  /** The frames of a run that ended before its first event. */
  neverStarted(error = cancellationText(undefined)): readonly StreamFrame[] {
    return this.#placed(0, listed(this.#end({ event: 'error', error })));
  }

  #framesOf({ type, payload, position }: PlacedEvent): readonly EventFrame[] {
    switch (type) {
      case 'execution.agent-entered':
        this.#agents.enter(payload);
        return [];
      case 'execution.effect-intended':
        return this.#agents.intend(position, payload);
      case 'execution.tool-answered':
        return this.#agents.tell(payload);
      case 'execution.block-completed':
        return this.#chunks(payload);
      case 'execution.block-failed':
        this.#keep(payload);
        return this.#agents.fail(payload.node, payload.error);
      case 'execution.completed':
        return listed(this.#end(this.#final(payload.output)));
      case 'execution.failed':
        return listed(this.#end({ event: 'error', error: payload.error }));
      case 'execution.cancelled':
        return listed(this.#end({ event: 'error', error: cancellationText(payload.reason) }));
      default:
        return [];
    }
  }

  /** From the second block on the first chunk begins with an empty line. Of an agent, only what its calls have not shown. */
  #chunks({ node, blockId, output }: Completed): readonly EventFrame[] {
    const shown = this.#agents.leave(node);
    const values = selectedValues(this.selection, blockId, output);
    const texts = values.map(({ path, value }) => {
      const content = shown !== undefined && path === '' ? output['content'] : undefined;
      return shownText(content ?? value).slice(shown?.get(path) ?? 0);
    });
    // The places of an agent's frames do not depend on what was shown before.
    const placed = texts.map((text, index) => ({ text, index })).filter(({ text }) => text !== '');
    return placed.map(({ text, index }, place) => {
      const isNext = this.#shown.size > 0 && !this.#shown.has(blockId);
      this.#shown.add(blockId);
      return { index: shown === undefined ? place : index, data: { blockId, chunk: isNext ? `\n\n${text}` : text } };
    });
  }

  #keep({ blockId, output }: Failed): void {
    for (const { path, value } of selectedValues(this.selection, blockId, output)) addSelected(this.#rest, blockId, path, value);
  }

  #final(output: Json, more: JsonObject = {}): Json {
    return { event: 'final', data: { success: true, output: this.selection.length === 0 ? output : { ...this.#rest }, ...more } };
  }

  #end(last: Json): readonly Json[] {
    this.#isOver = true;
    return [last, endMark];
  }

  /** The frames that the reader does not have. */
  #placed(position: number, frames: readonly EventFrame[]): readonly StreamFrame[] {
    return frames
      .filter(({ index }) => !hasFrame(this.#cursor, position, index))
      .map(({ index, data }) => ({ id: [`${position}-${index}`, ...this.#openPlaces()].join(';'), data }));
  }

  #textFrame({ call, sent, data }: TextFrame): StreamFrame {
    const behind = this.#position > call.position ? [String(this.#position)] : [];
    return { id: [this.#placeOf(call, sent), ...behind, ...this.#openPlaces(call)].join(';'), data };
  }

  #openPlaces(except?: OpenCall): readonly string[] {
    const others = this.#agents.unsettled.filter((call) => call !== except);
    return others
      .filter(({ position, sent }) => sent.text + sent.reasoning > 0 || this.#cursor.calls.has(position))
      .map((call) => this.#placeOf(call));
  }

  #placeOf({ position, attempt, sent: now }: OpenCall, sent = now): string {
    const had = this.#cursor.calls.get(position);
    const [text, reasoning] = [Math.max(sent.text, had?.text ?? 0), Math.max(sent.reasoning, had?.reasoning ?? 0)];
    return [position, attempt, text, ...(reasoning === 0 ? [] : [reasoning])].join('-');
  }
}

/** A call in progress whose text is sent, and how far it was taken. */
export interface OpenText {
  readonly call: OpenCall;
  readonly position: number;
  readonly attempt: number;
  readonly from: Readonly<Record<TextKind, number>>;
}

/** No text is so long. */
export const farthest = 2_147_483_647;

function listed(data: readonly Json[]): readonly EventFrame[] {
  return data.map((each, index) => ({ index, data: each }));
}
