import { readFileSync } from 'node:fs';
import { projectFile } from '#host/project-file.js';
import { isJsonObject, type Json, type JsonObject } from '#kernel/json.js';
import { cookieOf } from '../signed-in.js';
import type { TestApp } from '../test-app.js';

interface Document {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          {
            readonly operationId: string;
            readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, unknown>> }>>;
          }
        >
      >
    >
  >;
}

/** The time of the first recorded request in the examples. */
const firstMoment = Date.parse('2031-03-04T05:06:07.000Z');
const mostItems = 2;

/** Sends requests and keeps the first successful JSON response of each operation and status, with stable ids, times and no secrets. */
export class ExampleRecorder {
  readonly #document = JSON.parse(readFileSync(projectFile('docs/openapi.json'), 'utf8')) as Document;
  readonly #routes = Object.keys(this.#document.paths)
    .toSorted((one, other) => one.split('{').length - other.split('{').length)
    .map((path) => [path, new RegExp(`^${path.replaceAll('.', String.raw`\.`).replaceAll(/\{\w+\}/g, '[^/]+')}$`)] as const);
  readonly #recorded = new Map<string, Json>();
  readonly #ids = new Map<string, string>();
  readonly #began = Date.now();
  /** The cookie that the last sign-in has set. */
  #cookie = '';
  #isInSession = false;

  constructor(
    private readonly server: TestApp,
    private readonly key: string,
  ) {}

  get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<JsonObject> {
    return this.#send('get', path, undefined, headers);
  }

  /** The response of a request that waits for something. It is not an example. */
  async peek(path: string): Promise<JsonObject> {
    return (await this.server.as(this.key).get(path)).body as JsonObject;
  }

  post(path: string, body: object = {}): Promise<JsonObject> {
    return this.#send('post', path, body);
  }

  put(path: string, body: object): Promise<JsonObject> {
    return this.#send('put', path, body);
  }

  patch(path: string, body: object): Promise<JsonObject> {
    return this.#send('patch', path, body);
  }

  delete(path: string, body?: object): Promise<JsonObject> {
    return this.#send('delete', path, body);
  }

  async upload(path: string, name: string, content: string, workspaceId: string): Promise<JsonObject> {
    const request = this.server.as(this.key).post(path).field('workspaceId', workspaceId).attach('file', Buffer.from(content), name);
    return this.#keep('post', path, await request.expect(200));
  }

  async postText(path: string, mediaType: string, text: string): Promise<JsonObject> {
    return this.#keep('post', path, await this.server.as(this.key).post(path).set('Content-Type', mediaType).send(text));
  }

  /** Sends the requests of `work` with the cookie of the last sign-in instead of the key. */
  async inSession(work: () => Promise<unknown>): Promise<void> {
    this.#isInSession = true;
    await work();
    this.#isInSession = false;
  }

  /** The responses by `operation status`, in the order of the operations in the document. */
  examples(): Readonly<Record<string, Json>> {
    const order = Object.values(this.#document.paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId));
    const place = ([key]: readonly [string, Json]): number => order.indexOf(key.split(' ')[0] ?? '');
    return Object.fromEntries([...this.#recorded].toSorted((one, other) => place(one) - place(other)));
  }

  /** Operations with a JSON response that no request of the story was answered with. */
  missing(): readonly string[] {
    const expected = Object.values(this.#document.paths).flatMap((methods) =>
      Object.values(methods).flatMap(({ operationId, responses }) =>
        Object.entries(responses).flatMap(([status, { content = {} }]) =>
          status < '300' && 'application/json' in content ? [`${operationId} ${status}`] : [],
        ),
      ),
    );
    return expected.filter((each) => !this.#recorded.has(each));
  }

  async #send(
    method: 'get' | 'post' | 'put' | 'patch' | 'delete',
    path: string,
    body?: object,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<JsonObject> {
    const client = this.server.as(this.#isInSession ? undefined : this.key);
    const request = client[method](path).set(headers);
    if (this.#isInSession) request.set({ Cookie: this.#cookie, 'Sec-Fetch-Site': 'same-origin' });
    const response = await (body === undefined ? request : request.send(body));
    this.#cookie = cookieOf(response) || this.#cookie;
    return this.#keep(method, path, response);
  }

  #keep(
    method: string,
    path: string,
    { status, body, text }: { readonly status: number; readonly body: unknown; readonly text: string },
  ): JsonObject {
    if (status >= 300) throw new Error(`${method} ${path} was answered with ${status}: ${text}`);
    const [plain = ''] = path.split('?');
    const [route = ''] = this.#routes.find(([, pattern]) => pattern.test(plain)) ?? [];
    const operation = this.#document.paths[route]?.[method];
    const key = `${operation?.operationId} ${status}`;
    if (operation !== undefined && !this.#recorded.has(key)) this.#recorded.set(key, this.#stable(body as Json));
    return body as JsonObject;
  }

  #stable(value: Json): Json {
    if (Array.isArray(value)) return (value as readonly Json[]).slice(0, mostItems).map((each) => this.#stable(each));
    if (typeof value === 'string') return this.#stableText(value);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [this.#stableText(name), this.#stable(each)]));
  }

  #stableText(text: string): string {
    return text
      .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => this.#idFor(id))
      .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, (time) => new Date(Date.parse(time) - this.#began + firstMoment).toISOString())
      .replaceAll(/sk-sluice-[\w-]{20,}/g, 'sk-sluice-3q2-Kd1h7mV9aXbT')
      .replaceAll(/sk-sluice-…\w+/g, 'sk-sluice-…aXbT')
      .replace(/^(?:::ffff:)?127\.0\.0\.1$/, '203.0.113.7')
      .replace(/^[\w-]{43}$/, 'q8Zt0Yw3nVb5Lk2RxD7cPA1mT4uJ6sHf9gQeN8wXyKo')
      .replaceAll(/\b[A-Z2-7]{32}\b/g, 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
      .replace(/^[a-z2-7]{4}(?:-[a-z2-7]{4}){3}$/, 'k3ra-7wpd-xq2e-m5tn')
      .replaceAll(/(token=)[\w.~-]{16,}/g, '$1…')
      .replaceAll(/(\/(?:trigger|test)\/)[\w-]{22}/g, '$1q8Zt0Yw3nVb5Lk2RxD7cPA')
      .replaceAll(this.server.url, 'https://sluice.example.org')
      .replaceAll(new URL(this.server.url).host, 'sluice.example.org');
  }

  #idFor(id: string): string {
    const known = this.#ids.get(id) ?? `0197a5e0-0000-7000-8000-${String(this.#ids.size + 1).padStart(12, '0')}`;
    this.#ids.set(id, known);
    return known;
  }
}

/** Whether two values have the same fields, whatever their values are. Null and an empty list equal anything. */
export function hasSameFields(one: Json, other: Json): boolean {
  if (one === null || other === null) return true;
  if (Array.isArray(one) && Array.isArray(other)) {
    const [first, second] = [(one as readonly Json[])[0], (other as readonly Json[])[0]];
    return first === undefined || second === undefined || hasSameFields(first, second);
  }
  if (!isJsonObject(one) || !isJsonObject(other)) return typeof one === typeof other;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => name in one && name in other && hasSameFields(one[name] ?? null, other[name] ?? null));
}
