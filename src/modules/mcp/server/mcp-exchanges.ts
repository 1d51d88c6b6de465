import { Injectable } from '@nestjs/common';
import type { Request as HttpRequest, Response as HttpResponse } from 'express';
import { requestSource } from '#edge/request/caller.decorator.js';
import { OpenStreams } from '#edge/stream/open-streams.js';
import { Config } from '#host/config/config.js';
import { credentialIdOf, requireReach, type Caller } from '#kernel/caller.js';
import { DomainError, invalidField, notFound } from '#kernel/errors.js';
import { isJsonObject } from '#kernel/json.js';
import { callChain } from '#modules/runs/index.js';
import { McpCalls } from './mcp-calls.js';
import { McpGateway } from './mcp-gateway.js';
import { McpTokens } from './mcp-tokens.js';
import { ServedServers } from './served-servers.js';
import { ToolSubscriptions } from './tool-subscriptions.js';
import { sendWebResponse } from './send-web-response.js';

interface Arrival {
  readonly serverId: string;
  readonly caller: Caller;
  readonly request: HttpRequest;
  readonly response: HttpResponse;
}

const longestBatch = 50;

/** Passes requests to the MCP server that they name: its checks in the order of all routes, then the message. */
@Injectable()
export class McpExchanges {
  constructor(
    private readonly servers: ServedServers,
    private readonly tokens: McpTokens,
    private readonly gateway: McpGateway,
    private readonly calls: McpCalls,
    private readonly subscriptions: ToolSubscriptions,
    private readonly streams: OpenStreams,
    private readonly config: Config,
  ) {}

  async hold({ serverId, caller, request, response }: Arrival): Promise<void> {
    const served = await this.servers.find(serverId);
    if (served === undefined) throw notFound('MCP server');
    requireReach(caller, served.server.workspaceId, 'read', 'MCP server');
    request.subject = { workspaceId: served.server.workspaceId };
    const isSubscription = methodOf(request.body) === 'subscriptions/listen';
    for (const kind of tokensFor(request.body)) await this.#limited(() => this.tokens.take(caller, kind, response));
    // Its end was reported before there was a listener for it.
    if (response.destroyed) return;
    if (isSubscription) await this.#limited(() => this.streams.enter(caller, response, holderOf(caller, request)));
    const leave = this.calls.enter();
    const gone = new AbortController();
    response.on('close', () => {
      leave();
      this.subscriptions.ended(gone);
      if (!response.writableFinished) gone.abort();
    });
    const source = requestSource(request);
    const exchange = { served, caller, requestId: request.requestId, source, callChain: callChain(request.headers), gone: gone.signal };
    const read = webRequest(request, this.config.baseUrl, gone.signal);
    const answering = (): Promise<Response> => this.gateway.answer(read, request.body, exchange);
    // A client that waits for changes uses no place of the others.
    if (isSubscription) request.place?.endWork();
    const answer = isSubscription ? await this.subscriptions.open(served, gone, answering) : await answering();
    await sendWebResponse(response, answer);
  }

  async #limited(enter: () => unknown): Promise<void> {
    try {
      await enter();
    } catch (error) {
      if (error instanceof DomainError && error.kind === 'limited') this.calls.countLimited();
      throw error;
    }
  }
}

/** Whose streams count together. Callers of a public server that send no key act as one user, so each address counts by itself. */
function holderOf(caller: Caller, { ip = '' }: HttpRequest): string {
  return caller.kind === 'system' ? `${credentialIdOf(caller)} ${ip}` : credentialIdOf(caller);
}

/** The tokens of a message, or of each message of a batch. @throws DomainError invalid for a batch that is too long */
function tokensFor(body: unknown): readonly ('sync' | 'api')[] {
  if (!Array.isArray(body)) return [tokenFor(body)];
  if (body.length > longestBatch) throw invalidField([], `A batch must have at most ${longestBatch} messages`, 'out_of_range');
  return body.map(tokenFor);
}

function tokenFor(message: unknown): 'sync' | 'api' {
  return methodOf(message) === 'tools/call' ? 'sync' : 'api';
}

function methodOf(message: unknown): unknown {
  return isJsonObject(message) ? message['method'] : undefined;
}

/** The request as the library reads it. Its body was parsed before. */
function webRequest({ method, originalUrl, headers }: HttpRequest, baseUrl: string, signal: AbortSignal): Request {
  const web = new Headers();
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) web.set(name, Array.isArray(value) ? value.join(', ') : value);
  return new Request(`${baseUrl}${originalUrl}`, { method, headers: web, signal });
}
