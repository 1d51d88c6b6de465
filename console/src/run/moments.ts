import type { ShownEvent, TraceSpan } from '@sluice/client';
import { happenedMs } from './event-facts.js';

/** A span as it was at a moment. Times stay those of the whole run, so that nothing moves. */
export interface SpanThen extends TraceSpan {
  /** Present unless the span had ended. */
  readonly state?: 'not started' | 'running' | 'paused';
  /** How much of the bar was there, ms; absent for the whole. */
  readonly shownMs?: number;
  readonly children: readonly SpanThen[];
}

type Value = Exclude<TraceSpan['output'], undefined>;

/** What the events up to a moment say about each block, by its name within the run. */
interface Moment {
  readonly atMs: number;
  readonly ended: ReadonlySet<string>;
  readonly paused: ReadonlyMap<string, Value>;
  readonly entered: ReadonlySet<string>;
}

/** The spans of a run as they were at one of its events: states, and the values that were there. */
export function spansAt(spans: readonly TraceSpan[], events: readonly ShownEvent[], position: number): readonly SpanThen[] {
  const moment = fold(events, position);
  return spans.map((span) => spanAt(span, moment));
}

/** Where a moment is, in ms from the start of the run. */
export function momentMs(events: readonly ShownEvent[], position: number): number {
  const [first] = events;
  const event = events.findLast((each) => each.position <= position) ?? first;
  return first === undefined || event === undefined ? 0 : Math.max(0, happenedMs(event) - happenedMs(first));
}

/** The next event with a failure, in one direction; undefined when there is none. */
export function nextFailure(events: readonly ShownEvent[], position: number, direction: 1 | -1): number | undefined {
  const failures = events.filter(({ type }) => type.endsWith('failed')).map((event) => event.position);
  return direction === 1 ? failures.find((each) => each > position) : failures.findLast((each) => each < position);
}

function fold(events: readonly ShownEvent[], position: number): Moment {
  const [ended, entered, paused] = [new Set<string>(), new Set<string>(), new Map<string, Value>()];
  let atMs = -Infinity;
  for (const event of events) {
    if (event.position > position) break;
    atMs = Math.max(atMs, happenedMs(event));
    const { type, node = '', payload } = event;
    if (type === 'execution.block-completed' || type === 'execution.block-failed' || type === 'execution.tool-answered') ended.add(node);
    else if (type === 'execution.block-paused') paused.set(node, payload['output'] as Value);
    else if (type === 'execution.pause-ended') paused.delete(node);
    else if (node !== '') entered.add(node);
  }
  return { atMs, ended, entered, paused };
}

function spanAt(span: TraceSpan, moment: Moment): SpanThen {
  const children = span.children.map((child) => spanAt(child, moment));
  const state = stateOf(span, moment, children);
  if (state === undefined) return { ...span, children };
  const { output: _, errorMessage: __, errorHandled: ___, input, ...rest } = span;
  const startMs = Date.parse(span.startTime);
  return {
    ...rest,
    status: 'success',
    ...(state !== 'not started' && input !== undefined && { input }),
    ...(state === 'paused' && { output: moment.paused.get(nodeOf(span)) ?? null }),
    state,
    shownMs: state === 'not started' ? 0 : Math.max(0, Math.min(span.duration, moment.atMs - startMs)),
    children,
  };
}

/** @returns undefined when the span had ended */
function stateOf(span: TraceSpan, moment: Moment, children: readonly SpanThen[]): SpanThen['state'] {
  const node = nodeOf(span);
  if (moment.ended.has(node)) return undefined;
  if (moment.paused.has(node)) return 'paused';
  const isBlock = span.blockId !== undefined;
  // What began in the same millisecond as the event began after it.
  const hasBegun = moment.entered.has(node) || span.type === 'workflow' || Date.parse(span.startTime) < moment.atMs;
  if (!hasBegun) return 'not started';
  // A pass, a call or the run itself has no end event.
  const isOver = !isBlock && Date.parse(span.endTime) <= moment.atMs && children.every((child) => child.state === undefined);
  return isOver ? undefined : 'running';
}

/** The name within the run: the id of a span without its time. */
export function nodeOf({ id }: TraceSpan): string {
  return id.slice(0, Math.max(0, id.lastIndexOf('-')));
}
