import type { IncomingHttpHeaders } from 'node:http';

/** Whether a client asks for server-sent events where an address also has another answer. */
export function wantsEvents({ accept }: IncomingHttpHeaders): boolean {
  return accept?.includes('text/event-stream') === true;
}
