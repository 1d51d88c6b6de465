import type { EventDefinition } from '../event.js';
import type { Json, JsonObject } from '../json.js';

/** What is stored instead of contents that are not kept. */
export interface ContentNotes {
  /** The size of a value in bytes and its digest. Equal values of one workspace have equal digests. */
  value(value: Json): JsonObject;
  /** The same as a sentence. */
  text(text: string): string;
}

/** How the events of one type are stored if their contents are not kept. */
export interface ContentOutline {
  readonly type: string;
  readonly outline: (payload: object, notes: ContentNotes) => object;
}

/** Declares the fields of an event that are contents of a run, and what is stored in their place. The other fields are always stored. */
export function outlined<Type extends string, Payload extends object>(
  { type }: EventDefinition<Type, Payload>,
  outline: (payload: Readonly<Payload>, notes: ContentNotes) => Partial<Payload>,
): ContentOutline {
  return { type, outline: (payload, notes) => outline(payload as Readonly<Payload>, notes) };
}

/** Whether the contents of a stored event were not kept: notes are in their place. */
export function isOutlined(payload: object): boolean {
  return 'outlined' in payload && payload.outlined === true;
}
