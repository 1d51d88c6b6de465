import type { IncomingMessage, ServerResponse } from 'node:http';

/** How much of a body the server still reads after it has answered. Callers that send everything before they read then get the answer. */
const mostBytes = 128 * 1024 * 1024;
const mostMs = 10_000;

/**
 * Completes an answer whose request may still be arriving. A connection that is closed while bytes arrive is reset, and the caller loses the
 * answer. So the rest of the body is read and dropped, within bounds; beyond them the connection is closed.
 */
export function endEarly(request: IncomingMessage, response: ServerResponse, text: string): void {
  if (request.complete || request.destroyed) return void response.end(text);
  const isLast = !response.shouldKeepAlive || response.getHeader('Connection') === 'close';
  if (!response.headersSent) response.setHeader('Content-Length', Buffer.byteLength(text));
  // The server closes the connection when the last answer on it ends.
  if (isLast) response.write(text);
  else response.end(text);
  dropRest(request, (isWhole) => {
    if (isLast) response.end();
    else if (!isWhole) request.destroy();
  });
}

function dropRest(request: IncomingMessage, done: (isWhole: boolean) => void): void {
  let left = mostBytes;
  const finish = (): void => {
    clearTimeout(timer);
    request.off('data', count).off('end', finish).off('close', finish);
    done(request.complete);
  };
  const count = (chunk: Buffer): void => {
    left -= chunk.length;
    if (left < 0) finish();
  };
  const timer = setTimeout(finish, mostMs);
  timer.unref();
  request.unpipe();
  request.on('data', count).on('end', finish).on('close', finish).resume();
}
