import type { JsonObject } from '#kernel/json.js';
import { nextMoment, type HumanPause } from '../../pause.js';
import type { PausedNode } from './paused-nodes.js';

/** Why a paused block wakes by itself: its timer is due, its question has expired, or its reminder is due. */
export type Wake =
  | { readonly kind: 'due'; readonly wait: PausedNode }
  | { readonly kind: 'expired'; readonly wait: PausedNode; readonly pause: HumanPause }
  | { readonly kind: 'remind'; readonly wait: PausedNode };

/** The blocks that something happens to by now; when none: the moment at which something will, null for never. */
export function wakesBy(waits: readonly PausedNode[], now: number): { readonly wakes: readonly Wake[]; readonly next: string | null } {
  const moments = waits.map((wait) => ({ wait, moment: momentOf(wait) }));
  const wakes = moments.flatMap(({ wait, moment }) => (moment <= now ? [wakeOf(wait, now)] : []));
  const next = Math.min(...moments.map(({ moment }) => moment));
  return { wakes, next: Number.isFinite(next) ? new Date(next).toISOString() : null };
}

/** What a caller sees of a run that waits: what its waiting blocks say. */
export function outputOf(waits: readonly PausedNode[]): JsonObject {
  const outputs = waits.map(({ paused }) => paused.output);
  const [only = {}] = outputs;
  return outputs.length > 1 ? { pausedBlocks: outputs, pauseCount: outputs.length } : only;
}

function momentOf({ paused, isReminded }: PausedNode): number {
  const moment = nextMoment(paused.pause, isReminded);
  return moment === null ? Infinity : Date.parse(moment);
}

/** An expired question gets no reminder. */
function wakeOf(wait: PausedNode, now: number): Wake {
  const { pause } = wait.paused;
  if (pause.kind === 'time') return { kind: 'due', wait };
  const isExpired = pause.expiresAt !== null && Date.parse(pause.expiresAt) <= now;
  return isExpired || pause.remindAt === null || wait.isReminded ? { kind: 'expired', wait, pause } : { kind: 'remind', wait };
}
