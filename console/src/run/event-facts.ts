import type { ShownEvent } from '@sluice/client';

const prefix = 'execution.';

/** `Block completed` for `execution.block-completed`. */
export function eventWords(type: string): string {
  const words = (type.startsWith(prefix) ? type.slice(prefix.length) : type).replaceAll('-', ' ');
  return words.includes(' ') ? words.charAt(0).toUpperCase() + words.slice(1) : `Run ${words}`;
}

/** How an event looks: as the name of a colour. */
export function eventTone({ type }: Pick<ShownEvent, 'type'>): 'good' | 'bad' | 'wait' | 'plain' {
  if (type.endsWith('completed')) return 'good';
  if (type.endsWith('failed') || type.endsWith('quarantined')) return 'bad';
  return type.endsWith('paused') ? 'wait' : 'plain';
}

/** The kinds among the events, the most frequent first. */
export function kindsOf(events: readonly ShownEvent[]): readonly { readonly type: string; readonly count: number }[] {
  const counts = new Map<string, number>();
  for (const { type } of events) counts.set(type, (counts.get(type) ?? 0) + 1);
  return [...counts].map(([type, count]) => ({ type, count })).toSorted((a, b) => b.count - a.count || a.type.localeCompare(b.type));
}

/** The events of one kind, of blocks whose name or id contains the text. */
export function filteredEvents(
  events: readonly ShownEvent[],
  kind: string | undefined,
  text: string,
  nameOf: (node: string) => string = (node) => node,
): readonly ShownEvent[] {
  const wanted = text.trim().toLowerCase();
  return events.filter(
    ({ type, node = '' }) =>
      (kind === undefined || type === kind) && (wanted === '' || `${nameOf(node)} ${node}`.toLowerCase().includes(wanted)),
  );
}

const times = ['endedAt', 'pausedAt', 'at', 'startedAt'] as const;

/** When it happened, ms: events that happen in quick succession are recorded together, so the time of the record is later. */
export function happenedMs({ at, payload }: ShownEvent): number {
  const said = times.map((name) => payload[name]).find((value) => typeof value === 'string');
  return Date.parse(said ?? at);
}

/** Whether nothing can follow this event. */
export function endsRun({ type }: Pick<ShownEvent, 'type'>): boolean {
  return ['execution.completed', 'execution.failed', 'execution.cancelled'].includes(type);
}
