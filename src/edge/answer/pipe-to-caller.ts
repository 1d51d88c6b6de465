import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

/**
 * Answers with these parts, as fast as the caller reads them. A caller that disconnects ends the answer without a failure. A HEAD request
 * gets no parts.
 */
export async function pipeToCaller(parts: AsyncIterable<string | Buffer>, response: Response): Promise<void> {
  if (response.req.method === 'HEAD') return void response.end();
  const { socket } = response;
  await pipeline(parts, response).catch((error: unknown) => {
    // A failure of the source closes the response too, but has a different error.
    if (socket?.destroyed !== true || (error as { code?: unknown }).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
}
