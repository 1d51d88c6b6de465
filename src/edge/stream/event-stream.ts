import type { ServerResponse } from 'node:http';
import { isLargeJson, writeJson } from '#host/loop/write-json.js';
import type { Json } from '#kernel/json.js';

/**
 * An event with its id, a comment that keeps the connection open, or the end of a stream that continues elsewhere: the reader connects again
 * after `reconnectMs`.
 */
export type StreamedEvent = { readonly id: string; readonly data: Json } | { readonly comment: string } | { readonly reconnectMs: number };

/** A reader that receives nothing for this long is disconnected, in ms. It may reconnect for the rest. */
const patienceMs = 60_000;

/**
 * Responds with server-sent events, at the speed of the reader: the next message is read once the last one is sent. Without any message
 * the status is 204, which tells a client not to reconnect.
 */
export async function sendEvents(response: ServerResponse, messages: AsyncIterable<StreamedEvent>, drainMs = patienceMs): Promise<void> {
  for await (const message of messages) {
    if (!response.headersSent) begin(response);
    if (!response.write(await textOf(message)) && !(await drained(response, drainMs))) return void response.destroy();
  }
  if (!response.headersSent) response.statusCode = 204;
  response.end();
}

/** Responds with the headers of a stream, without its content. */
export function sendEventHeaders(response: ServerResponse): void {
  begin(response);
  response.end();
}

function begin(response: ServerResponse): void {
  response.statusCode = 200;
  response.setHeader('Content-Type', 'text/event-stream');
  response.setHeader('Cache-Control', 'no-cache');
  // A process that stops has set another value.
  if (!response.hasHeader('Connection')) response.setHeader('Connection', 'keep-alive');
  response.setHeader('X-Accel-Buffering', 'no');
}

async function textOf(message: StreamedEvent): Promise<string> {
  if ('reconnectMs' in message) return `event: reconnect\nretry: ${message.reconnectMs}\ndata: {"event":"reconnect"}\n\n`;
  if ('comment' in message) return `: ${message.comment}\n\n`;
  const { id, data } = message;
  return `id: ${id}\ndata: ${isLargeJson(data) ? await writeJson(data) : JSON.stringify(data)}\n\n`;
}

/** Resolves when the reader has received the data: false when it has disconnected or does not read. */
function drained(response: ServerResponse, ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = (isDrained: boolean) => (): void => {
      clearTimeout(timer);
      response.off('drain', taken).off('close', gone);
      resolve(isDrained);
    };
    const [taken, gone] = [settle(true), settle(false)];
    const timer = setTimeout(gone, ms);
    response.on('drain', taken).on('close', gone);
    if (response.destroyed) gone();
  });
}
