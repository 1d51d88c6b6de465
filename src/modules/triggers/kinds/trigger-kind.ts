import type { JsonObject } from '#kernel/json.js';
import type { Block } from '#document/document.js';
import type { FieldProblem } from '../domain/block-fields.js';
import type { Schedule } from '../schedules/schedule.js';

/** What a trigger block says, without the values of its secrets: it is stored with the registration and shown to users. */
export interface ReadTrigger {
  /** Where its events come from: `generic`, `github`, `schedule` … */
  readonly provider: string;
  /** Whether it receives HTTP requests and so has an address. */
  readonly hasAddress: boolean;
  /** The fields that decide when it fires. */
  readonly config: JsonObject;
}

export type TriggerReading = ReadTrigger | { readonly problems: readonly FieldProblem[] };

/** What triggers react to, as responses and filters name it. Triggers that the server does not register, those of chats, are among it. */
export const shownKinds = ['webhook', 'schedule', 'chat', 'table', 'event', 'polling'] as const;
export type ShownKind = (typeof shownKinds)[number];

/** One kind of trigger. A new kind is one file in this folder and one line in `trigger-kinds.ts`. */
export interface TriggerKind {
  /** As triggers, deliveries and runs store it. */
  readonly kind: string;
  /** As responses and filters name it. */
  readonly shownAs: ShownKind;
  /** How the log names the runs that it starts. */
  readonly trigger: 'webhook' | 'schedule';
  /** Whether the block is a trigger of this kind. */
  reads(block: Block): boolean;
  /** Pure: the same block is always read the same way. */
  read(block: Block): TriggerReading;
  /** When it is due, of a kind that the clock starts: from the stored fields of a trigger. */
  schedule?(config: JsonObject): Schedule;
  /** Whether it is asked for new events when it is due (`Poller`), and does not itself start a run. */
  readonly polls?: boolean;
}

/** The value of a sub-block; undefined for one that is absent, null or empty text. */
export function written(block: Block, field: string): unknown {
  const value = Object.hasOwn(block.subBlocks, field) ? block.subBlocks[field]?.value : undefined;
  return value === null || value === '' ? undefined : value;
}
