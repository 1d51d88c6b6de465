import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SystemClock } from '#host/system-clock.js';
import { isJsonObject, type Json, type JsonObject } from '#kernel/json.js';
import { dialectOf } from './dialects/dialect-of.js';
import type { Dialect } from './dialects/dialect.js';
import { embeddingKindOf, type EmbeddingKind } from './embeddings.js';
import { modelList } from './model-list.js';
import { play } from './play.js';
import { UnreadableQuestion, type Question } from './question.js';
import type { Refusal, Reply } from './reply.js';
import { RequestLog, type SeenRequest } from './request-log.js';
import { chooseScenario, modelNames, scenarios, type ChosenScenario } from './scenarios/catalogue.js';
import type { Scenarios, Visit } from './scenarios/scenario.js';

/** A provider of models that are programs: each does what its name says, and the provider counts what it is asked. */
export interface FakeProvider {
  /** The address without a path. */
  readonly url: string;
  readonly log: RequestLog;
  stop(): Promise<void>;
}

export interface FakeProviderOptions {
  /** 0: a free port. */
  readonly port?: number;
  readonly host?: string;
  /** Scenarios beside the ones that exist, for one test. */
  readonly more?: Scenarios;
}

const largestBody = 64 * 1024 * 1024;

/** Starts the provider. It has no effect outside this process, and keeps all in memory. */
export async function startFakeProvider({ port = 0, host = '127.0.0.1', more = {} }: FakeProviderOptions = {}): Promise<FakeProvider> {
  const log = new RequestLog(new SystemClock());
  const provider = new Provider(log, { ...scenarios, ...more });
  const server = createServer((request, response) => {
    provider.serve(request, response).catch((error: unknown) => {
      // The caller has gone, which is on record, or the scenario of a test has an error.
      if (response.headersSent || response.destroyed) response.destroy();
      else sendJson(response, error instanceof UnreadableQuestion ? 400 : 500, { error: { message: String(error) } });
    });
  });
  server.keepAliveTimeout = 60_000;
  server.listen(port, host);
  await once(server, 'listening');
  return { url: addressOf(server, host), log, stop: () => stop(server) };
}

function addressOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

async function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}

class Provider {
  constructor(
    private readonly log: RequestLog,
    private readonly scenarios: Scenarios,
  ) {}

  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://fake');
    if (pathname.startsWith('/_fake')) return this.#report(`${request.method} ${pathname}`, searchParams.get('key'), response);
    const path = decoded(pathname);
    if (request.method === 'GET' && path.endsWith('/models')) return sendJson(response, 200, modelList(request.headers, this.scenarios));
    const named = request.method === 'GET' ? /\/models\/([^?]+)$/.exec(path)?.[1] : undefined;
    if (named !== undefined && chooseScenario(named, this.scenarios) !== undefined)
      return sendJson(response, 200, { id: named, object: 'model' });
    const kind = request.method === 'POST' ? (dialectOf(path) ?? embeddingKindOf(path)) : undefined;
    if (kind === undefined) return sendJson(response, 404, { error: { message: `There is no ${request.method} ${path}` } });
    const seen = await this.#see(request, response, { path, kind });
    await this.#answer(seen, kind, response);
  }

  /** Records the request, and how it ends. */
  async #see(
    request: IncomingMessage,
    response: ServerResponse,
    { path, kind }: { readonly path: string; readonly kind: Dialect | EmbeddingKind },
  ): Promise<SeenRequest> {
    const { socket } = request;
    if (this.log.addSocket(socket)) socket.once('close', () => this.log.removeSocket(socket));
    const bytes = await bodyOf(request);
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    const key = headers['idempotency-key'] ?? null;
    const likeness = createHash('sha256').update(path).update(bytes).digest('hex');
    const seen = this.log.begin({ key, path, dialect: kind.name, headers, body: parsed(bytes), bodyBytes: bytes.length }, likeness);
    response.once('finish', () => this.log.end(seen, 'answered'));
    response.once('close', () => this.log.end(seen, 'closed-early'));
    return seen;
  }

  async #answer(seen: SeenRequest, kind: Dialect | EmbeddingKind, response: ServerResponse): Promise<void> {
    const refuse = (refusal: Omit<Refusal, 'kind'>): void => {
      seen.status = refusal.status;
      sendJson(response, refusal.status, kind.error(refusal), refusal.headers);
    };
    try {
      if (!isJsonObject(seen.body)) throw new UnreadableQuestion('The body must be a JSON object');
      seen.model = modelOf(seen.body, seen.path);
      const chosen = chooseScenario(seen.model, this.scenarios);
      await ('stream' in kind
        ? this.#play(seen, { dialect: kind, body: seen.body, chosen }, { response, refuse })
        : this.#embed(seen, { kind, body: seen.body, chosen }, { response, refuse }));
    } catch (error) {
      if (!(error instanceof UnreadableQuestion)) throw error;
      refuse({ status: 400, code: 'invalid_request_error', message: error.message });
    }
  }

  async #play(
    seen: SeenRequest,
    { dialect, body, chosen }: { readonly dialect: Dialect; readonly body: JsonObject; readonly chosen: ChosenScenario | undefined },
    out: Out,
  ): Promise<void> {
    const question = dialect.read(body, seen.path);
    seen.isStreamed = question.isStreamed;
    if (chosen === undefined) return out.refuse(unknownModel(seen.model, this.scenarios));
    const reply = chosen.scenario.reply(question, this.#visit(seen, chosen));
    if (reply.kind !== 'answer') return send(reply, seen, out);
    const gone = new AbortController();
    out.response.once('close', () => gone.abort());
    seen.status = 200;
    const heading = { id: idOf(seen), model: seen.model ?? '', wantsUsage: question.wantsUsage };
    const record = { onPiece: () => this.log.piece(seen), onCut: () => this.log.end(seen, 'cut') };
    await play(reply, { dialect, heading, question, response: out.response, ...record }, gone.signal);
  }

  /** Every name is a model for embeddings; a scenario that does not answer applies here as well. */
  async #embed(
    seen: SeenRequest,
    { kind, body, chosen }: { readonly kind: EmbeddingKind; readonly body: JsonObject; readonly chosen: ChosenScenario | undefined },
    out: Out,
  ): Promise<void> {
    const texts = kind.read(body);
    const nothing: Question = { isStreamed: false, wantsUsage: false, turns: [], tools: [], toolChoice: 'none' };
    const reply = chosen?.scenario.reply(nothing, this.#visit(seen, chosen));
    if (reply !== undefined && reply.kind !== 'answer') return send(reply, seen, out);
    seen.status = 200;
    sendJson(out.response, 200, kind.answer(texts, seen.model ?? ''));
  }

  #visit({ attempt, headers }: SeenRequest, { parameters }: ChosenScenario): Visit {
    const host = headers['host'] ?? 'localhost';
    const other = host.startsWith('localhost') ? host.replace('localhost', '127.0.0.1') : host.replace(/^(\[.*\]|[^:]*)/, 'localhost');
    return { attempt, elsewhere: `http://${other}/_fake/elsewhere`, ...parameters };
  }

  #report(route: string, key: string | null, response: ServerResponse): void {
    const { log } = this;
    switch (route) {
      case 'GET /_fake/requests':
        return sendJson(response, 200, { data: key === null ? log.requests : log.requests.filter((seen) => seen.key === key) });
      case 'GET /_fake/sockets':
        return sendJson(response, 200, { data: { sockets: log.sockets, elsewhere: log.elsewhere, byKey: log.byKey() } });
      case 'GET /_fake/pieces':
        return sendJson(response, 200, { data: log.times });
      case 'DELETE /_fake':
        log.clear();
        return sendJson(response, 200, { data: { cleared: true } });
      case 'GET /_fake/elsewhere':
      case 'POST /_fake/elsewhere':
        log.addElsewhere();
        return sendJson(response, 200, {});
      default:
        return sendJson(response, 404, { error: { message: `There is no ${route}` } });
    }
  }
}

interface Out {
  readonly response: ServerResponse;
  readonly refuse: (refusal: Omit<Refusal, 'kind'>) => void;
}

/** Sends what is no answer of a model. */
function send(reply: Exclude<Reply, { kind: 'answer' }>, seen: SeenRequest, { response, refuse }: Out): void {
  if (reply.kind === 'refusal') return refuse(reply);
  if (reply.kind === 'silence') return;
  seen.status = reply.status;
  response.writeHead(reply.status, reply.headers).end(reply.body);
}

function unknownModel(model: string | null, all: Scenarios): Omit<Refusal, 'kind'> {
  const message = `There is no model ${JSON.stringify(model)}. The models are: ${modelNames(all).join(', ')}`;
  return { status: 404, code: 'model_not_found', message };
}

/** The same request has the same id. */
function idOf({ key, attempt, body }: SeenRequest): string {
  return createHash('sha256')
    .update(`${key}:${attempt}:${JSON.stringify(body)}`)
    .digest('hex')
    .slice(0, 24);
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw new UnreadableQuestion('The path is not a valid encoding');
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > largestBody) throw new UnreadableQuestion('The body is above 64 MiB');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function parsed(bytes: Buffer): Json {
  try {
    return JSON.parse(bytes.toString()) as Json;
  } catch {
    return null;
  }
}

/** Gemini has the model in the path: `/models/<id>:generateContent`, or `/<prefix>/<id>:…` for an id with a slash. */
function modelOf({ model }: JsonObject, path: string): string {
  if (typeof model === 'string') return model.replace(/^models\//, '');
  const [, inPath] = /\/(?:v1beta|v1)\/(?:models\/)?(.+):[A-Za-z]+$/.exec(path) ?? /\/(?:models\/)?([^/]+):[A-Za-z]+$/.exec(path) ?? [];
  if (inPath === undefined) throw new UnreadableQuestion('model must be a text');
  return inPath;
}

function sendJson(response: ServerResponse, status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
}
