import { request as httpRequest } from 'node:http';
import type { JsonObject } from '#kernel/json.js';
import { openStreamAt, type OpenStream } from '../event-stream.js';
import type { TestApp } from '../test-app.js';
import { deployState, functionBlock, inARow } from '../run-api.js';

let made = 0;

/** A workflow that repeats the message, with what else it receives. */
export const echo = (code = 'return { said: <start.input>, conversationId: <start.conversationId> }'): JsonObject =>
  inARow(functionBlock('echo', code));

export interface MadeChat {
  readonly id: string;
  readonly identifier: string;
  readonly workflowId: string;
  readonly path: string;
}

/** A chat of the first workspace whose reply is what the function says. */
export async function aChat(server: TestApp, settings: JsonObject = {}, state: JsonObject = echo()): Promise<MadeChat> {
  made += 1;
  const workflowId = (settings['workflowId'] as string | undefined) ?? (await deployState(server, state));
  const identifier = (settings['identifier'] as string | undefined) ?? `chat-${made}`;
  const outputConfigs = [{ blockId: 'echo', path: 'result.said' }];
  const body = { workflowId, identifier, title: `Chat ${made}`, outputConfigs, ...settings };
  const created = await server.as(server.first.apiKey).post('/api/chat').send(body).expect(200);
  return { id: created.body.id as string, identifier, workflowId, path: `/api/chat/${identifier}` };
}

/** A visitor with a browser: it keeps the cookies of the server. */
export class Browser {
  readonly cookies = new Map<string, string>();
  /** The last headers that set cookies. */
  setCookies: readonly string[] = [];

  constructor(private readonly server: Pick<TestApp, 'url'>) {}

  async get(path: string, headers: Record<string, string> = {}): Promise<{ status: number; body: JsonObject; headers: Headers }> {
    return this.#read(await fetch(this.server.url + path, { headers: { ...this.#cookie(), ...headers } }));
  }

  async post(path: string, body: object | FormData, headers: Record<string, string> = {}): ReturnType<Browser['get']> {
    const isForm = body instanceof FormData;
    const type: Record<string, string> = isForm ? {} : { 'Content-Type': 'application/json' };
    const sent = { method: 'POST', headers: { ...this.#cookie(), ...type, ...headers }, body: isForm ? body : JSON.stringify(body) };
    return this.#read(await fetch(this.server.url + path, sent));
  }

  async put(path: string, body: object): ReturnType<Browser['get']> {
    const headers = { ...this.#cookie(), 'Content-Type': 'application/json' };
    return this.#read(await fetch(this.server.url + path, { method: 'PUT', headers, body: JSON.stringify(body) }));
  }

  /** Sends a message and reads the frames of its run to their end. */
  async say(path: string, body: object, headers: Record<string, string> = {}): Promise<Said> {
    const stream = await openStreamAt(this.server.url + path, { method: 'POST', body, headers: { ...this.#cookie(), ...headers } });
    this.#keep(stream.headers['set-cookie'] ?? []);
    await stream.ended;
    return saidIn(stream);
  }

  #cookie(): Record<string, string> {
    return this.cookies.size === 0 ? {} : { Cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ') };
  }

  async #read(response: Response): Promise<{ status: number; body: JsonObject; headers: Headers }> {
    this.#keep(response.headers.getSetCookie());
    const text = await response.text();
    const isJson = (response.headers.get('content-type') ?? '').includes('json');
    return { status: response.status, body: isJson ? (JSON.parse(text) as JsonObject) : { text }, headers: response.headers };
  }

  #keep(set: readonly string[]): void {
    this.setCookies = set;
    for (const cookie of set) {
      const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split(/=([^]*)/);
      this.cookies.set(name, value);
    }
  }
}

export interface Said {
  readonly status: number;
  readonly conversationId: string;
  readonly executionId: string;
  /** The chunks of the reply. */
  readonly text: string;
  readonly frames: OpenStream['frames'];
  /** What came, when it is no stream. */
  readonly body: JsonObject;
  readonly headers: OpenStream['headers'];
}

export function saidIn({ status, headers, frames, text }: OpenStream): Said {
  const chunks = frames.map(({ data }) => (data as JsonObject)['chunk']).filter((chunk) => typeof chunk === 'string');
  const isJson = (headers['content-type'] ?? '').includes('json');
  return {
    status,
    headers,
    frames,
    conversationId: decodeURIComponent(String(headers['x-conversation-id'])),
    executionId: String(headers['x-execution-id']),
    text: chunks.join(''),
    body: isJson ? (JSON.parse(text()) as JsonObject) : {},
  };
}

/** A request that a browser would not send: with any method and headers. */
export function rawRequest(
  url: string,
  { method, headers }: { method: string; headers: Record<string, string> },
): Promise<{ status: number; headers: Record<string, unknown> }> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(url, { method, headers }, (response) => {
      response.resume();
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers }));
    });
    sent.on('error', reject);
    sent.end();
  });
}
