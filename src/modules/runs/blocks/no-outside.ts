import { OutboundHttp } from '#world/outbound/outbound-http.js';
import { BlockFailure } from '#engine/block-failure.js';

/** Why a block of a recorded replay fails that wants what the recorded run never did. */
export function notRecorded(): BlockFailure {
  return new BlockFailure(
    'A recorded replay touches nothing outside and waits for nothing, and the recorded run has no answer to tell here',
    {
      status: 409,
    },
  );
}

class NoOutside extends OutboundHttp {
  send(): Promise<never> {
    return Promise.reject(notRecorded());
  }
}

/** The outside of a recorded replay: blocks have been refused before they get here; this makes sure of it. */
export const noOutside: OutboundHttp = new NoOutside();
