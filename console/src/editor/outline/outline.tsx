import { ChevronRight } from 'lucide-react';
import { useMemo, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';
import type { WorkflowDocument } from '../../../../src/document/document.js';
import { lookOf } from '../../canvas/block-looks.js';
import { wordsOf } from '../../canvas/block-lines.js';
import { useAwaitedFocus } from '../../parts/use-awaited-focus.js';
import { FaultMark } from '../fault-mark.js';
import { faultWords, noFaults, type Faults } from '../problem.js';
import { flowOrder } from './flow-order.js';
import styles from './outline.module.css';

interface OutlineProps {
  readonly document: WorkflowDocument;
  readonly folded: ReadonlySet<string>;
  readonly selected: ReadonlySet<string>;
  readonly faults: ReadonlyMap<string, Faults>;
  readonly onSelect: (id: string, isMore: boolean) => void;
  readonly onFold: (id: string) => void;
}

const rowHeight = 32;

/** The draft as a tree in the order of flow. Everything that the canvas can do works on what is selected here. */
export function Outline({ document, folded, selected, faults, onSelect, onFold }: OutlineProps): ReactNode {
  const rows = useMemo(() => flowOrder(document, folded), [document, folded]);
  const box = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({ count: rows.length, getScrollElement: () => box.current, estimateSize: () => rowHeight, overscan: 12 });
  const { focus, awaited } = useAwaitedFocus(box, 'data-row');
  const stop = Math.max(
    0,
    rows.findIndex(({ block }) => selected.has(block.id)),
  );
  const goTo = (index: number, isMore: boolean): void => {
    const row = rows[Math.min(rows.length - 1, Math.max(0, index))];
    if (row === undefined) return;
    onSelect(row.block.id, isMore);
    virtual.scrollToIndex(index);
    focus(row.block.id);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const at = rows.findIndex(({ block }) => block.id === (awaited() ?? (event.target as HTMLElement).dataset['row']));
    const row = rows[at];
    if (row === undefined) return;
    const parent = rows.findLastIndex((each, index) => index < at && each.depth < row.depth);
    if (event.key === 'ArrowDown') goTo(at + 1, event.shiftKey);
    else if (event.key === 'ArrowUp') goTo(at - 1, event.shiftKey);
    else if (event.key === 'Home') goTo(0, false);
    else if (event.key === 'End') goTo(rows.length - 1, false);
    else if (event.key === 'ArrowRight' && row.isContainer) {
      if (folded.has(row.block.id)) onFold(row.block.id);
      else goTo(at + 1, false);
    } else if (event.key === 'ArrowLeft') {
      if (row.isContainer && !folded.has(row.block.id)) onFold(row.block.id);
      else if (parent >= 0) goTo(parent, false);
    } else if (event.key === 'Enter' || event.key === ' ') onSelect(row.block.id, event.shiftKey);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div ref={box} className={styles['outline']}>
      {rows.length === 0 ? (
        <p className={styles['none']}>Blocks appear here in the order in which they run.</p>
      ) : (
        <div
          role="tree"
          tabIndex={-1}
          aria-label="Outline"
          aria-multiselectable
          style={{ height: virtual.getTotalSize(), position: 'relative' }}
          onKeyDown={onKeyDown}
        >
          {virtual.getVirtualItems().map(({ index, start }) => {
            const row = rows[index];
            if (row === undefined) return null;
            const { block, depth, place, siblings, isContainer, after } = row;
            const { category, Icon } = lookOf(block.type);
            const found = faults.get(block.id) ?? noFaults;
            return (
              <div
                key={block.id}
                role="treeitem"
                data-row={block.id}
                className={styles['row']}
                tabIndex={index === stop ? 0 : -1}
                aria-level={depth + 1}
                aria-posinset={place}
                aria-setsize={siblings}
                aria-selected={selected.has(block.id)}
                {...(isContainer && { 'aria-expanded': !folded.has(block.id) })}
                aria-label={[
                  block.name || block.id,
                  wordsOf(block.type),
                  ...(block.enabled ? [] : ['disabled']),
                  ...faultWords(found),
                  ...(after.length > 0 ? [`after ${after.join(', ')}`] : []),
                ].join(', ')}
                style={{ transform: `translateY(${start}px)`, paddingLeft: 8 + depth * 16 }}
                onClick={(event) => onSelect(block.id, event.shiftKey || event.ctrlKey || event.metaKey)}
                onKeyDown={() => undefined}
              >
                <span className={styles['fold']} data-open={!folded.has(block.id) || undefined}>
                  {isContainer && (
                    <ChevronRight
                      size={14}
                      strokeWidth={1.5}
                      aria-hidden
                      onClick={(event) => {
                        event.stopPropagation();
                        onFold(block.id);
                      }}
                    />
                  )}
                </span>
                <Icon size={14} strokeWidth={1.5} aria-hidden data-category={category} />
                <span className={styles['name']} dir="auto" data-disabled={!block.enabled || undefined}>
                  {block.name || block.id}
                </span>
                <FaultMark faults={found} />
              </div>
            );
          })}
        </div>
      )}
    </div>
  );
}
