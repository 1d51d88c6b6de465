import { BlockFailure } from '#engine/block-failure.js';

/** The failure of a block of a recorded replay that needs an answer which the recorded run does not hold. */
export function notRecorded(): BlockFailure {
  return new BlockFailure(
    'A recorded replay touches nothing outside and waits for nothing, and the recorded run has no answer to tell here',
    { status: 409 },
  );
}
