import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { Throttle } from '@nestjs/throttler';
import { listOf, one, type Deleted, type One } from '#edge/answer/envelope.js';
import { CurrentCaller, RequestMeta } from '#edge/request/caller.decorator.js';
import { PageRequest } from '#edge/request/page.request.js';
import type { Caller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import type { Page } from '#kernel/page.js';
import { InviteToOrganization, type MadeOrganizationInvitation } from '../../commands/organizations/invite-to-organization.command.js';
import { WithdrawInvitation } from '../../commands/organizations/withdraw-invitation.command.js';
import { Access, RecentSignIn } from '../../gate/access.decorator.js';
import type { InvitationView } from '../../projections/views.js';
import { ListInvitations } from '../../queries/organizations/list-invitations.query.js';
import { AddOrganizationMemberRequest } from '../member.request.js';

interface InvitationPath {
  readonly id: string;
  readonly invitationId: string;
}

@Access('api-key', 'session')
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
   * Invites an address to an organization, whether a user has it or not. The response contains the token of a link (`/invite#<token>`) that counts once; it is
   * shown only here. An address that is invited again gets a new link instead of the former one.
   * @error 409 CONFLICT for a member of the organization, and for more than 1,000 open invitations
   * @returns The invitation.
   */
  @RecentSignIn()
  @Post()
  @HttpCode(200)
  async invite(
    @CurrentCaller() caller: Caller,
    @RequestMeta() meta: EventMeta,
    @Param('id') id: string,
    @Body() { email, role }: AddOrganizationMemberRequest,
  ): Promise<One<Readonly<MadeOrganizationInvitation>>> {
    return one(await this.commands.execute(new InviteToOrganization(caller, meta, id, { email, role })));
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
