import type { ShownEvent } from '@sluice/client';
import type { ExecutionFact } from '../../../src/engine/execution.events.js';
import { chargedNanoUsd, spendingOf } from '../../../src/engine/trace/run-spending.js';
import type { BlockState } from '../canvas/canvas-block.js';
import { durationParts, moneyText } from '../parts/show/amounts.js';
import type { RunStatus } from '../parts/show/status-pill.js';
import { endsRun } from './event-facts.js';

/** What a run has done with a block so far. */
export interface BlockRun {
  readonly blockId: string;
  readonly state: BlockState;
  readonly error?: string;
  /** The event with its output: of several passes the one that failed, else the latest. Absent until the block has ended. */
  readonly event?: ShownEvent;
}

interface Trail {
  readonly ends: ShownEvent[];
  /** What has begun and not ended, by its name within the run. */
  readonly open: Map<string, 'running' | 'waiting'>;
  nanoUsd: number;
}

/** The blocks of a run in the order in which they began. */
export function blockRuns(events: readonly ShownEvent[]): readonly BlockRun[] {
  const trails = new Map<string, Trail>();
  const trailOf = new Map<string, Trail>();
  for (const event of events) {
    const { type, node, blockId } = event;
    if (type === 'execution.model-answered' && node !== undefined) charge(trailOf.get(ownNode(node)), event);
    // Blocks of a called workflow are not in the document of the run, and tools of an agent are no blocks.
    if (blockId === undefined || node === undefined || node.includes('()/') || type === 'execution.tool-answered') continue;
    const trail = trails.get(blockId) ?? { ends: [], open: new Map(), nanoUsd: 0 };
    trails.set(blockId, trail);
    trailOf.set(node, trail);
    follow(trail, event, node);
  }
  const isOver = events.some(endsRun);
  return [...trails].map(([blockId, trail]) => blockRun(blockId, trail, isOver));
}

function follow({ ends, open }: Trail, event: ShownEvent, node: string): void {
  const { type } = event;
  if (type === 'execution.block-completed' || type === 'execution.block-failed') {
    ends.push(event);
    // The calls of an agent are over with it.
    for (const name of open.keys()) if (name === node || name.startsWith(`${node}#`)) open.delete(name);
  } else if (type === 'execution.block-paused') open.set(node, 'waiting');
  else if (type === 'execution.pause-ended' || !open.has(node)) open.set(node, 'running');
}

/** The block of this workflow that a call of a model belongs to: the agent, or the block that has called its workflow. */
function ownNode(node: string): string {
  return (node.split('()/', 1)[0] ?? node).replace(/#.*$/, '');
}

function charge(trail: Trail | undefined, { payload }: ShownEvent): void {
  if (trail !== undefined) trail.nanoUsd += chargedNanoUsd(payload as unknown as Parameters<typeof chargedNanoUsd>[0]);
}

function blockRun(blockId: string, { ends, open, nanoUsd }: Trail, isOver: boolean): BlockRun {
  const shown = ends.find(isBroken) ?? ends.at(-1);
  const states = [...open.values()];
  const active = isOver ? undefined : (states.find((each) => each === 'waiting') ?? states[0]);
  const error = shown?.payload['error'];
  return {
    blockId,
    state: { ...stateOf(shown, active, ends), ...spentOn(ends, nanoUsd) },
    ...(typeof error === 'string' && { error }),
    ...(shown !== undefined && { event: shown }),
  };
}

function stateOf(shown: ShownEvent | undefined, active: 'running' | 'waiting' | undefined, ends: readonly ShownEvent[]): BlockState {
  if (active !== undefined && !(shown !== undefined && isBroken(shown))) {
    return { tone: active === 'waiting' ? 'wait' : 'run', word: active };
  }
  if (shown === undefined) return { tone: 'plain', word: 'stopped' };
  const { recorded, pinned } = shown.payload;
  const end = { end: durationOf(ends) };
  if (isBroken(shown)) return { tone: 'bad', word: 'failed', ...end };
  if (recorded === true) return { tone: 'plain', word: 'taken over' };
  if (pinned === true) return { tone: 'plain', word: 'pinned' };
  if (shown.type === 'execution.block-failed') return { tone: 'warn', word: 'failed, handled', ...end };
  return { tone: 'good', word: 'completed', ...end };
}

function isBroken({ type, payload }: ShownEvent): boolean {
  return type === 'execution.block-failed' && payload['handled'] !== true;
}

/** Tries beyond the first one of each pass, and what models cost. */
function spentOn(ends: readonly ShownEvent[], nanoUsd: number): Pick<BlockState, 'spent'> {
  const tries = ends.reduce((sum, { payload }) => sum + (typeof payload['tries'] === 'number' ? payload['tries'] : 1), 0);
  const spent = [...(tries > ends.length ? [`${tries} tries`] : []), ...(nanoUsd > 0 ? [moneyText(nanoUsd / 1e9)] : [])];
  return spent.length === 0 ? {} : { spent: spent.join(', ') };
}

function durationOf(ends: readonly ShownEvent[]): string {
  const total = ends.reduce((sum, { payload }) => sum + between(payload['startedAt'], payload['endedAt']), 0);
  const { value, unit } = durationParts(total);
  return ends.length === 1 ? `${value} ${unit}` : `${ends.length}×, ${value} ${unit}`;
}

/** The state of a whole run. */
export interface RunState {
  readonly status: RunStatus;
  readonly isOver: boolean;
  /** How long it took; null until it has ended. */
  readonly ms: number | null;
  /** What it has cost so far, in US dollars. */
  readonly costUsd: number;
  readonly error?: string;
  /** The event with its output; absent until it has ended. */
  readonly event?: ShownEvent;
}

const statuses: Readonly<Record<string, RunStatus>> = {
  'execution.completed': 'completed',
  'execution.failed': 'failed',
  'execution.cancelled': 'cancelled',
  'execution.paused': 'paused',
  'execution.resumed': 'running',
};

export function runState(events: readonly ShownEvent[]): RunState {
  const last = events.findLast(({ type }) => Object.hasOwn(statuses, type));
  const status = (last === undefined ? undefined : statuses[last.type]) ?? 'running';
  const { costUsd } = spendingOf(events as unknown as readonly ExecutionFact[]);
  if (last === undefined || !endsRun(last)) return { status, isOver: false, ms: null, costUsd };
  const error = last.payload['error'];
  return {
    status,
    isOver: true,
    ms: between(events[0]?.payload['startedAt'], last.payload['endedAt']),
    costUsd,
    ...(typeof error === 'string' && { error }),
    event: last,
  };
}

function between(from: unknown, to: unknown): number {
  return typeof from === 'string' && typeof to === 'string' ? Math.max(0, Date.parse(to) - Date.parse(from)) : 0;
}
