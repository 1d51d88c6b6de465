import type { EventStore } from '#ledger/events/event-store.js';
import { jsonSize, type Json } from '#kernel/json.js';
import { executionStream, type ExecutionEvent } from '#engine/execution.events.js';

export type ReadEvent = ExecutionEvent & { readonly position: number; readonly at: string };

/** The placeholder for an omitted value. */
interface LeftOut {
  readonly isLeftOut: true;
  /** The approximate size in bytes. */
  readonly bytes: number;
}

/** The members of block events that may be large. Those of agents are treated one by one, since their other members are read. */
const valueFields = ['input', 'output', 'variables', 'items'];
/** Smaller values are never omitted. */
const small = 1024;
/** Events that are complete in memory at one time. */
const pageSize = 32;

/**
 * The events of a run. Of what its blocks took and put out, about `mostBytes` are kept, those of the first ones; values beyond are left out. The
 * input and the result of the run itself are always there. What a run has put out in all may be more than an answer can hold.
 */
export async function runEvents(store: EventStore, executionId: string, mostBytes: number): Promise<readonly ReadEvent[]> {
  const events: ReadEvent[] = [];
  let left = mostBytes;
  const kept = (value: Json): Json => {
    const bytes = jsonSize(value, left + small);
    if (bytes <= small) return value;
    if (bytes > left) return { isLeftOut: true, bytes: jsonSize(value, Number.POSITIVE_INFINITY) } satisfies LeftOut;
    left -= bytes;
    return value;
  };
  for await (const page of store.storedPages(executionStream, executionId, pageSize)) {
    events.push(...page.map((event) => (isOfBlock(event) ? withValues(event, kept) : event)));
  }
  return events;
}

function isOfBlock({ type }: ReadEvent): boolean {
  return !['execution.started', 'execution.completed', 'execution.failed', 'execution.cancelled'].includes(type);
}

/** The event itself if nothing is left out, as in nearly all of a long run. */
function withValues(event: ReadEvent, kept: (value: Json) => Json): ReadEvent {
  const payload = event.payload as Readonly<Record<string, Json>>;
  let changed = ofAgent(event, kept);
  for (const field of valueFields) {
    const value = payload[field];
    if (value === undefined) continue;
    const shown = kept(value);
    if (shown !== value) changed = { ...changed, [field]: shown };
  }
  return changed === undefined ? event : ({ ...event, payload: { ...payload, ...changed } } as ReadEvent);
}

/** What agents, models and tools were given and have answered. */
function ofAgent({ type, payload }: ReadEvent, kept: (value: Json) => Json): object | undefined {
  switch (type) {
    case 'execution.agent-entered': {
      const { request } = payload;
      const tools = request.tools.map((tool) => ({ ...tool, parameters: kept(tool.parameters) }));
      return { request: { ...request, messages: kept(request.messages as Json), tools } };
    }
    case 'execution.model-answered':
      return { parts: payload.parts.map((part) => members(part, ['text', 'arguments', 'metadata'], kept)) };
    case 'execution.tool-answered':
      return { result: members(payload.result, ['value'], kept) };
    default:
      return undefined;
  }
}

function members(part: object, fields: readonly string[], kept: (value: Json) => Json): object {
  return Object.fromEntries(
    Object.entries(part).map(([field, value]: [string, Json]) => [field, fields.includes(field) ? kept(value) : value]),
  );
}
