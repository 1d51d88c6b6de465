import { isInTriggerMode } from '#document/block-roles.js';
import { blockProblem } from '#document/check/block-problem.js';
import { liveTriggers } from '#document/check/call-starts.js';
import type { Block, DocumentProblem, WorkflowDocument } from '#document/document.js';
import { quoted } from '#document/quoted.js';
import type { JsonObject } from '#kernel/json.js';
import type { Schedule } from '../schedules/schedule.js';
import type { FieldProblem } from '../domain/block-fields.js';
import { genericWebhookKind } from './generic-webhook-kind.js';
import { providerWebhookKind } from './provider-webhook-kind.js';
import { imapKind } from './imap-kind.js';
import { rssKind } from './rss-kind.js';
import { scheduleKind } from './schedule-kind.js';
import { tableNewRowKind } from './table-new-row-kind.js';
import { workspaceEventKind } from './workspace-event-kind.js';
import { written, type ReadTrigger, type TriggerKind, type TriggerReading } from './trigger-kind.js';

/** Every kind of trigger. The first one that reads a block counts. */
export const triggerKinds: readonly TriggerKind[] = [
  genericWebhookKind,
  scheduleKind,
  tableNewRowKind,
  workspaceEventKind,
  rssKind,
  imapKind,
  providerWebhookKind,
];

/** The trigger of one block of a document. */
export interface BlockTrigger extends ReadTrigger {
  readonly block: Block;
  readonly kind: string;
}

export interface DocumentTriggers {
  readonly triggers: readonly BlockTrigger[];
  readonly problems: readonly DocumentProblem[];
}

/** The triggers of a document: enabled blocks outside of all containers that something else than a call starts. */
export function readTriggers(document: WorkflowDocument): DocumentTriggers {
  const triggers: BlockTrigger[] = [];
  const problems: DocumentProblem[] = [];
  for (const block of liveTriggers(document)) {
    const kind = kindReading(block);
    const reading = kind?.read(block);
    if (kind !== undefined && reading !== undefined && !('problems' in reading)) triggers.push({ block, kind: kind.kind, ...reading });
    else if (reading !== undefined && 'problems' in reading) problems.push(...blockProblems(block, reading.problems));
    else if (isInTriggerMode(block)) problems.push(unsupported(block));
  }
  return { triggers, problems };
}

/** The trigger of one block, or its problems; undefined for a block that has none. */
export function readBlockTrigger(block: Block): TriggerReading | undefined {
  return kindReading(block)?.read(block);
}

/** The problems of sub-blocks, as problems of the document. */
export function blockProblems(block: Block, problems: readonly FieldProblem[]): readonly DocumentProblem[] {
  return problems.map(({ what, code, field }) => blockProblem(block, what, code, field));
}

function kindReading(block: Block): TriggerKind | undefined {
  return triggerKinds.find((each) => each.reads(block));
}

/** How the log names the runs of a kind. */
export function triggerOfKind(kind: string): TriggerKind['trigger'] {
  return kindNamed(kind)?.trigger ?? 'webhook';
}

/** How responses name a stored kind. One that is unknown here, such as that of a newer release, stays as it is. */
export function shownKind(kind: string): string {
  return kindNamed(kind)?.shownAs ?? kind;
}

/** The kinds that are stored for one that responses name, its own name included. */
export function storedKinds(shown: string): readonly string[] {
  return [...new Set([shown, ...triggerKinds.filter(({ shownAs }) => shownAs === shown).map(({ kind }) => kind)])];
}

/** Whether triggers of a kind are asked for new events when they are due. */
export function pollsOfKind(kind: string): boolean {
  return kindNamed(kind)?.polls === true;
}

/** When a trigger is due; undefined for one that the clock does not start. */
export function scheduleOf({ kind, config }: { readonly kind: string; readonly config: JsonObject }): Schedule | undefined {
  return kindNamed(kind)?.schedule?.(config);
}

function kindNamed(name: string): TriggerKind | undefined {
  return triggerKinds.find(({ kind }) => kind === name);
}

function unsupported(block: Block): DocumentProblem {
  const named = ['selectedTriggerId', 'triggerId'].map((field) => ({ field, trigger: written(block, field) }));
  const { field, trigger } = named.find((each) => typeof each.trigger === 'string') ?? { field: 'selectedTriggerId', trigger: block.type };
  const what = `has the trigger ${quoted(trigger as string)}, which this server does not support`;
  return blockProblem(block, what, 'unknown_trigger', field);
}
