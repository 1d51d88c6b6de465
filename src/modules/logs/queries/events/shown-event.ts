import { isJsonObject, jsonSize, type Json, type JsonObject } from '#kernel/json.js';
import type { ReadEvent } from '../diagnosis/run-events.js';

/** In place of a value that is left out of an event. Its parts are read by the path of the value. */
export interface LeftOutValue {
  /** Always true. */
  readonly isLeftOut: true;
  /** About how many bytes the value takes as JSON. */
  readonly bytes: number;
  /** The first 1,000 characters of the value: of a text itself, otherwise of its JSON. */
  readonly preview: string;
}

/** One event of a run. */
export interface ShownEvent {
  /** Number of the event within its run, from 1. */
  readonly position: number;
  /** When the event was recorded. */
  readonly at: string;
  /** Kind of the event, such as `execution.block-completed`. */
  readonly type: string;
  /** Name of the block within the run, such as `loop[0]/inner`; absent for events of the run itself. */
  readonly node?: string;
  /** Id of the block in its workflow. */
  readonly blockId?: string;
  /** What the event says. Values above 8 KB are replaced by `{isLeftOut, bytes, preview}`. */
  readonly payload: JsonObject;
}

/** Values above this size are left out, in bytes. */
export const largestShown = 8 * 1024;
const previewCharacters = 1000;
/** Deeper values are left out as a whole. */
const deepestShown = 12;
/** The members whose own shape readers rely on: only what they contain is left out. */
const frames: readonly string[] = ['request', 'tools', 'parts', 'pause', 'result', 'answers'];

/** The event as readers receive it: without what only the server can open, and without large values. */
export function shownEvent({ position, at, type, payload }: ReadEvent): ShownEvent {
  const { sealed: _, ...told } = payload as unknown as JsonObject;
  const { node, blockId } = told;
  const names = { ...(typeof node === 'string' ? { node } : {}), ...(typeof blockId === 'string' ? { blockId } : {}) };
  const shown = Object.entries(told).map(([name, value]): [string, Json] => [
    name,
    frames.includes(name) ? framed(value) : shortened(value),
  ]);
  return { position, at, type, ...names, payload: Object.fromEntries(shown) };
}

/** The value without its large parts, the innermost first: what is around them stays as long as it is small without them. */
export function shortened(value: Json, deepest = deepestShown): Json {
  if (jsonSize(value, largestShown) <= largestShown) return value;
  const rest = deepest > 0 ? withMembers(value, (member) => shortened(member, deepest - 1)) : value;
  return jsonSize(rest, largestShown) <= largestShown ? rest : leftOut(value);
}

function framed(value: Json): Json {
  return withMembers(value, (member, name) => (frames.includes(name) || Array.isArray(value) ? framed(member) : shortened(member)));
}

function withMembers(value: Json, change: (member: Json, name: string) => Json): Json {
  if (Array.isArray(value)) return value.map((member: Json, index) => change(member, String(index)));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, change(member, name)]));
}

function leftOut(value: Json): JsonObject & LeftOutValue {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const preview = text.slice(0, previewCharacters);
  return {
    isLeftOut: true,
    bytes: jsonSize(value, Number.POSITIVE_INFINITY),
    preview: preview.isWellFormed() ? preview : preview.slice(0, -1),
  };
}
