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

/**
 * The messages of a run up to its end. Reconnects after a lost connection and continues after the last message; a server that is away or too
 * busy for the moment counts as a lost connection. Errors have the id of the run.
 */
export async function* messagesOf<Message>(source: StreamSource): AsyncIterable<Message> {
  const { executionId } = source;
  try {
    yield* reconnected<Message>(source);
  } catch (error) {
    const isNameless = error instanceof SluiceError && error.executionId === undefined && executionId !== undefined;
    throw isNameless ? Object.assign(error, { executionId }) : error;
  }
}

async function* reconnected<Message>({ first, after, again, signal }: StreamSource): AsyncIterable<Message> {
  let response: Response | undefined = first;
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
    response = await again(last).catch(awayForNow);
    if (response?.status === 204) return;
  }
  throw new SluiceError(`The stream was lost ${mostReconnects} times in a row`, { kind: 'NETWORK' });
}

/** @throws what does not pass by itself */
function awayForNow(error: unknown): undefined {
  const isAway = error instanceof SluiceError && (error.kind === 'NETWORK' || [429, 502, 503, 504].includes(error.status ?? 0));
  if (!isAway) throw error;
}

/** A page of a proxy is none, whatever its status. */
function isEventStream(response: Response | undefined): boolean {
  return response?.headers.get('content-type')?.startsWith('text/event-stream') === true;
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
async function* untilLost(response: Response | undefined, { signal, onLine }: Reading): AsyncIterable<Placed> {
  const { body, status } = response ?? {};
  if (!body) return;
  try {
    for await (const { id, data } of serverEvents(body, onLine)) yield { id, message: JSON.parse(data) as unknown };
  } catch (cause) {
    signal?.throwIfAborted();
    if (cause instanceof SyntaxError) throw new SluiceError('A message of the stream is not JSON', { kind: 'INVALID_JSON', status, cause });
  }
}
