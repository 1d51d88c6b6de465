import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Json, JsonObject } from '#kernel/json.js';
import { type Site, web } from '../sites.js';

/** One tool as a server lists it. */
export type ListedTool = JsonObject & { readonly name: string };

interface Asked {
  readonly method: string;
  readonly params: JsonObject;
  readonly headers: IncomingMessage['headers'];
}

type Answer = (request: Asked, response: ServerResponse) => Json | undefined | Promise<Json | undefined>;

/** What a server does. Each part may be replaced while it runs. */
export interface Behaviour {
  /** *modern*: 2026-07-28. *legacy*: 2025-11-25, with sessions. */
  era: 'modern' | 'legacy';
  tools: readonly ListedTool[];
  /** In place of the list. */
  list?: Answer;
  call: Answer;
  /** In place of every answer. */
  before?: (request: IncomingMessage, response: ServerResponse) => boolean;
}

/** An MCP server that does what a test wants, and remembers what it was asked. */
export interface McpSite extends Site {
  readonly behaviour: Behaviour;
  /** Requests with a body, in the order of their arrival. */
  readonly asked: Asked[];
  /** The sessions that were ended. */
  readonly ended: string[];
}

export const echoTool: ListedTool = {
  name: 'echo',
  description: 'Repeats what it is given.',
  inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
};

/** Written by hand, without a library, so that it can break every rule. */
export async function mcpSite(given: Partial<Behaviour> = {}): Promise<McpSite> {
  const echo: Answer = ({ params }) => ({ content: [{ type: 'text', text: JSON.stringify(params['arguments'] ?? {}) }] });
  const behaviour: Behaviour = { era: 'modern', tools: [echoTool], call: echo, ...given };
  const [asked, ended]: [Asked[], string[]] = [[], []];
  const site = await web((request, response) => {
    if (behaviour.before?.(request, response) === true) return;
    if (request.method === 'DELETE') ended.push(String(request.headers['mcp-session-id']));
    if (request.method !== 'POST') return void response.writeHead(request.method === 'DELETE' ? 200 : 405).end();
    void body(request).then((text) => answer(JSON.parse(text) as JsonObject, request, response));
  });

  async function answer(message: JsonObject, { headers }: IncomingMessage, response: ServerResponse): Promise<void> {
    const { id, method = '', params = {} } = message as { id?: Json; method?: string; params?: JsonObject };
    const request = { method, params, headers };
    asked.push(request);
    if (id === undefined) return void response.writeHead(202).end();
    const isUnknown = behaviour.era === 'legacy' && method === 'server/discover';
    if (isUnknown) return send(response, { jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } }, 404);
    const result = await resultOf(request, response);
    if (result !== undefined) send(response, { jsonrpc: '2.0', id, result });
  }

  async function resultOf(request: Asked, response: ServerResponse): Promise<Json | undefined> {
    const complete = behaviour.era === 'modern' ? { resultType: 'complete' } : {};
    const serverInfo = { name: 'site', version: '1.0.0' };
    switch (request.method) {
      case 'server/discover':
        return {
          ...complete,
          supportedVersions: ['2026-07-28'],
          capabilities: { tools: {} },
          ttlMs: 0,
          cacheScope: 'private',
          _meta: { 'io.modelcontextprotocol/serverInfo': serverInfo },
        };
      case 'initialize':
        response.setHeader('mcp-session-id', 'session-1');
        return { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo };
      case 'tools/list': {
        if (behaviour.list !== undefined) return behaviour.list(request, response);
        const hints = behaviour.era === 'modern' ? { ttlMs: 0, cacheScope: 'private' } : {};
        return { ...complete, ...hints, tools: behaviour.tools as Json };
      }
      case 'tools/call': {
        const result = await behaviour.call(request, response);
        return result === undefined ? undefined : { ...complete, ...(result as JsonObject) };
      }
      default:
        return {};
    }
  }

  return Object.assign(site, { behaviour, asked, ended });
}

function send(response: ServerResponse, message: Json, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(message));
}

async function body(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString();
}
