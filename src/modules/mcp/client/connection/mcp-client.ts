import { Injectable } from '@nestjs/common';
import type { CallToolResult, Client, jsonSchemaValidator, JsonSchemaValidator, Tool } from '@modelcontextprotocol/client';
import { packageVersion } from '#host/program/package-version.js';
import type { JsonObject } from '#kernel/json.js';
import { OutboundFailure, OutboundHttp } from '#world/outbound/outbound-http.js';
import { CredentialsRefused } from './credentials-refused.js';
import { failureOf, mostListPages } from './failure-of.js';
import type { McpEndpoint } from './mcp-endpoint.js';
import { McpFailure } from './mcp-failure.js';
import { OutboundFetch, type FetchRules } from './outbound-fetch.js';

/** What a server says about itself and its tools. */
export interface McpOffer {
  /** The revision of the protocol that both speak. */
  readonly protocolVersion: string;
  readonly serverName: string;
  readonly serverVersion: string;
  readonly tools: readonly Tool[];
}

export interface ToolRequest {
  readonly tool: Tool;
  readonly arguments: JsonObject;
  /** The same for each repetition of the call. */
  readonly key: string;
  readonly via: readonly string[];
  readonly signal: AbortSignal;
}

const connectMs = 60_000;
const listIdleMs = 30_000;
const listMs = 60_000;
const mostTools = 1_000;
const mostListBytes = 5 * 1024 * 1024;
const mostResultBytes = 10 * 1024 * 1024;
const closeMs = 2_000;
/** Each tool has one. Schemas may contain the word as well. */
const schemaMark = Buffer.from('"inputSchema"');

/** Checks nothing: results are data, and the schema of a stranger must not be compiled in this process. */
const noValidation: jsonSchemaValidator = {
  getValidator:
    <Value>(): JsonSchemaValidator<Value> =>
    (data) => ({ valid: true, data: data as Value, errorMessage: undefined }),
};

/** Connections to MCP servers, each for one list or one call, so that no process holds state of another server. */
@Injectable()
export class McpClient {
  constructor(private readonly http: OutboundHttp) {}

  /** @param limitMs for all of it: the connection and each page of the list @throws McpFailure */
  async offer(endpoint: McpEndpoint, limitMs = listMs): Promise<McpOffer> {
    const signal = AbortSignal.timeout(limitMs);
    return this.#offer(endpoint, signal).catch((error: unknown) => {
      if (error instanceof McpFailure || !signal.aborted) throw error;
      throw new McpFailure('timeout', `The MCP server ${endpoint.name} did not list its tools within ${limitMs / 1000} s`, true, error);
    });
  }

  async #offer(endpoint: McpEndpoint, signal: AbortSignal): Promise<McpOffer> {
    const silentMs = Math.min(endpoint.timeoutMs, listIdleMs);
    const timeouts = { connectMs: Math.min(endpoint.timeoutMs, connectMs), headersMs: silentMs, idleMs: silentMs, totalMs: listMs };
    const { headers, tenant } = endpoint;
    const rules = { headers, tenant, via: [], timeouts, mostBytes: mostListBytes, inspect: toolCounter() };
    return this.#connected(endpoint, { ...rules, signal }, async (client) => {
      const options = { timeout: listMs, maxTotalTimeout: listMs };
      const tools = client.getServerCapabilities()?.tools === undefined ? [] : (await client.listTools(undefined, options)).tools;
      if (tools.length > mostTools) {
        throw new McpFailure('too-large', `The MCP server ${endpoint.name} has ${tools.length} tools; at most ${mostTools} are possible`);
      }
      const { name = '', version = '' } = client.getServerVersion() ?? {};
      return { protocolVersion: client.getNegotiatedProtocolVersion() ?? '', serverName: name, serverVersion: version, tools };
    });
  }

  /** @returns the whole result, also one that says that the tool has failed. @throws McpFailure */
  async call(endpoint: McpEndpoint, request: ToolRequest): Promise<CallToolResult> {
    const { key, via, signal, arguments: given } = request;
    const { outputSchema: _, ...tool } = request.tool;
    const { headers, tenant, timeoutMs } = endpoint;
    const timeouts = { headersMs: timeoutMs, idleMs: timeoutMs, totalMs: timeoutMs };
    return this.#connected(endpoint, { headers, tenant, via, timeouts, mostBytes: mostResultBytes, signal }, (client) =>
      client.callTool(
        { name: tool.name, arguments: given, _meta: { 'sluice/effectKey': key } },
        { timeout: timeoutMs, maxTotalTimeout: timeoutMs, signal, toolDefinition: tool },
      ),
    );
  }

  /** A server that refuses the access token has done nothing, and is asked once more with another one. */
  async #connected<Value>(endpoint: McpEndpoint, rules: FetchRules, use: (client: Client) => Promise<Value>): Promise<Value> {
    try {
      return await this.#exchange(endpoint, rules, use);
    } catch (error) {
      if (endpoint.renewed === undefined || !(error instanceof CredentialsRefused)) throw error;
      const renewed = await endpoint.renewed();
      return this.#exchange(renewed, { ...rules, headers: renewed.headers }, use);
    }
  }

  async #exchange<Value>(endpoint: McpEndpoint, rules: FetchRules, use: (client: Client) => Promise<Value>): Promise<Value> {
    // Loaded at the first use, so that a server without MCP servers does not pay for it.
    const { Client, StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
    const exchange = new OutboundFetch(this.http, rules);
    const client = new Client(
      { name: 'sluice', version: packageVersion() },
      {
        versionNegotiation: { mode: 'auto' },
        inputRequired: { autoFulfill: false },
        listMaxPages: mostListPages,
        jsonSchemaValidator: noValidation,
      },
    );
    const transport = new StreamableHTTPClientTransport(new URL(endpoint.url), {
      fetch: exchange.fetch,
      requestInit: { redirect: 'manual' },
      reconnectionOptions: { initialReconnectionDelay: 500, maxReconnectionDelay: 5_000, reconnectionDelayGrowFactor: 2, maxRetries: 2 },
    });
    try {
      await client.connect(transport, { timeout: connectMs, maxTotalTimeout: connectMs, signal: rules.signal });
      return await use(client);
    } catch (error) {
      throw failureOf(error, endpoint, { outbound: exchange.failure, wasAborted: rules.signal.aborted });
    } finally {
      await leave(client, transport);
    }
  }
}

/** Ends the session of a server that keeps sessions; whether it listens does not matter. */
async function leave(
  client: Client,
  transport: { terminateSession(): Promise<void>; readonly sessionId?: string | undefined },
): Promise<void> {
  if (transport.sessionId !== undefined) {
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, closeMs);
    await Promise.race([transport.terminateSession().catch(() => undefined), late]);
    clearTimeout(timer);
  }
  await client.close().catch(() => undefined);
}

/** Refuses a list that is far too long while it arrives: to parse 100,000 tools stops this process for a third of a second. */
function toolCounter(): (piece: Uint8Array) => void {
  let found = 0;
  return (piece) => {
    const text = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
    for (let at = text.indexOf(schemaMark); at >= 0; at = text.indexOf(schemaMark, at + schemaMark.length)) found += 1;
    if (found > 2 * mostTools) throw new OutboundFailure('too-large', `It has more than ${mostTools} tools`);
  };
}
