import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { Throttle } from '@nestjs/throttler';
import { deleted, listOf, one, type Deleted, type One } from '#edge/answer/envelope.js';
import { CurrentCaller, RequestMeta } from '#edge/request/caller.decorator.js';
import { PageRequest } from '#edge/request/page.request.js';
import type { Caller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import type { Page } from '#kernel/page.js';
import { InviteToWorkspace, type MadeInvitation } from '../../commands/workspaces/invite-to-workspace.command.js';
import { WithdrawWorkspaceInvitation } from '../../commands/workspaces/withdraw-workspace-invitation.command.js';
import { Access, RecentSignIn } from '../../gate/access.decorator.js';
import { ListWorkspaceInvitations } from '../../queries/workspaces/list-workspace-invitations.query.js';
import type { WorkspaceInvitationView } from '../../queries/workspaces/workspace-invitations.js';
import { AddWorkspaceMemberRequest } from '../member.request.js';
import { workspaceInvitationResponse } from './workspace-invitation.response.js';

interface InvitationPath {
  readonly id: string;
  readonly invitationId: string;
}

@Access('api-key', 'session')
@Throttle({ api: {} })
@Controller('api/v1/workspaces/:id/invitations')
export class WorkspaceInvitationsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  /**
   * Lists the open invitations to a workspace, for its admins.
   * @returns A page of invitations.
   */
  @Get()
  async list(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Query() page: PageRequest,
  ): Promise<Page<Readonly<WorkspaceInvitationView>>> {
    return listOf(await this.queries.execute(new ListWorkspaceInvitations(caller, id, page)), workspaceInvitationResponse);
  }

  /**
   * Invites an address to a workspace, whether a user has it or not. The response contains the token of a link (`/invite#<token>`) that counts once; it is
   * shown only here. An address that is invited again gets a new link instead of the former one.
   * @error 409 CONFLICT for a member of the workspace, and for more than 1,000 open invitations
   * @returns The invitation.
   */
  @RecentSignIn()
  @Post()
  @HttpCode(200)
  async invite(
    @CurrentCaller() caller: Caller,
    @RequestMeta() meta: EventMeta,
    @Param('id') id: string,
    @Body() { email, permission }: AddWorkspaceMemberRequest,
  ): Promise<One<Readonly<MadeInvitation>>> {
    return one(await this.commands.execute(new InviteToWorkspace(caller, meta, id, { email, permission })));
  }

  /**
   * Withdraws an open invitation: its link ends.
   * @returns The invitation was withdrawn.
   */
  @Delete(':invitationId')
  async withdraw(
    @CurrentCaller() caller: Caller,
    @RequestMeta() meta: EventMeta,
    @Param() { id, invitationId }: InvitationPath,
  ): Promise<One<Deleted>> {
    await this.commands.execute(new WithdrawWorkspaceInvitation(caller, meta, id, invitationId));
    return deleted(invitationId, 'Invitation');
  }
}
