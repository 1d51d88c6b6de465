import type { BlockState } from '../canvas/canvas-block.js';
import { durationParts } from '../parts/show/amounts.js';
import type { SpanThen } from './moments.js';

/** The spans of each block, by its id: one for each time that it ran. Blocks of called workflows are left out. */
export function spansOfBlocks(spans: readonly SpanThen[]): ReadonlyMap<string, readonly SpanThen[]> {
  const found = new Map<string, SpanThen[]>();
  const waiting = [...spans].toReversed();
  for (let span = waiting.pop(); span !== undefined; span = waiting.pop()) {
    const { blockId, children, type } = span;
    if (blockId !== undefined) {
      const known = found.get(blockId);
      if (known === undefined) found.set(blockId, [span]);
      else known.push(span);
    }
    // What is inside of a block of type `workflow` or an agent belongs to another document.
    if (blockId === undefined || type === 'loop' || type === 'parallel') waiting.push(...children.toReversed());
  }
  return found;
}

/** The span that says most about a block: the one that failed, waits or runs, else the latest. */
export function spanOfBlock(spans: readonly SpanThen[]): SpanThen | undefined {
  return (
    spans.find(isBroken) ?? spans.find(({ paused, state }) => paused === true || state === 'paused' || state === 'running') ?? spans.at(-1)
  );
}

/** What happened to a block, for the canvas. */
export function stateOfBlock(spans: readonly SpanThen[]): BlockState {
  const begun = spans.filter(({ state }) => state !== 'not started');
  const shown = spanOfBlock(begun);
  if (shown === undefined) return { tone: 'plain', word: spans.length === 0 ? 'did not run' : 'not started' };
  const { tone, word } = lookOf(shown);
  if (word === 'running' || word === 'waiting') return { tone, word };
  const total = begun.reduce((sum, { duration }) => sum + duration, 0);
  const { value, unit } = durationParts(total);
  return { tone, word, end: begun.length === 1 ? `${value} ${unit}` : `${begun.length}×, ${value} ${unit}` };
}

function lookOf(span: SpanThen): Pick<BlockState, 'tone' | 'word'> {
  if (span.state === 'running') return { tone: 'run', word: 'running' };
  if (span.paused === true || span.state === 'paused') return { tone: 'wait', word: 'waiting' };
  if (isBroken(span)) return { tone: 'bad', word: 'failed' };
  if (span.status === 'error') return { tone: 'warn', word: 'failed, handled' };
  return span.recorded === true ? { tone: 'plain', word: 'taken over' } : { tone: 'good', word: 'completed' };
}

function isBroken({ status, errorHandled }: SpanThen): boolean {
  return status === 'error' && errorHandled !== true;
}
