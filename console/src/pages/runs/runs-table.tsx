import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowUp } from 'lucide-react';
import { memo, useEffect, useMemo, useRef, useState, type CSSProperties, type ReactNode } from 'react';
import { Link } from 'react-aria-components';
import type { LiveRuns } from '../../api/log-changes.js';
import type { RunEntry } from '../../api/logs.js';
import { Button } from '../../parts/controls/button.js';
import { joinClasses } from '../../parts/join-classes.js';
import { Duration, Money, Time } from '../../parts/show/amount.js';
import { Skeleton } from '../../parts/show/small-parts.js';
import { StatusPill } from '../../parts/show/status-pill.js';
import { columnsBesidePreview, runColumns, type ColumnId } from './views/run-columns.js';
import { statusOf, versionOf } from './run-facts.js';
import { useRowKeys } from './use-row-keys.js';
import styles from './runs.module.css';

/** The runs that are selected, by their ids. */
export interface RowSelection {
  readonly ids: ReadonlySet<string>;
  readonly toggle: (executionId: string) => void;
  readonly toggleAll: () => void;
}

interface RunsTableProps {
  readonly entries: readonly RunEntry[];
  readonly columns: readonly ColumnId[];
  readonly isLoading: boolean;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  readonly current: string | undefined;
  readonly live: Pick<LiveRuns, 'unseen' | 'isMore' | 'show'>;
  /** Absent for those who may not change runs. */
  readonly selection: RowSelection | undefined;
  /** Whether the first row is in view. */
  readonly onTop: (isAtTop: boolean) => void;
  readonly onMore: () => void;
  /** Shows a run beside the list; undefined: none. */
  readonly onLook: (executionId: string | undefined) => void;
  readonly onOpen: (executionId: string) => void;
  readonly hrefOf: (executionId: string) => string;
}

const numeric: readonly ColumnId[] = ['duration', 'cost'];
const isNarrow = (): boolean => matchMedia('(max-width: 1100px)').matches;
const rowsBeforeEnd = 20;

/** Only the rows in sight are in the document; the next page is loaded before its place is reached. */
export function RunsTable({
  entries,
  columns: chosen,
  isLoading,
  hasMore,
  isLoadingMore,
  current,
  live,
  selection,
  onTop,
  onMore,
  onLook,
  onOpen,
  hrefOf,
}: RunsTableProps): ReactNode {
  const scroll = useRef<HTMLDivElement>(null);
  const height = useRowHeight();
  const rows = useVirtualizer({
    count: entries.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => height,
    overscan: 8,
    paddingStart: 0,
  });
  useEffect(() => rows.measure(), [height, rows]);
  const items = rows.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && !isLoadingMore && last >= entries.length - rowsBeforeEnd) onMore();
  });
  useAbove(scroll);
  const ids = useMemo(() => entries.map(({ executionId }) => executionId), [entries]);
  useRowKeys({
    ids,
    current,
    onMove: (id, index) => {
      onLook(id);
      rows.scrollToIndex(index);
    },
    onOpen,
    onSelect: selection?.toggle,
    onClose: () => onLook(undefined),
  });
  const columns = current === undefined || isNarrow() ? chosen : columnsBesidePreview;
  const shown = runColumns.filter(({ id }) => columns.includes(id));
  const longest = useMemo(() => entries.reduce((most, { totalDurationMs }) => Math.max(most, totalDurationMs ?? 0), 1), [entries]);
  return (
    <div ref={scroll} className={styles['scroll']} onScroll={({ currentTarget }) => onTop(currentTarget.scrollTop < height)}>
      <NewRuns
        {...live}
        onShow={() => {
          live.show();
          scroll.current?.scrollTo({ top: 0 });
        }}
      />
      <div
        role="table"
        aria-label="Runs"
        aria-rowcount={-1}
        aria-busy={isLoading}
        className={styles['table']}
        data-selectable={selection === undefined ? undefined : true}
        style={{ '--columns': shown.map(({ width }) => width).join(' ') } as CSSProperties}
      >
        <div role="rowgroup">
          <div role="row" className={styles['head']}>
            {selection !== undefined && (
              <span role="columnheader" className={styles['select']}>
                <Tick
                  label="Select all runs in the list"
                  isTicked={entries.length > 0 && entries.every(({ executionId }) => selection.ids.has(executionId))}
                  onTick={selection.toggleAll}
                />
              </span>
            )}
            {shown.map(({ id, name }) => (
              <span key={id} role="columnheader" className={joinClasses(numeric.includes(id) && styles['number'])}>
                {name}
              </span>
            ))}
          </div>
        </div>
        <div role="rowgroup" style={{ position: 'relative', height: isLoading ? undefined : rows.getTotalSize() }}>
          {isLoading && Array.from({ length: 14 }, (_, index) => <LoadingRow key={index} columns={columns} />)}
          {items.map(({ index, start }) => {
            const entry = entries[index];
            if (entry === undefined) return null;
            const { executionId } = entry;
            return (
              <Row
                key={executionId}
                entry={entry}
                columns={columns}
                index={index}
                start={start}
                part={(entry.totalDurationMs ?? 0) / longest}
                isCurrent={executionId === current}
                {...(selection !== undefined && {
                  tick: (
                    <Tick
                      label={`Select run ${executionId}`}
                      isTicked={selection.ids.has(executionId)}
                      onTick={() => selection.toggle(executionId)}
                    />
                  ),
                })}
                href={hrefOf(executionId)}
                onPress={() => (isNarrow() ? onOpen(executionId) : onLook(executionId))}
                onOpen={() => onOpen(executionId)}
              />
            );
          })}
        </div>
      </div>
      <p role="status" className={styles['unseen']}>
        {useCalm(isLoading ? 'Loading runs' : `${entries.length} runs${hasMore ? ', more below' : ''}`, isLoading)}
      </p>
    </div>
  );
}

/** Counts the runs that the list does not show, so that it does not move under its reader. */
function NewRuns({ unseen, isMore, onShow }: Omit<LiveRuns, 'query' | 'show'> & { readonly onShow: () => void }): ReactNode {
  const text = isMore ? 'New runs' : `${unseen} new ${unseen === 1 ? 'run' : 'runs'}`;
  const told = useCalm(unseen === 0 && !isMore ? '' : text, false);
  return (
    <div className={styles['news']}>
      {(unseen > 0 || isMore) && (
        <Button onPress={onShow}>
          <ArrowUp size={14} strokeWidth={1.5} aria-hidden />
          {text}
        </Button>
      )}
      <p role="status" className={styles['unseen']}>
        {told}
      </p>
    </div>
  );
}

const calmMs = 5000;

/** A text that changes at most every five seconds, for screen readers. */
function useCalm(text: string, isUrgent: boolean): string {
  const [told, setTold] = useState(text);
  if (isUrgent && told !== text) setTold(text);
  const latest = useRef(text);
  useEffect(() => {
    latest.current = text;
  });
  const isBehind = told !== text;
  useEffect(() => {
    if (!isBehind) return;
    const timer = setTimeout(() => setTold(latest.current), calmMs);
    return () => clearTimeout(timer);
  }, [isBehind]);
  return told;
}

interface RowProps {
  readonly entry: RunEntry;
  readonly columns: readonly ColumnId[];
  readonly index: number;
  readonly start: number;
  readonly part: number;
  readonly isCurrent: boolean;
  readonly tick?: ReactNode;
  readonly href: string;
  readonly onPress: () => void;
  readonly onOpen: () => void;
}

function Row({ entry, columns, index, start, part, isCurrent, tick, href, onPress, onOpen }: RowProps): ReactNode {
  const place: CSSProperties = { position: 'absolute', insetInline: 0, transform: `translateY(${start}px)` };
  return (
    // The keys are those of the page: j, k and Enter. The link is there for all others.
    <div
      role="row"
      aria-rowindex={index + 2}
      className={styles['row']}
      style={place}
      data-current={isCurrent || undefined}
      onClick={onPress}
      onDoubleClick={onOpen}
    >
      {tick !== undefined && (
        <span role="cell" className={styles['select']}>
          {tick}
        </span>
      )}
      <Cells entry={entry} columns={columns} part={part} href={href} />
    </div>
  );
}

/** What a row says is made once: scrolling moves rows. */
const Cells = memo(function Cells({ entry, columns, part, href }: Pick<RowProps, 'entry' | 'columns' | 'part' | 'href'>): ReactNode {
  return columns.map((id) => (
    <span
      key={id}
      role="cell"
      className={joinClasses(styles[`cell-${id}`], styles[`look-${id}`])}
      {...(id === 'duration' && { style: { '--part': part } as CSSProperties })}
      {...(id === 'error' && { title: entry.executionData?.error ?? undefined, dir: 'auto' })}
    >
      {cells[id](entry, href)}
    </span>
  ));
});

interface TickProps {
  readonly label: string;
  readonly isTicked: boolean;
  readonly onTick: () => void;
}

/** A native box: there are many, and a click on one does not open its row. */
function Tick({ label, isTicked, onTick }: TickProps): ReactNode {
  return (
    <label onClick={(event) => event.stopPropagation()} onDoubleClick={(event) => event.stopPropagation()}>
      <input type="checkbox" aria-label={label} checked={isTicked} onChange={onTick} />
    </label>
  );
}

const cells: Readonly<Record<ColumnId, (entry: RunEntry, href: string) => ReactNode>> = {
  status: (entry) => <StatusPill status={statusOf(entry)} />,
  workflow: (entry, href) => (
    <>
      <Link href={href} className={styles['link'] ?? ''}>
        <bdi>{entry.workflow?.name ?? 'Workflow'}</bdi>
      </Link>{' '}
      <span className={styles['version']}>{versionOf(entry)}</span>
    </>
  ),
  trigger: ({ trigger }) => trigger,
  started: ({ startedAt }) => <Time at={startedAt} />,
  duration: ({ totalDurationMs }) => <Duration ms={totalDurationMs} />,
  cost: ({ cost }) => <Money usd={cost?.total} />,
  models: ({ modelsUsed }) => modelsUsed.join(', '),
  run: ({ executionId }) => executionId,
  error: ({ executionData }) => executionData?.error?.split('\n')[0]?.replace(/^.*?: Error: /, ''),
};

function LoadingRow({ columns }: { readonly columns: readonly ColumnId[] }): ReactNode {
  return (
    <div className={styles['row']} aria-hidden>
      {columns.map((id) => (
        <Skeleton key={id} width="60%" />
      ))}
    </div>
  );
}

function useRowHeight(): number {
  const isPhone = matchMedia('(max-width: 720px)').matches;
  if (isPhone) return 60;
  return matchMedia('(pointer: coarse)').matches ? 36 : 32;
}

/** Tells the style how much of the window is above the table, so that it fills the rest; again when something above comes or goes. */
function useAbove(scroll: { readonly current: HTMLElement | null }): void {
  useEffect(() => {
    const element = scroll.current;
    const page = element?.parentElement?.parentElement;
    if (element === null || page === null || page === undefined) return;
    const measure = (): void => {
      const above = Math.round(element.getBoundingClientRect().top + window.scrollY) - 48;
      element.parentElement?.style.setProperty('--above', `${above}px`);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(page);
    return () => observer.disconnect();
  }, [scroll]);
}
