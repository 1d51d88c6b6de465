import type { StreamMessage } from './generated/types.js';
import { serverEvents } from './server-events.js';
import { SluiceError } from './sluice-error.js';
import { pause } from './transport.js';

export type RunMessage = Exclude<StreamMessage, '[DONE]'>;

interface StreamSource {
  readonly first: Response;
  /** The id of the message before the first one. */
  readonly after?: string | undefined;
  /** Opens the stream after the event with this id. 204: no events are left. */
  readonly again: (last: string | undefined) => Promise<Response>;
  readonly executionId?: string;
  readonly signal: AbortSignal | undefined;
}

const mostReconnects = 10;

/** The messages of a run up to its end. Reconnects after a lost connection and continues after the last message. */
export async function* messagesOf<Message>({ first, after, again, executionId, signal }: StreamSource): AsyncIterable<Message> {
  let response = first;
  let last = after;
  for (let lost = 0; lost < mostReconnects; lost += 1) {
    // A server that sends heartbeats is there, however long the run says nothing.
    const onLine = (): void => {
      if (isEventStream(response)) lost = 0;
    };
    for await (const { id, message } of untilLost(response, { signal, onLine })) {
      last = id ?? last;
      if (message === '[DONE]') return;
      yield message as Message;
    }
    await pause(Math.min(5000, 100 * 2 ** lost), signal);
    response = await again(last);
    if (response.status === 204) return;
  }
  throw new SluiceError(`The stream was lost ${mostReconnects} times in a row`, {
    kind: 'NETWORK',
    ...(executionId === undefined ? {} : { executionId }),
  });
}

/** A page of a proxy is none, whatever its status. */
function isEventStream({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('text/event-stream') === true;
}

interface Placed {
  readonly id: string | undefined;
  readonly message: unknown;
}

interface Reading {
  readonly signal: AbortSignal | undefined;
  /** Called for each line that arrives. */
  readonly onLine: () => void;
}

/** The messages of one connection; ends when it is lost. @throws SluiceError INVALID_JSON; the reason of the signal */
async function* untilLost({ body, status }: Response, { signal, onLine }: Reading): AsyncIterable<Placed> {
  if (body === null) return;
  try {
    for await (const { id, data } of serverEvents(body, onLine)) yield { id, message: JSON.parse(data) as unknown };
  } catch (cause) {
    signal?.throwIfAborted();
    if (cause instanceof SyntaxError) throw new SluiceError('A message of the stream is not JSON', { kind: 'INVALID_JSON', status, cause });
  }
}
