import { request, type IncomingMessage } from 'node:http';
import type { Json } from '#kernel/json.js';
import type { TestApp } from './test-app.js';

export interface ReadFrame {
  readonly id: string;
  readonly data: Json;
}

/** A stream that is being read. */
export interface OpenStream {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  /** All frames so far. */
  readonly frames: readonly ReadFrame[];
  readonly comments: readonly string[];
  /** What came, when it is no stream. */
  text(): string;
  /** Resolves when the other side has ended it. */
  readonly ended: Promise<void>;
  /** Goes away without a word. */
  leave(): void;
}

interface StreamRequest {
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Opens a stream with the key of the first user; resolves with its headers. */
export function openStream(
  server: Pick<TestApp, 'url' | 'first'>,
  { method = 'GET', path, body, headers }: StreamRequest,
): Promise<OpenStream> {
  return openStreamAt(`${server.url}${path}`, { method, body, headers: { 'X-API-Key': server.first.apiKey, ...headers } });
}

export function openStreamAt(
  url: string,
  { method, body, headers }: { method: string; body?: unknown; headers: Record<string, string> },
): Promise<OpenStream> {
  return new Promise((resolve, reject) => {
    const json = body === undefined ? {} : { 'Content-Type': 'application/json' };
    const sent = request(url, { method, headers: { ...json, ...headers } }, (response) => resolve(read(response)));
    sent.on('error', reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

function read(response: IncomingMessage): OpenStream {
  const frames: ReadFrame[] = [];
  const comments: string[] = [];
  let [text, rest] = ['', ''];
  response.setEncoding('utf8');
  response.on('data', (chunk: string) => {
    text += chunk;
    const parts = (rest + chunk).split('\n\n');
    rest = parts.pop() ?? '';
    for (const part of parts) {
      const frame = /^id: (.+)\ndata: (.+)$/.exec(part);
      if (frame === null) comments.push(part);
      else frames.push({ id: frame[1] ?? '', data: JSON.parse(frame[2] ?? '') as Json });
    }
  });
  const ended = new Promise<void>((resolve) => response.once('close', resolve));
  response.on('error', () => undefined);
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    frames,
    comments,
    text: () => text,
    ended,
    leave: () => void response.destroy(),
  };
}
