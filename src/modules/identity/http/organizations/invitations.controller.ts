import { Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { Throttle } from '@nestjs/throttler';
import { listOf, one, type One } from '#edge/answer/envelope.js';
import { CurrentCaller, RequestMeta } from '#edge/request/caller.decorator.js';
import { PageRequest } from '#edge/request/page.request.js';
import type { Caller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import type { Page } from '#kernel/page.js';
import { AnswerInvitation } from '../../commands/organizations/answer-invitation.command.js';
import { Access } from '../../gate/access.decorator.js';
import type { InvitationView } from '../../projections/views.js';
import { ListInvitations } from '../../queries/organizations/list-invitations.query.js';

@Access('api-key', 'session')
@Throttle({ api: {} })
@Controller('api/v1/invitations')
export class InvitationsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  /**
   * Lists the open invitations of the caller, by the address of their account.
   * @returns A page of invitations.
   */
  @Get()
  async list(@CurrentCaller() caller: Caller, @Query() page: PageRequest): Promise<Page<InvitationView>> {
    return listOf(await this.queries.execute(new ListInvitations(caller, page)), (view) => view);
  }

  /**
   * Joins the organization of an invitation.
   * @error 403 LINK_REQUIRED when another invitation made the caller, so that nothing has shown that the address is theirs
   * @error 409 INVITATION_EXPIRED when the invitation has expired
   * @returns The accepted invitation.
   */
  @Post(':id/accept')
  @HttpCode(200)
  async accept(@CurrentCaller() caller: Caller, @RequestMeta() meta: EventMeta, @Param('id') id: string): Promise<One<InvitationView>> {
    return one(await this.commands.execute(new AnswerInvitation(caller, meta, id, 'accept')));
  }

  /**
   * Declines an invitation.
   * @returns The declined invitation.
   */
  @Post(':id/decline')
  @HttpCode(200)
  async decline(@CurrentCaller() caller: Caller, @RequestMeta() meta: EventMeta, @Param('id') id: string): Promise<One<InvitationView>> {
    return one(await this.commands.execute(new AnswerInvitation(caller, meta, id, 'decline')));
  }
}
