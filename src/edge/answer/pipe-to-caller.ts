import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

/** A caller that has not taken a part of an answer after this time is disconnected, in ms. */
const usualPatienceMs = 60_000;

/**
 * Answers with these parts, as fast as the caller reads them. A caller that disconnects ends the answer without a failure, and so does `ended`, which
 * cuts the connection. A HEAD request gets no parts.
 */
export async function pipeToCaller(
  parts: AsyncIterable<string | Buffer>,
  response: Response,
  { ended, patienceMs }: { readonly ended?: AbortSignal; readonly patienceMs?: number } = {},
): Promise<void> {
  if (response.req.method === 'HEAD') return void response.end();
  const { socket } = response;
  const cut = (): void => void response.destroy();
  if (ended?.aborted === true) return cut();
  ended?.addEventListener('abort', cut, { once: true });
  try {
    await pipeline(takenParts(parts, response, patienceMs), response);
  } catch (error) {
    // A failure of the source closes the response too, but has a different error.
    if (socket?.destroyed !== true || (error as { code?: unknown }).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  } finally {
    ended?.removeEventListener('abort', cut);
  }
}

/**
 * These parts for a pipeline into a response, which asks for the next one when the caller has taken the last. An answer that only waits for its caller
 * takes no place of the overload gate.
 */
export async function* takenParts<Part>(
  parts: AsyncIterable<Part>,
  response: Response,
  patienceMs = usualPatienceMs,
): AsyncGenerator<Part> {
  for await (const part of parts) {
    response.req.place?.endWork();
    const timer = setTimeout(() => response.destroy(), patienceMs).unref();
    try {
      yield part;
    } finally {
      clearTimeout(timer);
    }
  }
}
