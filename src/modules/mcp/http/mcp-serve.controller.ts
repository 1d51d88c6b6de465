import { Controller, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import { SkipThrottle } from '@nestjs/throttler';
import type { Request, Response } from 'express';
import type { Answers, Bytes } from '#edge/answer/answers.js';
import { IgnoresUnknownFields } from '#edge/body/fields/undeclared-fields.js';
import { TakesAnyJson } from '#edge/body/json-body.js';
import { callerOf } from '#edge/request/caller.decorator.js';
import { Access, EnteredBy } from '#modules/identity/index.js';
import { McpDoor } from '../server/door/mcp-door.js';
import { McpExchanges } from '../server/mcp-exchanges.js';

/**
 * The addresses of MCP servers, for MCP clients.
 * @tag Workflow servers
 */
@Access('public')
@EnteredBy(McpDoor)
@SkipThrottle({ api: true })
@Controller('api/mcp/serve')
export class McpServeController {
  constructor(private readonly exchanges: McpExchanges) {}

  /**
   * Answers a message of the Model Context Protocol (Streamable HTTP, revisions 2024-11-05 to 2026-07-28). Errors are errors of JSON-RPC. The key is sent
   * as `X-API-Key` or as `Authorization: Bearer`; a public server needs none.
   * @takes application/json
   * @header MCP-Protocol-Version The revision of the protocol.
   * @header X-Sim-Via Ids of the workflows whose requests led to this one, separated by commas. Requests of workflows to this server carry it.
   * @error 401 UNAUTHORIZED when the key is missing or not valid, and when no server has this id
   * @error 402 USAGE_LIMIT_EXCEEDED when the account has used up its budget for the period
   * @error 403 PERSONAL_KEYS_DISABLED when the workspace accepts workspace keys only
   * @error 403 FORBIDDEN when `Host` or `Origin` is not expected, or the creator of a public server has lost access
   * @error 404 NOT_FOUND when the caller reaches no MCP server of this id
   * @error 429 RATE_LIMIT_EXCEEDED when the account may start no further run, or send no further message, at the moment
   * @returns The answer of the MCP server, or its event stream.
   * @returns 202 The message was a notification.
   * @returns 406 `Accept` does not list `application/json` and `text/event-stream`.
   */
  @Post(':serverId')
  @HttpCode(200)
  @TakesAnyJson()
  @IgnoresUnknownFields()
  async serve(
    @Param('serverId') serverId: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<Answers<{ 200: Bytes; 202: Bytes; 406: Bytes }>> {
    await this.exchanges.hold({ serverId, caller: callerOf(request), request, response });
  }
}
