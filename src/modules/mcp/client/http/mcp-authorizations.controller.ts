import { Controller, Get, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Throttle } from '@nestjs/throttler';
import type { Request, Response } from 'express';
import type { Answers } from '#edge/answer/answers.js';
import { one, type One } from '#edge/answer/envelope.js';
import { CurrentCaller, requestMeta } from '#edge/request/caller.decorator.js';
import type { Caller, SessionCaller } from '#kernel/caller.js';
import { DomainError, forbidden } from '#kernel/errors.js';
import { Access, ApiKeyGuard, MemberCallers } from '#modules/identity/index.js';
import { BeginMcpAuthorization, FinishMcpAuthorization } from '../commands/authorize-mcp-connection.command.js';
import { AuthorizationCookie, type PendingAuthorization } from './authorization-cookie.js';

/** Where the browser goes. */
interface AuthorizationAddressResponse {
  /** Address of the authorization server. */
  readonly address: string;
}

/**
 * People sign in to MCP servers.
 * @tag Mcp servers
 */
@Controller()
export class McpAuthorizationsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly guard: ApiKeyGuard,
    private readonly members: MemberCallers,
    private readonly cookie: AuthorizationCookie,
  ) {}

  /**
   * Begins the sign-in of a person to an MCP server: the browser then goes to the address, and comes back to the page of MCP servers. From then on, workflows of
   * the workspace use the server in the name of this person.
   * @error 409 CONFLICT for a server without the authType `oauth` and the grant `authorization_code`
   * @error 422 MCP_UNREACHABLE when the server or its authorization server does not answer
   * @returns The address.
   */
  @Access('session')
  @Throttle({ api: {} })
  @Post('api/v1/mcp-servers/:mcpServerId/authorization')
  @HttpCode(200)
  async authorize(
    @CurrentCaller() caller: SessionCaller,
    @Param('mcpServerId') connectionId: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<One<AuthorizationAddressResponse>> {
    const { address, workspaceId, attempt } = await this.commands.execute(new BeginMcpAuthorization(caller, connectionId));
    this.cookie.set(response, { connectionId, workspaceId, userId: caller.userId, attempt });
    return one({ address });
  }

  /**
   * Takes the answer of an authorization server, and leads to the page of MCP servers. A failure is its `problem` there.
   * @returns The page to show next, in `Location`.
   */
  @Access('public')
  @Get('auth/mcp/callback')
  async finishAuthorization(@Req() request: Request, @Res() response: Response): Promise<Answers<{ 303: void }>> {
    const pending = this.cookie.read(request);
    response.setHeader('Cache-Control', 'no-store');
    this.cookie.clear(response);
    const back = pending === undefined ? '/' : `/workspace/${pending.workspaceId}/mcp`;
    try {
      const answer = new URLSearchParams(request.originalUrl.split('?')[1] ?? '');
      if (pending === undefined || answer.get('state') !== pending.attempt.state) throw isOver();
      if (answer.get('code') === null) throw forbidden('The sign-in was cancelled at the server', 'SIGN_IN_DENIED');
      const { connectionId, attempt, userId } = pending;
      const caller = await this.#callerOf(request, pending);
      const meta = { ...requestMeta(request), actorId: userId };
      await this.commands.execute(new FinishMcpAuthorization(caller, meta, connectionId, attempt, answer));
      leadTo(response, `${back}?authorized=${connectionId}`);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      leadTo(response, `${back}?problem=${error.code}`);
    }
  }

  /** What the browser brings back is the consent of the person whose session it has, and counts for no other user. */
  async #callerOf(request: Request, { userId, workspaceId }: PendingAuthorization): Promise<Caller> {
    const caller = (await this.guard.admitSession(request))?.userId === userId ? await this.members.of(userId, workspaceId) : undefined;
    if (caller === undefined) throw isOver();
    return caller;
  }
}

function isOver(): DomainError {
  return forbidden('This sign-in was used, took longer than ten minutes, or began in another browser: begin again', 'SIGN_IN_EXPIRED');
}

function leadTo(response: Response, address: string): void {
  response.status(303).location(address).end();
}
