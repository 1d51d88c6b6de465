import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

/**
 * Answers with these parts, as fast as the caller takes them. A caller who has left wants no more of them, and that is no failure; one
 * who asks with HEAD wants none at all.
 */
export async function pipeToCaller(parts: AsyncIterable<string | Buffer>, response: Response): Promise<void> {
  if (response.req.method === 'HEAD') return void response.end();
  const { socket } = response;
  await pipeline(parts, response).catch((error: unknown) => {
    // What fails on our side closes the answer, but has an error of its own.
    if (socket?.destroyed !== true || (error as { code?: unknown }).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
}
