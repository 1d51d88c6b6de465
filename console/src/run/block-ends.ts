import type { ShownEvent } from '@sluice/client';
import { eventWords } from './event-facts.js';

type Payload = ShownEvent['payload'];

/** How a block ended, once. */
export interface BlockEnd {
  readonly kind: 'completed' | 'failed';
  readonly position: number;
  /** The way that was taken; null for none. */
  readonly handle?: string | null;
  readonly output: unknown;
  readonly error?: string;
}

/** What the events of a run say about its blocks, by their ids: passes of a loop are not told apart. */
export interface RunFacts {
  readonly ends: ReadonlyMap<string, readonly BlockEnd[]>;
  /** Containers that have their items. */
  readonly entered: ReadonlyMap<string, { readonly count: number | null; readonly position: number }>;
  /** The event that shows that a block has begun. */
  readonly begun: ReadonlyMap<string, number>;
  /** How the run ended; absent while it is active. */
  readonly end?: { readonly text: string; readonly position: number };
}

export function factsOf(events: readonly ShownEvent[]): RunFacts {
  const [ends, entered, begun] = [
    new Map<string, BlockEnd[]>(),
    new Map<string, { count: number | null; position: number }>(),
    new Map<string, number>(),
  ];
  let end: RunFacts['end'];
  let answered: string | undefined;
  for (const { type, blockId, position, payload, node = '' } of events) {
    // Blocks of a called workflow are not in the document of the run.
    if (node.includes('()/')) continue;
    if (blockId !== undefined && !begun.has(blockId)) begun.set(blockId, position);
    if (type === 'execution.container-entered' && blockId !== undefined)
      entered.set(blockId, { count: numberIn(payload['count']), position });
    if (type === 'execution.block-completed' || type === 'execution.block-failed') {
      if (payload['response'] !== undefined) answered = node;
      if (blockId !== undefined) ends.set(blockId, [...(ends.get(blockId) ?? []), endOf(type, position, payload)]);
    }
    if (type === 'execution.completed' || type === 'execution.failed' || type === 'execution.cancelled') {
      end = { text: endText(type, payload, answered), position };
    }
  }
  return { ends, entered, begun, ...(end !== undefined && { end }) };
}

function endOf(type: string, position: number, payload: Payload): BlockEnd {
  const { handle, error, output } = payload;
  if (type === 'execution.block-failed')
    return { kind: 'failed', position, output, ...(typeof error === 'string' && { error: firstLine(error) }) };
  return { kind: 'completed', position, output, handle: typeof handle === 'string' ? handle : null };
}

function endText(type: string, { error, reason }: Payload, answered: string | undefined): string {
  if (type === 'execution.completed' && answered !== undefined) return `${answered} answered, which ends the run.`;
  const why = [error, reason].find((each) => typeof each === 'string');
  return `${eventWords(type)}${typeof why === 'string' ? `: ${firstLine(why)}` : '.'}`;
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}

function numberIn(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}
