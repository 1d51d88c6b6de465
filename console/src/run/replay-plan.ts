import type { TraceSpan } from '@sluice/client';

/** What a replay does with a block of the run. */
export interface PlannedBlock {
  readonly blockId: string;
  readonly name: string;
  readonly type: string;
  /** Whether its outcome is taken from the run, and the block does not run. */
  readonly isTakenOver: boolean;
  /** The calls out of the server that are made again. */
  readonly calls: readonly string[];
}

interface Effect {
  readonly blockId: string;
  readonly kind: string;
  readonly target: string;
}

interface ReplayChoice {
  readonly mode: 'recorded' | 'live';
  /** The block with which it begins; undefined for the start. */
  readonly from: string | undefined;
}

/** The blocks of the run in their order, outside and inside of containers, and what will happen to them. */
export function replayPlan(spans: readonly TraceSpan[], effects: readonly Effect[], { mode, from }: ReplayChoice): readonly PlannedBlock[] {
  const blocks = blocksOf(spans);
  const begin = from === undefined ? undefined : blocks.find(({ blockId }) => blockId === from);
  return blocks.map(({ blockId, name, type, startMs, endMs }) => {
    const isTakenOver = begin !== undefined && blockId !== from && endMs <= begin.startMs && startMs <= begin.startMs;
    const isCalling = mode === 'live' && !isTakenOver;
    const calls = isCalling ? effects.filter((effect) => effect.blockId === blockId).map(({ kind, target }) => `${kind} ${target}`) : [];
    return { blockId, name, type, isTakenOver, calls };
  });
}

interface BlockTimes {
  readonly blockId: string;
  readonly name: string;
  readonly type: string;
  readonly startMs: number;
  readonly endMs: number;
}

/** Each block once, with its first start and its last end. */
function blocksOf(spans: readonly TraceSpan[]): readonly BlockTimes[] {
  const found = new Map<string, BlockTimes>();
  const waiting = spans.toReversed();
  for (let span = waiting.pop(); span !== undefined; span = waiting.pop()) {
    waiting.push(...span.children.toReversed());
    const { blockId, name, type, startTime, endTime } = span;
    if (blockId === undefined) continue;
    const known = found.get(blockId);
    const [startMs, endMs] = [Date.parse(startTime), Date.parse(endTime)];
    found.set(blockId, {
      blockId,
      name: known?.name ?? name,
      type,
      startMs: Math.min(startMs, known?.startMs ?? startMs),
      endMs: Math.max(endMs, known?.endMs ?? endMs),
    });
  }
  return [...found.values()];
}
