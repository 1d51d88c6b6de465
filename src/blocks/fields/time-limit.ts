import type { Json } from '#kernel/json.js';
import { coerce } from '#engine/values/coerce.js';
import type { BlockContext } from '../block.js';

/** A run that is out of time ends by its own clock, which stops its blocks; a block must not outlive the run for long. */
const afterRunMs = 1000;

/** Time limit of a block in ms: the author's, within `mostMs` and the time left for the run plus one second. */
export function timeLimitMs(
  timeout: Json | undefined,
  context: Pick<BlockContext, 'defaultTimeoutMs' | 'remainingMs'>,
  mostMs = Infinity,
): number {
  const asked = coerce('number', timeout ?? null);
  const wanted = typeof asked === 'number' && asked > 0 ? asked : context.defaultTimeoutMs;
  return Math.max(1, Math.floor(Math.min(wanted, mostMs, context.remainingMs() + afterRunMs)));
}
