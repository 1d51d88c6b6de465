import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type {
  CallToolRequest,
  CallToolResult,
  ClientCapabilities,
  McpHttpHandler,
  McpRequestContext,
  Server,
  ServerContext,
  ServerOptions,
  Tool,
} from '@modelcontextprotocol/server';
import { errorAnswer } from '#edge/answer/error-answer.js';
import { harmless } from '#host/logging/harmless.js';
import { Logger } from '#host/logging/logger.js';
import { packageVersion } from '#host/program/package-version.js';
import { Turn } from '#host/loop/turn.js';
import { DomainError } from '#kernel/errors.js';
import type { JsonObject } from '#kernel/json.js';
import { ToolSchemas } from '../queries/tool-schemas.js';
import type { ToolRow } from '../store/mcp-servers.js';
import type { McpExchange } from './mcp-exchange.js';
import { ToolCalls } from './tool-calls.js';
import { ToolSubscriptions } from './tool-subscriptions.js';

type Library = typeof import('@modelcontextprotocol/server');

/** How long clients may keep the list of tools, in ms: a change must be visible within a second. */
const listTtlMs = 1000;

/**
 * Speaks MCP, both revisions with a handshake and those without one. Each request gets a separate server object, so this process holds no state
 * between requests, and any process can answer any request.
 */
@Injectable()
export class McpGateway implements OnModuleDestroy {
  #library: Promise<{ readonly library: Library; readonly handler: McpHttpHandler }> | undefined;

  constructor(
    private readonly schemas: ToolSchemas,
    private readonly calls: ToolCalls,
    private readonly subscriptions: ToolSubscriptions,
    private readonly logger: Logger,
  ) {}

  /** Answers one message, or a batch of them, whose body was read before. */
  async answer(request: Request, body: unknown, exchange: McpExchange): Promise<Response> {
    const { handler } = await this.#loaded();
    return handler.fetch(request, { parsedBody: body, authInfo: { token: '', clientId: '', scopes: [], extra: { exchange } } });
  }

  async onModuleDestroy(): Promise<void> {
    const loaded = await this.#library;
    await loaded?.handler.close();
  }

  /** The library is loaded at the first request: few servers offer tools. */
  #loaded(): Promise<{ readonly library: Library; readonly handler: McpHttpHandler }> {
    return (this.#library ??= this.#load());
  }

  async #load(): Promise<{ readonly library: Library; readonly handler: McpHttpHandler }> {
    const library = await import('@modelcontextprotocol/server');
    // One validator for all servers: a new one costs more than the rest of a request.
    const jsonSchemaValidator = {
      getValidator: () => () => ({ valid: false as const, data: undefined, errorMessage: 'This server takes no elicitation results' }),
    };
    const handler = library.createMcpHandler((context) => this.#server(library, context, jsonSchemaValidator), {
      bus: this.subscriptions.bus,
      onerror: (error) => this.logger.debug({ err: error }, 'An MCP request was refused'),
    });
    return { library, handler };
  }

  #server(
    { Server: ServerClass, ProtocolError }: Library,
    { authInfo, era }: McpRequestContext,
    jsonSchemaValidator: NonNullable<ServerOptions['jsonSchemaValidator']>,
  ): Server {
    const exchange = authInfo?.extra?.['exchange'] as McpExchange;
    const { server, tools } = exchange.served;
    const speaker = new ServerClass(
      { name: server.name, version: packageVersion() },
      {
        // In the earlier era, notifications without a request need a session.
        capabilities: { tools: era === 'modern' ? { listChanged: true } : {} },
        ...(server.description === null ? {} : { instructions: server.description }),
        jsonSchemaValidator,
        cacheHints: { 'tools/list': { ttlMs: listTtlMs, cacheScope: server.isPublic ? 'public' : 'private' } },
      },
    );
    const refuse = (error: unknown, { mcpReq }: ServerContext): never => {
      if (!mcpReq.signal.aborted) this.#log(error, exchange);
      throw refusal(ProtocolError, error);
    };
    speaker.setRequestHandler('tools/list', async (_, context) => {
      const listed = await this.#list(tools).catch((error: unknown) => refuse(error, context));
      return { tools: listed };
    });
    speaker.setRequestHandler('tools/call', (request, context) =>
      this.#call(exchange, request, context).catch((error: unknown) => refuse(error, context)),
    );
    return speaker;
  }

  /** As the edge logs what it answers: the client sees nothing of an unexpected error. */
  #log(error: unknown, { requestId }: McpExchange): void {
    const { status, body } = errorAnswer(error);
    if (status >= 500) this.logger[status === 500 ? 'error' : 'warn']({ channel: 'err', requestId, error: harmless(error) }, body.error);
  }

  async #list(tools: readonly ToolRow[]): Promise<Tool[]> {
    const listed: Tool[] = [];
    for (const tool of tools) {
      const input = await this.schemas.of(tool);
      if (input === undefined) continue;
      const description = tool.description ?? tool.workflowDescription ?? `Runs the workflow ${tool.workflowName}`;
      listed.push({ name: tool.name, title: tool.workflowName, description, inputSchema: input.schema as Tool['inputSchema'] });
      await Turn.begin();
    }
    return listed;
  }

  async #call(exchange: McpExchange, { params }: CallToolRequest, { mcpReq }: ServerContext): Promise<CallToolResult> {
    const { name, arguments: sent = {} } = params;
    const tool = exchange.served.tools.find((each) => each.name === name);
    if (tool === undefined || (await this.schemas.of(tool)) === undefined) throw unknownTool(name);
    const progressToken = mcpReq._meta?.progressToken;
    const onProgress = (progress: number): void => {
      if (progressToken === undefined || !isReported(progress)) return;
      const message = progress === 1 ? '1 block has finished' : `${progress} blocks have finished`;
      void mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, message } }).catch(() => undefined);
    };
    const { signal: cancelled, inputResponses: responses = {} } = mcpReq;
    const requestState = mcpReq.requestState<string>();
    const call = {
      tool,
      sent: sent as JsonObject,
      onProgress,
      cancelled,
      answers: { mayAsk: mayAsk(mcpReq.envelope), responses },
      requestState,
    };
    return (await this.calls.call(exchange, call)) as CallToolResult;
  }
}

/** Notifications wait in memory for a slow client, so of many blocks fewer are reported: from 100 on every tenth, from 1,000 on every hundredth. */
function isReported(progress: number): boolean {
  return progress % 10 ** Math.max(0, String(progress).length - 2) === 0;
}

const capabilities = 'io.modelcontextprotocol/clientCapabilities';

/** A client of the earlier era cannot be asked: that would need a session. One that names no mode has forms. */
function mayAsk(envelope: ServerContext['mcpReq']['envelope']): boolean {
  const { elicitation } = (envelope as { readonly [capabilities]?: ClientCapabilities } | undefined)?.[capabilities] ?? {};
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
}

function unknownTool(name: string): DomainError {
  return new DomainError('invalid', 'TOOL_NOT_FOUND', `Unknown tool: ${name}`);
}

const invalidParams = -32_602;
const internalError = -32_603;
const serverError = -32_000;

/** The refusal in the words of JSON-RPC. A run that has begun is not begun again by the same call, so the client must not repeat it. */
function refusal(ProtocolError: Library['ProtocolError'], error: unknown): Error {
  const { status, body, retryAfterSeconds } = errorAnswer(error);
  const { error: message, code } = body;
  const refused = error instanceof DomainError ? error : undefined;
  const details = refused?.details;
  const begun = refused !== undefined && 'executionId' in refused ? { executionId: refused.executionId } : {};
  const data = {
    httpStatus: status,
    retryable: (status === 429 || status === 503) && !('executionId' in begun),
    code,
    ...(details === undefined ? {} : { details }),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    ...begun,
  };
  const number = refused?.kind === 'invalid' ? invalidParams : status === 500 ? internalError : serverError;
  return new ProtocolError(number, message, data);
}
