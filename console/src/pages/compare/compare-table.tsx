import { useVirtualizer } from '@tanstack/react-virtual';
import { useId, useRef, type CSSProperties, type KeyboardEvent, type ReactNode } from 'react';
import { Pill } from '../../parts/show/status-pill.js';
import { Duration } from '../../parts/show/amount.js';
import type { AlignedSpan } from '../../run/run-alignment.js';
import styles from './compare.module.css';

interface CompareTableProps {
  readonly rows: readonly AlignedSpan[];
  readonly selected: string | undefined;
  readonly onSelect: (node: string) => void;
}

/** The blocks of both runs, with what is different and how long each took. One tab stop; arrows move. */
export function CompareTable({ rows, selected, onSelect }: CompareTableProps): ReactNode {
  const scroll = useRef<HTMLDivElement>(null);
  const name = useId();
  const list = useVirtualizer({ count: rows.length, getScrollElement: () => scroll.current, estimateSize: () => 40, overscan: 12 });
  const index = rows.findIndex(({ node }) => node === selected);
  const longest = Math.max(1, ...rows.flatMap(({ one, other }) => [one?.duration ?? 0, other?.duration ?? 0]));
  const onKeyDown = (event: KeyboardEvent): void => {
    const targets: Readonly<Record<string, number>> = { ArrowDown: index + 1, j: index + 1, ArrowUp: index - 1, k: index - 1 };
    const target = targets[event.key] ?? -1;
    const row = rows[target];
    if (row === undefined) return;
    event.preventDefault();
    onSelect(row.node);
    list.scrollToIndex(target);
  };
  return (
    <div ref={scroll} className={styles['table']}>
      <div
        role="listbox"
        aria-label="Blocks of both runs"
        tabIndex={0}
        aria-activedescendant={index < 0 ? undefined : `${name}-${index}`}
        className={styles['list']}
        style={{ height: list.getTotalSize() }}
        onKeyDown={onKeyDown}
      >
        {list.getVirtualItems().map((item) => {
          const row = rows[item.index];
          return row === undefined ? null : (
            <div
              key={row.node}
              id={`${name}-${item.index}`}
              role="option"
              aria-selected={item.index === index}
              tabIndex={-1}
              className={styles['row']}
              style={{ transform: `translateY(${item.start}px)`, '--depth': row.depth } as CSSProperties}
              onClick={() => onSelect(row.node)}
            >
              <span className={styles['name']}>{row.name}</span>
              <span className={styles['pills']}>
                {row.differences.length > 0 && <Pill tone={row.differences.includes('outcome') ? 'bad' : 'warn'}>{wordsOf(row)}</Pill>}
              </span>
              <Bar of={row.one?.duration} longest={longest} />
              <Bar of={row.other?.duration} longest={longest} />
            </div>
          );
        })}
      </div>
    </div>
  );
}

function wordsOf({ differences, one }: AlignedSpan): string {
  if (differences.includes('only one')) return one === undefined ? 'Only in B' : 'Only in A';
  return `Other ${differences.join(', ')}`;
}

function Bar({ of, longest }: { readonly of: number | undefined; readonly longest: number }): ReactNode {
  return (
    <span className={styles['bar']} style={{ '--part': (of ?? 0) / longest } as CSSProperties}>
      <Duration ms={of ?? null} />
    </span>
  );
}
