import type { Response as HttpResponse } from 'express';

/** Sends a response of the library at the speed of the client. A client that closes the connection cancels it. */
export async function sendWebResponse(response: HttpResponse, { status, headers, body }: Response): Promise<void> {
  response.statusCode = status;
  for (const [name, value] of headers) response.setHeader(name, value);
  if (headers.get('content-type')?.startsWith('text/event-stream') === true) response.setHeader('X-Accel-Buffering', 'no');
  if (body === null) return void response.end();
  response.flushHeaders();
  const reader = body.getReader();
  const cancel = (): void => void reader.cancel().catch(() => undefined);
  // A client that has left before is not reported again.
  if (response.destroyed) cancel();
  else response.once('close', cancel);
  try {
    for (let part = await reader.read(); !part.done && !response.destroyed; part = await reader.read())
      if (!response.write(part.value)) await drained(response);
  } finally {
    response.off('close', cancel);
    response.end();
  }
}

/** Waits until the client has taken what was written, or has left. */
function drained(response: HttpResponse): Promise<void> {
  if (response.destroyed) return Promise.resolve();
  const { promise, resolve } = Promise.withResolvers<void>();
  const end = (): void => {
    response.off('drain', end).off('close', end);
    resolve();
  };
  response.on('drain', end).on('close', end);
  return promise;
}
