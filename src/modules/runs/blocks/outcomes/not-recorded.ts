import { BlockFailure } from '#engine/block-failure.js';

/** The failure of a block of a recorded replay that needs an answer which the recorded run does not hold. */
export function notRecorded(): BlockFailure {
  return new BlockFailure('A recorded replay cannot use external systems or wait, and the recorded run has no result for this block', {
    status: 409,
  });
}
