/**
 * The id of a frame says all that its reader has received, so that any process can continue after it:
 *
 * - `<position>-<index>`: a frame of the event at this position.
 * - `<position>-<attempt>-<offset>`: text of a call of a model, up to this offset; `position` is that of its intent. A fourth number is
 *   the offset in its reasoning, for readers who receive that.
 *
 * Further parts follow after semicolons: the offsets of other calls in progress, and the position of the last event, if it is behind the intent.
 */
const part = String.raw`\d{1,10}(?:-\d{1,10}){0,3}`;
const idPattern = new RegExp(`^\\d{1,10}(?:-\\d{1,10}){1,3}(?:;${part})*$`);
const longestId = 4096;

/** Code units of a call that a reader has. */
export interface CallOffsets {
  readonly attempt: number;
  readonly text: number;
  readonly reasoning: number;
}

/** What a reader has received. */
export interface FrameCursor {
  /** The last event, and how many of its frames. */
  readonly event: { readonly position: number; readonly index: number };
  readonly calls: ReadonlyMap<number, CallOffsets>;
}

/** A reader that has received nothing. */
export const beginning: FrameCursor = { event: { position: -1, index: 0 }, calls: new Map() };

export function isFrameId(text: string): boolean {
  return text.length <= longestId && idPattern.test(text);
}

/** Undefined: a reader that has received nothing. */
export function readCursor(id: string | undefined): FrameCursor {
  if (id === undefined) return beginning;
  const calls = new Map<number, CallOffsets>();
  let event = beginning.event;
  const parts = id.split(';').map((each) => each.split('-').map(Number));
  for (const [position = 0, second, offset, reasoning = 0] of parts) {
    if (second === undefined) event = later(event, { position, index: Infinity });
    else if (offset === undefined) event = later(event, { position, index: second });
    else {
      calls.set(position, { attempt: second, text: offset, reasoning });
      // The call itself implies that its intent was read.
      if (calls.size === 1 && event === beginning.event) event = { position, index: Infinity };
    }
  }
  return { event, calls };
}

/** Whether the reader has this frame of an event. */
export function hasFrame({ event }: FrameCursor, position: number, index: number): boolean {
  return position < event.position || (position === event.position && index <= event.index);
}

type EventPlace = FrameCursor['event'];

function later(one: EventPlace, other: EventPlace): EventPlace {
  return other.position > one.position ? other : one;
}
