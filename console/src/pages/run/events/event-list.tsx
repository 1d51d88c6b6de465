import type { ShownEvent } from '@sluice/client';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import type { RunEvents } from '../../../api/run-events.js';
import { SearchField } from '../../../parts/controls/text-field.js';
import { Button } from '../../../parts/controls/button.js';
import { joinClasses } from '../../../parts/join-classes.js';
import { Menu } from '../../../parts/overlays/menu.js';
import { durationParts } from '../../../parts/show/amounts.js';
import { Problem } from '../../../parts/show/problem.js';
import { Skeleton } from '../../../parts/show/small-parts.js';
import { eventTone, eventWords, filteredEvents, happenedMs, kindsOf } from '../../../run/event-facts.js';
import styles from './events.module.css';

interface EventListProps {
  readonly read: RunEvents;
  /** The names of blocks, by their ids. */
  readonly names: ReadonlyMap<string, string>;
  readonly kind: string | undefined;
  /** The position of the selected event. */
  readonly selected: number | undefined;
  readonly onKind: (kind: string | undefined) => void;
  readonly onSelect: (position: number) => void;
}

/** The recorded events of a run, in their order. One tab stop; arrows, j and k move. */
export function EventList({ read, names, kind, selected, onKind, onSelect }: EventListProps): ReactNode {
  const [text, setText] = useState('');
  const scroll = useRef<HTMLDivElement>(null);
  const name = useId();
  const shown = useMemo(() => filteredEvents(read.events, kind, text, (node) => named(node, names)), [read.events, kind, text, names]);
  const kinds = useMemo(() => kindsOf(read.events), [read.events]);
  const height = matchMedia('(pointer: coarse)').matches ? 36 : 32;
  const rows = useVirtualizer({ count: shown.length, getScrollElement: () => scroll.current, estimateSize: () => height, overscan: 12 });
  const index = shown.findIndex(({ position }) => position === selected);
  useEffect(() => {
    if (index >= 0) rows.scrollToIndex(index);
  }, [index, rows]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const targets: Readonly<Record<string, number>> = {
      ArrowDown: index + 1,
      j: index + 1,
      ArrowUp: index - 1,
      k: index - 1,
      Home: 0,
      End: shown.length - 1,
    };
    const target = shown[targets[event.key] ?? -1];
    if (target === undefined) return;
    event.preventDefault();
    onSelect(target.position);
  };
  const [first] = read.events;
  const startMs = first === undefined ? 0 : happenedMs(first);
  return (
    <div className={styles['events']}>
      <div className={styles['bar']} role="search" aria-label="Filters of events">
        <div className={styles['find']}>
          <SearchField label="Block" placeholder="Block" value={text} onChange={setText} />
        </div>
        <Menu
          label="Kinds of events"
          button={<Button>{kind === undefined ? 'All kinds' : eventWords(kind)}</Button>}
          entries={[
            { id: 'all', label: 'All kinds', end: String(read.events.length), onChoose: () => onKind(undefined) },
            ...kinds.map(({ type, count }) => ({ id: type, label: eventWords(type), end: String(count), onChoose: () => onKind(type) })),
          ]}
        />
        <span className={styles['count']} role="status">
          {shown.length === read.events.length ? `${shown.length} events` : `${shown.length} of ${read.events.length} events`}
        </span>
      </div>
      {read.error !== null && <Problem error={read.error} />}
      <div ref={scroll} className={styles['scroll']}>
        {read.events.length === 0 && read.error === null && [40, 60, 50].map((width) => <Skeleton key={width} width={`${width}%`} />)}
        {read.events.length > 0 && shown.length === 0 && <p className={styles['none']}>No event matches these filters.</p>}
        <div
          role="listbox"
          aria-label="Events"
          tabIndex={0}
          aria-activedescendant={index < 0 ? undefined : `${name}-${index}`}
          className={styles['list']}
          style={{ height: rows.getTotalSize() }}
          onKeyDown={onKeyDown}
        >
          {rows.getVirtualItems().map((item) => {
            const event = shown[item.index];
            return event === undefined ? null : (
              <div
                key={event.position}
                id={`${name}-${item.index}`}
                role="option"
                aria-selected={item.index === index}
                aria-setsize={shown.length}
                aria-posinset={item.index + 1}
                tabIndex={-1}
                className={styles['event']}
                style={{ transform: `translateY(${item.start}px)` }}
                onClick={() => onSelect(event.position)}
              >
                <EventRow event={event} node={named(event.node ?? '', names)} startMs={startMs} />
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

/** `loop[0]/part` with the names of the blocks. */
function named(node: string, names: ReadonlyMap<string, string>): string {
  return node.replaceAll(/[^/[\]]+/g, (id) => names.get(id) ?? id);
}

interface EventRowProps {
  readonly event: ShownEvent;
  readonly node: string;
  readonly startMs: number;
}

function EventRow({ event, node, startMs }: EventRowProps): ReactNode {
  const { value, unit } = durationParts(Math.max(0, happenedMs(event) - startMs));
  return (
    <>
      <span className={styles['position']}>{event.position}</span>
      <span className={joinClasses(styles['words'], styles[eventTone(event)])}>
        <i aria-hidden />
        {eventWords(event.type)}
      </span>
      <span className={styles['node']} title={event.node}>
        {node}
      </span>
      <span className={styles['at']} title={event.at}>
        +{value} {unit}
      </span>
    </>
  );
}
