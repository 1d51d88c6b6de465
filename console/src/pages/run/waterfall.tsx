import { useVirtualizer } from '@tanstack/react-virtual';
import { ChevronDown, ChevronRight } from 'lucide-react';
import {
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
} from 'react';
import { Duration } from '../../parts/show/amount.js';
import { durationParts } from '../../parts/show/amounts.js';
import { joinClasses } from '../../parts/join-classes.js';
import { Unseen } from '../../parts/show/small-parts.js';
import type { SpanThen } from '../../run/moments.js';
import { axisSteps, spanRows, workedMs, type SpanRow } from '../../run/span-rows.js';
import { timeScale, type TimeScale } from '../../run/time-scale.js';
import { SpanIcon, toneOf } from './span-looks.js';
import styles from './run.module.css';

interface WaterfallProps {
  readonly spans: readonly SpanThen[];
  readonly closed: ReadonlySet<string>;
  readonly selected: string | undefined;
  /** The moment that the spans show, from the start of the run; undefined for the whole run. */
  readonly momentMs: number | undefined;
  /** How long the run waited in the queue before it began. */
  readonly queuedMs: number;
  /** How long answers were in the queue, by the ids of the spans that waited for them. */
  readonly answersQueuedMs: ReadonlyMap<string, number>;
  readonly onFold: (id: string) => void;
  readonly onSelect: (id: string) => void;
}

/** The spans over time, behind the time in the queue. One tab stop; arrows move and fold. */
export function Waterfall(props: WaterfallProps): ReactNode {
  const { spans, closed, selected, momentMs, queuedMs, answersQueuedMs, onFold, onSelect } = props;
  const scroll = useRef<HTMLDivElement>(null);
  const name = useId();
  const rows = useMemo(() => spanRows(spans, closed), [spans, closed]);
  const scale = useMemo(() => timeScale(spanRows(spans, new Set()), queuedMs, answersQueuedMs), [spans, queuedMs, answersQueuedMs]);
  const height = matchMedia('(pointer: coarse)').matches ? 36 : 32;
  const list = useVirtualizer({ count: rows.length, getScrollElement: () => scroll.current, estimateSize: () => height, overscan: 12 });
  const index = rows.findIndex(({ span }) => span.id === selected);
  useEffect(() => {
    if (index >= 0) list.scrollToIndex(index);
  }, [index, list]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const done = act(event.key, { rows, index, onFold, onSelect });
    if (done) event.preventDefault();
  };
  if (spans.length === 0) return <p className={joinClasses(styles['trace'], styles['none'])}>No block has ended yet.</p>;
  return (
    <div ref={scroll} className={styles['trace']}>
      <Axis scale={scale} momentMs={momentMs} />
      <Cursor scroll={scroll} />
      <div
        role="tree"
        aria-label="Trace"
        tabIndex={0}
        aria-activedescendant={index < 0 ? undefined : `${name}-${index}`}
        className={styles['tree']}
        style={{ position: 'relative', height: list.getTotalSize() }}
        onKeyDown={onKeyDown}
      >
        {list.getVirtualItems().map((item) => {
          const row = rows[item.index];
          return row === undefined ? null : (
            <Row
              key={row.span.id}
              id={`${name}-${item.index}`}
              row={row}
              scale={scale}
              start={item.start}
              isFirst={item.index === 0}
              answerQueuedMs={answersQueuedMs.get(row.span.id) ?? 0}
              isSelected={item.index === index}
              onFold={() => onFold(row.span.id)}
              onSelect={() => onSelect(row.span.id)}
            />
          );
        })}
      </div>
    </div>
  );
}

interface Moves {
  readonly rows: readonly SpanRow[];
  readonly index: number;
  readonly onFold: (id: string) => void;
  readonly onSelect: (id: string) => void;
}

/** @returns whether the key means something here */
function act(key: string, { rows, index, onFold, onSelect }: Moves): boolean {
  const row = rows[index];
  const targets: Readonly<Record<string, number>> = {
    ArrowDown: index + 1,
    j: index + 1,
    ArrowUp: index - 1,
    k: index - 1,
    Home: 0,
    End: rows.length - 1,
  };
  const target = rows[targets[key] ?? -1];
  if (target !== undefined) {
    onSelect(target.span.id);
    return true;
  }
  if (row === undefined) return false;
  if ((key === 'ArrowRight' && row.hasChildren && !row.isOpen) || (key === 'ArrowLeft' && row.isOpen)) {
    onFold(row.span.id);
    return true;
  }
  if (key !== 'ArrowLeft') return false;
  const parent = rows.slice(0, index).findLast(({ depth }) => depth < row.depth);
  if (parent !== undefined) onSelect(parent.span.id);
  return parent !== undefined;
}

function Axis({ scale, momentMs }: { readonly scale: TimeScale; readonly momentMs: number | undefined }): ReactNode {
  const { folds, queuedMs, place } = scale;
  const inQueue = `${timeText(queuedMs)} in the queue`;
  return (
    <div className={styles['axis']} aria-hidden>
      <span>Block</span>
      <div className={styles['steps']}>
        {queuedMs > 0 && <b className={styles['queue']} style={{ left: 0, width: percent(place(0)) }} title={inQueue} />}
        {stepsOf(scale).map((at) => (
          <span key={at} style={{ left: percent(place(at)) }}>
            {place(at) > 0.88 ? '' : timeText(at)}
          </span>
        ))}
        {folds.map(({ fromMs, toMs }) => (
          <b
            key={fromMs}
            className={styles['idle']}
            style={{ left: percent(place(fromMs)), width: percent(place(toMs) - place(fromMs)) }}
            title={`Nothing ran for ${timeText(toMs - fromMs)}`}
          >
            {timeText(toMs - fromMs)}
          </b>
        ))}
        {momentMs !== undefined && <i className={styles['moment']} style={{ left: percent(place(momentMs)) }} />}
      </div>
      <span>Duration</span>
    </div>
  );
}

/** Steps between the folds: a fold has its own label. */
function stepsOf({ folds, totalMs }: TimeScale): readonly number[] {
  if (folds.length === 0) return axisSteps(totalMs, matchMedia('(max-width: 720px)').matches ? 2 : 4);
  const untilMs = folds[0]?.fromMs ?? 0;
  return untilMs === 0 ? [] : axisSteps(untilMs, 3).slice(0, -1);
}

function timeText(ms: number): string {
  return Object.values(durationParts(ms)).join(' ');
}

function percent(part: number): string {
  return `${part * 100}%`;
}

/** A line across all rows where the pointer is. */
function Cursor({ scroll }: { readonly scroll: { readonly current: HTMLElement | null } }): ReactNode {
  const [left, setLeft] = useState<number>();
  useEffect(() => {
    const element = scroll.current;
    if (element === null) return;
    const onMove = (event: globalThis.PointerEvent): void => {
      const lane = element.querySelector(`.${styles['steps'] ?? ''}`)?.getBoundingClientRect();
      const isInside = lane !== undefined && event.clientX >= lane.left && event.clientX <= lane.right;
      setLeft(isInside ? event.clientX - element.getBoundingClientRect().left : undefined);
    };
    const onLeave = (): void => setLeft(undefined);
    element.addEventListener('pointermove', onMove);
    element.addEventListener('pointerleave', onLeave);
    return () => {
      element.removeEventListener('pointermove', onMove);
      element.removeEventListener('pointerleave', onLeave);
    };
  }, [scroll]);
  return left === undefined ? null : <div className={styles['cursor']} style={{ left }} />;
}

const words = {
  good: 'completed',
  bad: 'failed',
  handled: 'failed and handled',
  wait: 'waiting',
  recorded: 'taken over',
  later: 'not started',
  now: 'running',
} as const;

interface RowProps {
  readonly id: string;
  readonly row: SpanRow;
  readonly scale: TimeScale;
  readonly start: number;
  /** The time in the queue is drawn in front of the first span, which is that of the run. */
  readonly isFirst: boolean;
  /** How long the answer that the span waited for was in the queue, at the end of the wait; 0 for none. */
  readonly answerQueuedMs: number;
  readonly isSelected: boolean;
  readonly onFold: () => void;
  readonly onSelect: () => void;
}

function Row(props: RowProps): ReactNode {
  const { id, row, scale, start, isFirst, answerQueuedMs, isSelected, onFold, onSelect } = props;
  const { place, queuedMs } = scale;
  const { span, depth, hasChildren, isOpen, startMs, workedUntilMs, endMs } = row;
  const part = (fromMs: number, toMs: number): { readonly left: string; readonly width: string } => ({
    left: percent(place(fromMs)),
    width: percent(place(toMs) - place(fromMs)),
  });
  const hasWaited = endMs > workedUntilMs && span.state === undefined;
  const drawnUntilMs = Math.min(workedUntilMs, startMs + (span.shownMs ?? span.duration));
  const wasQueued = isFirst && queuedMs > 0;
  const Arrow = isOpen ? ChevronDown : ChevronRight;
  const onClick = (event: PointerEvent | React.MouseEvent): void => {
    if ((event.target as Element).closest('[data-fold]') !== null) onFold();
    else onSelect();
  };
  return (
    // The keys are those of the tree.
    <div
      id={id}
      role="treeitem"
      aria-level={depth + 1}
      aria-selected={isSelected}
      aria-expanded={hasChildren ? isOpen : undefined}
      tabIndex={-1}
      className={joinClasses(styles['span'], styles[toneOf(span)])}
      style={{ position: 'absolute', insetInline: 0, transform: `translateY(${start}px)`, '--depth': depth } as CSSProperties}
      onClick={onClick}
    >
      <div className={styles['label']}>
        <span className={styles['fold']} data-fold={hasChildren || undefined}>
          {hasChildren && <Arrow size={12} strokeWidth={2} aria-hidden />}
        </span>
        <SpanIcon span={span} />
        <span>{span.name}</span>
        <Unseen>
          {` ${span.type}, ${words[toneOf(span)]}`}
          {wasQueued && `, ${timeText(queuedMs)} in the queue before`}
          {hasWaited && answerQueuedMs > 0 && `, ${timeText(answerQueuedMs)} in the queue after the answer`}
        </Unseen>
      </div>
      <div className={styles['lane']}>
        {wasQueued && <div className={styles['bar']} data-queued style={part(-queuedMs, 0)} />}
        {hasWaited && <div className={styles['bar']} data-paused style={part(workedUntilMs, endMs - answerQueuedMs)} />}
        {hasWaited && answerQueuedMs > 0 && (
          <div
            className={styles['bar']}
            data-queued
            title={`${timeText(answerQueuedMs)} in the queue`}
            style={part(endMs - answerQueuedMs, endMs)}
          />
        )}
        <div className={styles['bar']} data-paused={span.paused} style={part(startMs, drawnUntilMs)} />
      </div>
      <span className={styles['time']}>
        <Duration ms={span.state === undefined ? workedMs(span) : null} />
      </span>
    </div>
  );
}
