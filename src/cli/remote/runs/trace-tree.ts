import type { TraceSpan } from '#client';
import { duration } from '../../text/progress-text.js';

/** The status of a span. */
export type SpanState = 'done' | 'failed' | 'waiting' | 'running';
/** Colours a mark, or returns it unchanged. */
export type Paint = (state: SpanState, text: string) => string;

const marks: Readonly<Record<SpanState, string>> = { done: '✓', failed: '✗', waiting: '‖', running: '…' };
/** For example the iterations of a loop. The last ones matter most. */
const mostSiblings = 12;

export const unpainted: Paint = (_state, text) => text;

/** The blocks of a run as a tree, a line each: status, duration and error. */
export function treeLines(roots: readonly TraceSpan[], paint: Paint = unpainted): readonly string[] {
  return branches(
    roots.flatMap(({ children }) => children),
    '',
    paint,
  );
}

function branches(spans: readonly TraceSpan[], indent: string, paint: Paint): readonly string[] {
  const shown = spans.slice(-mostSiblings);
  const left = spans.length - shown.length;
  const before = left === 0 ? [] : [`${indent}├─ ${left} more before`];
  const lines = shown.flatMap((span, index) => {
    const isLast = index === shown.length - 1;
    return [
      `${indent}${isLast ? '└─' : '├─'} ${spanText(span, paint)}`,
      ...branches(span.children, `${indent}${isLast ? '   ' : '│  '}`, paint),
    ];
  });
  return [...before, ...lines];
}

/** One span in a line. */
export function spanText(span: TraceSpan, paint: Paint = unpainted): string {
  const state = stateOf(span);
  const took = state === 'done' || state === 'failed' ? `  ${duration(span.duration)}` : state === 'waiting' ? '  waits' : '';
  const tries = span.tries === undefined ? '' : `  ${span.tries} tries`;
  const told = span.errorMessage ?? span.warning;
  return `${paint(state, marks[state])} ${span.name}${took}${tries}${told === undefined ? '' : `  ${oneLine(told)}`}`;
}

function stateOf({ paused, status, output, blockId, children }: TraceSpan): SpanState {
  if (paused === true) return 'waiting';
  if (status === 'error') return 'failed';
  // An iteration has no output.
  if (blockId === undefined) return children.some((child) => stateOf(child) === 'running') ? 'running' : 'done';
  return output === undefined ? 'running' : 'done';
}

export interface SpanEvent {
  readonly id: string;
  readonly at: string;
  readonly text: string;
}

/** The events of a run so far: each block that has ended or begun to wait, in that order, with its containers. */
export function spanEvents(roots: readonly TraceSpan[]): readonly SpanEvent[] {
  const inside = (span: TraceSpan, path: readonly string[]): readonly SpanEvent[] => {
    const state = stateOf(span);
    const isTold = span.blockId !== undefined && state !== 'running';
    const text = [...path, spanText(span)].join(' › ');
    const own = isTold ? [{ id: `${span.id} ${state}`, at: span.endTime, text }] : [];
    return [...span.children.flatMap((child) => inside(child, [...path, span.name])), ...own];
  };
  return roots
    .flatMap(({ children }) => children.flatMap((child) => inside(child, [])))
    .toSorted((one, other) => (one.at < other.at ? -1 : 1));
}

/** The innermost blocks that failed: `name (type): message`. */
export function failedBlocks(roots: readonly TraceSpan[]): readonly string[] {
  return roots.flatMap(({ children }) => children).flatMap(failuresIn);
}

function failuresIn(span: TraceSpan): readonly string[] {
  if (span.status !== 'error' || span.errorHandled === true) return [];
  const inner = span.children.flatMap(failuresIn);
  return inner.length > 0 ? inner : [`${span.name} (${span.type}): ${oneLine(span.errorMessage ?? 'failed')}`];
}

function oneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ');
}
