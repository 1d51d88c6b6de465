import { Agent, request } from 'node:http';

/** What arrived on one connection, with the time of each piece. It is parsed afterwards, so that the readers take little from the server. */
export interface ReadStream {
  readonly status: number;
  readonly pieces: readonly (readonly [atMs: number, bytes: Buffer])[];
}

/** A frame of an event stream, and when it arrived. */
export interface ReadFrame {
  readonly atMs: number;
  readonly data: string;
}

interface Sent {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

const agent = new Agent({ keepAlive: true, maxSockets: Infinity });

/** Sends a request and reads its answer to the end. A kept connection that the server has just closed is replaced. */
export function readStream(url: string, sent: Sent): Promise<ReadStream> {
  const { headers, body } = sent;
  return new Promise((resolve, reject) => {
    const text = JSON.stringify(body);
    const length = Buffer.byteLength(text);
    const asked = request(url, {
      method: 'POST',
      agent,
      headers: { ...headers, 'content-type': 'application/json', 'content-length': length },
    });
    asked.on('error', (error: NodeJS.ErrnoException) => {
      if (asked.reusedSocket && error.code === 'ECONNRESET') readStream(url, sent).then(resolve, reject);
      else reject(error);
    });
    asked.on('response', (response) => {
      const pieces: [number, Buffer][] = [];
      response.on('data', (bytes: Buffer) => void pieces.push([Date.now(), bytes]));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, pieces }));
      response.on('error', reject);
    });
    asked.end(text);
  });
}

/** The `data` of the frames of a stream. A frame arrives with its last byte. */
export function framesOf({ pieces }: Pick<ReadStream, 'pieces'>): readonly ReadFrame[] {
  const frames: ReadFrame[] = [];
  const decoder = new TextDecoder();
  let rest = '';
  for (const [atMs, bytes] of pieces) {
    const messages = (rest + decoder.decode(bytes, { stream: true })).split('\n\n');
    rest = messages.pop() ?? '';
    for (const message of messages)
      for (const line of message.split('\n')) if (line.startsWith('data: ')) frames.push({ atMs, data: line.slice(6) });
  }
  return frames;
}
