import { Controller, Delete, Get, Param, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { Throttle } from '@nestjs/throttler';
import { listOf, one, type Deleted, type One } from '#edge/answer/envelope.js';
import { CurrentCaller, RequestMeta } from '#edge/request/caller.decorator.js';
import { PageRequest } from '#edge/request/page.request.js';
import type { Caller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import type { Page } from '#kernel/page.js';
import { WithdrawInvitation } from '../../commands/organizations/withdraw-invitation.command.js';
import { Access } from '../../gate/access.decorator.js';
import type { InvitationView } from '../../projections/views.js';
import { ListInvitations } from '../../queries/organizations/list-invitations.query.js';

interface InvitationPath {
  readonly id: string;
  readonly invitationId: string;
}

@Access('api-key')
@Throttle({ api: {} })
@Controller('api/v1/organizations/:id/invitations')
export class OrganizationInvitationsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  /**
   * Lists the open invitations of an organization, for its owners.
   * @returns A page of invitations.
   */
  @Get()
  async list(@CurrentCaller() caller: Caller, @Param('id') id: string, @Query() page: PageRequest): Promise<Page<InvitationView>> {
    return listOf(await this.queries.execute(new ListInvitations(caller, page, id)), (view) => view);
  }

  /**
   * Withdraws an open invitation.
   * @returns The invitation was withdrawn.
   */
  @Delete(':invitationId')
  async withdraw(
    @CurrentCaller() caller: Caller,
    @RequestMeta() meta: EventMeta,
    @Param() { id, invitationId }: InvitationPath,
  ): Promise<One<Deleted>> {
    await this.commands.execute(new WithdrawInvitation(caller, meta, id, invitationId));
    return one({ id: invitationId, message: 'Invitation deleted' });
  }
}
