import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { runFiguresQuery } from '../../api/logs.js';
import { useNow } from '../../parts/show/amount.js';
import { dateText } from '../../parts/show/date-text.js';
import { messageOf } from '../../parts/show/problem.js';
import { columnsOf, divisionOf, type Column } from '../../run/run-histogram.js';
import { rangeOf, type RunFilters } from './run-filters.js';
import styles from './run-strip.module.css';

interface RunStripProps {
  readonly workspaceId: string;
  readonly filters: RunFilters;
  /** The runs themselves are still being read: counting would delay them. */
  readonly isListPending?: boolean;
  readonly onRange: (from: string, to: string) => void;
}

/** The runs of the range over time. A column leads to its runs; arrows move from one to the next. */
export function RunStrip({ workspaceId, filters, isListPending = false, onRange }: RunStripProps): ReactNode {
  const now = useNow();
  const { fromMs, toMs, label } = rangeOf(filters, now);
  // A range until now moves by whole columns.
  const { stepMs } = divisionOf(fromMs, toMs);
  const division = useMemo(() => divisionOf(fromMs, toMs), [Math.floor(fromMs / stepMs), Math.floor(toMs / stepMs)]);
  const figures = useQuery({ ...runFiguresQuery(workspaceId, division, filters.workflow), enabled: !isListPending });
  const columns = useMemo(() => columnsOf(division, figures.data?.data ?? []), [division, figures.data]);
  const most = Math.max(1, ...columns.map(({ started }) => started));
  const [started, failed] = [sum(columns, 'started'), sum(columns, 'failed')];
  return (
    <div className={styles['strip']}>
      <p className={styles['caption']}>
        <span>{label}</span>
        {figures.error !== null && <span role="alert">Counts: {messageOf(figures.error)}</span>}
        {figures.data !== undefined && (
          <span>
            {started.toLocaleString('en')} {started === 1 ? 'run' : 'runs'},{' '}
            <b data-some={failed > 0 || undefined}>{failed.toLocaleString('en')} failed</b>
          </span>
        )}
      </p>
      <Columns columns={columns} most={most} onRange={onRange} />
    </div>
  );
}

interface ColumnsProps {
  readonly columns: readonly Column[];
  readonly most: number;
  readonly onRange: RunStripProps['onRange'];
}

function Columns({ columns, most, onRange }: ColumnsProps): ReactNode {
  const [current, setCurrent] = useState<number>();
  const group = useRef<HTMLDivElement>(null);
  const focusable = Math.min(current ?? columns.length - 1, columns.length - 1);
  const onKeyDown = (event: KeyboardEvent): void => {
    const targets: Readonly<Record<string, number>> = {
      ArrowLeft: focusable - 1,
      ArrowRight: focusable + 1,
      Home: 0,
      End: columns.length - 1,
    };
    const target = targets[event.key];
    const button = target === undefined ? undefined : group.current?.children[target];
    if (target === undefined || !(button instanceof HTMLElement)) return;
    event.preventDefault();
    setCurrent(target);
    button.focus();
  };
  return (
    <div ref={group} role="group" aria-label="Runs over time" className={styles['columns']} onKeyDown={onKeyDown}>
      {columns.map((column, index) => (
        <button
          key={column.fromMs}
          type="button"
          tabIndex={index === focusable ? 0 : -1}
          aria-label={wordsOf(column)}
          title={wordsOf(column)}
          onClick={() => onRange(new Date(column.fromMs).toISOString(), new Date(column.toMs - 1).toISOString())}
        >
          <i style={{ height: `${((column.started - column.failed) / most) * 100}%` }} />
          <i data-failed style={{ height: `${(column.failed / most) * 100}%` }} />
        </button>
      ))}
    </div>
  );
}

function wordsOf({ fromMs, toMs, started, failed }: Column): string {
  const isLong = toMs - fromMs >= 86_400_000;
  const from = dateText(fromMs, { dateStyle: 'medium', ...(isLong ? {} : { timeStyle: 'short' }) });
  const to = isLong ? '' : `–${dateText(toMs, { timeStyle: 'short' })}`;
  return `${from}${to}: ${started} ${started === 1 ? 'run' : 'runs'}, ${failed} failed`;
}

function sum(columns: readonly Column[], name: 'started' | 'failed'): number {
  return columns.reduce((total, column) => total + column[name], 0);
}
