import { once } from 'node:events';
import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

export interface StreamedUpload {
  readonly url: string;
  readonly key: string;
  readonly workspaceId: string;
  readonly name: string;
  /** Bytes of the file. */
  readonly size: number;
  /** What the file is made of, again and again. */
  readonly chunk?: Buffer;
  /** Whether the form says beforehand how long it is. */
  readonly saysLength?: boolean;
  /** Leaves, or does something else, once so many bytes were sent. */
  readonly after?: { readonly bytes: number; readonly act: (sending: ClientRequest) => unknown };
}

export interface UploadAnswer {
  readonly status: number;
  readonly body: { readonly error?: string; readonly code?: string; readonly data?: { readonly file: { readonly id: string } } };
}

const usual = Buffer.alloc(64 * 1024, 'a file ');

/** Sends a form with a file piece by piece, as a client with little memory does. */
export async function sendUpload(options: StreamedUpload): Promise<UploadAnswer> {
  const { url, key, workspaceId, name, size, saysLength = true } = options;
  const head = `--form\r\nContent-Disposition: form-data; name="workspaceId"\r\n\r\n${workspaceId}\r\n--form\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: text/plain\r\n\r\n`;
  const tail = '\r\n--form--\r\n';
  const length = saysLength ? { 'content-length': head.length + size + tail.length } : {};
  const sending = request(`${url}/api/v1/files`, {
    method: 'POST',
    agent: false,
    headers: { 'x-api-key': key, 'content-type': 'multipart/form-data; boundary=form', ...length },
  });
  const answered = once(sending, 'response') as Promise<[IncomingMessage]>;
  answered.catch(() => undefined);
  sending.write(head);
  await Promise.race([answered, send(sending, options)]);
  if (!sending.destroyed) sending.end(tail);
  const [answer] = await answered;
  return { status: answer.statusCode ?? 0, body: JSON.parse(await text(answer)) as UploadAnswer['body'] };
}

async function send(sending: ClientRequest, { size, chunk = usual, after }: StreamedUpload): Promise<void> {
  let isAwaited = after !== undefined;
  for (let sent = 0; sent < size && !sending.destroyed; sent += chunk.length) {
    if (isAwaited && after !== undefined && sent >= after.bytes) {
      isAwaited = false;
      await after.act(sending);
    }
    if (!sending.write(chunk.subarray(0, Math.min(chunk.length, size - sent))))
      await Promise.race([once(sending, 'drain'), once(sending, 'close')]);
  }
}
