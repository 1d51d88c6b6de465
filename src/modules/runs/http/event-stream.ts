import type { ServerResponse } from 'node:http';
import type { Message } from '../watch/follow-run.js';

/** A reader that takes nothing for this long is cut off; it may come back for the rest. */
const patienceMs = 60_000;

/**
 * Answers with Server-Sent Events, as fast as the reader takes them: the next message is asked for once the last one is on its way.
 * Without any message the answer is 204, which tells a reader that there is nothing left to come back for.
 */
export async function sendEvents(response: ServerResponse, messages: AsyncIterable<Message>, drainMs = patienceMs): Promise<void> {
  for await (const message of messages) {
    if (!response.headersSent) begin(response);
    if (!response.write(textOf(message)) && !(await drained(response, drainMs))) return void response.destroy();
  }
  if (!response.headersSent) response.statusCode = 204;
  response.end();
}

/** Answers that there is a stream, without what is in it. */
export function sendEventHeaders(response: ServerResponse): void {
  begin(response);
  response.end();
}

function begin(response: ServerResponse): void {
  response.statusCode = 200;
  response.setHeader('Content-Type', 'text/event-stream');
  response.setHeader('Cache-Control', 'no-cache');
  response.setHeader('Connection', 'keep-alive');
  response.setHeader('X-Accel-Buffering', 'no');
}

function textOf(message: Message): string {
  return 'comment' in message ? `: ${message.comment}\n\n` : `id: ${message.id}\ndata: ${JSON.stringify(message.data)}\n\n`;
}

/** Resolves when the reader has taken what was written: false when it is gone or does not. */
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
