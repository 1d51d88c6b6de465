import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { STATUS_CODES } from 'node:http';
import type { Logger } from '#host/logging/logger.js';
import { bodyFor, fixedAnswer } from '#edge/answer/error-answer.js';
import { requestIdOf, securityHeaders } from '#edge/request/request-context.js';

const statusOf: ReadonlyMap<string | undefined, number> = new Map([
  ['HPE_HEADER_OVERFLOW', 431],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', 413],
  ['ERR_HTTP_REQUEST_TIMEOUT', 408],
]);

/** The caller loses the answer when a connection is closed while bytes are still arriving. The server reads on for this long. */
const lingerMs = 500;

/** How much of a first line is read. */
const longestTarget = 2000;

interface UnreadableError extends NodeJS.ErrnoException {
  readonly rawPacket?: Buffer;
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/**
 * Answers requests that the HTTP parser cannot read, or whose `Expect` header the server does not support, with this server's error body and a
 * request id. Node alone answers with a bare status, which cannot be found in the log. Is called before the server listens.
 */
export function answerUnreadable(server: Server, logger: Pick<Logger, 'info'>): void {
  const latest = new WeakMap<Duplex, Exchange>();
  const refused = new WeakSet<Duplex>();
  server.prependListener('request', (request, response) => latest.set(request.socket, { request, response }));
  server.on('checkExpectation', (request, response) => {
    const requestId = requestIdOf(request.headers);
    const { status, body } = fixedAnswer(417);
    const text = JSON.stringify(bodyFor(request.url ?? '', { status, body }));
    response.writeHead(status, headersOf(text, requestId)).end(text);
    logger.info({ channel: 'acc', status, requestId }, 'request');
  });
  server.on('clientError', (error: UnreadableError, socket) => {
    // Node also reports here the bytes that arrive while a connection is being closed.
    if (refused.has(socket)) return;
    refused.add(socket);
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    const before = latest.get(socket);
    const url = urlOf(error, before);
    const refuse = (): void => {
      const requestId = randomUUID();
      const status = close(socket, { code: error.code, url }, requestId);
      logger.info({ channel: 'acc', status, requestId, reason: error.code }, 'request');
    };
    if (before === undefined || before.response.writableFinished) refuse();
    // With pipelined requests, the earlier ones are answered first.
    else if (before.request.complete) before.response.once('finish', refuse);
    else if (before.response.headersSent) socket.destroy();
    else refuse();
  });
}

/** @returns the status of the answer */
function close(socket: Duplex, { code, url }: { readonly code: string | undefined; readonly url: string }, requestId: string): number {
  if (!socket.writable) {
    socket.destroy();
    return 0;
  }
  const { status, body } = fixedAnswer(statusOf.get(code) ?? 400);
  const text = JSON.stringify(bodyFor(url, { status, body }));
  const fields = Object.entries(headersOf(text, requestId)).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${fields.join('')}\r\n${text}`);
  const destroy = (): void => void socket.destroy();
  socket.once('end', destroy);
  setTimeout(destroy, lingerMs).unref();
  return status;
}

/** The address of the request: from the request itself when only its body could not be read, else from the first line in the unreadable bytes. */
function urlOf({ rawPacket }: UnreadableError, latest: Exchange | undefined): string {
  if (latest?.request.complete === false) return latest.request.url ?? '';
  return /^[A-Z]+ (\S+)/.exec(rawPacket?.toString('latin1', 0, longestTarget) ?? '')?.[1] ?? '';
}

function headersOf(text: string, requestId: string): Record<string, string> {
  return {
    'X-Request-Id': requestId,
    ...Object.fromEntries(securityHeaders),
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(text)),
    Connection: 'close',
  };
}
