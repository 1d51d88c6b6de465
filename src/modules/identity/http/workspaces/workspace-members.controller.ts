import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { Throttle } from '@nestjs/throttler';
import { CurrentCaller, RequestMeta } from '#edge/request/caller.decorator.js';
import { listOf, one, type One } from '#edge/answer/envelope.js';
import { PageRequest } from '#edge/request/page.request.js';
import type { Caller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import type { Page } from '#kernel/page.js';
import { AddWorkspaceMember } from '../../commands/workspaces/add-workspace-member.command.js';
import { ChangeWorkspaceMember } from '../../commands/workspaces/change-workspace-member.command.js';
import { RemoveWorkspaceMember } from '../../commands/workspaces/remove-workspace-member.command.js';
import { ListWorkspaceMembers } from '../../queries/workspaces/list-workspace-members.query.js';
import type { WorkspaceMemberView } from '../../projections/views.js';
import { Access, RecentSignIn } from '../../gate/access.decorator.js';
import { AddWorkspaceMemberRequest, ChangeWorkspaceMemberRequest } from '../member.request.js';
import { memberRemovedResponse, workspaceMemberResponse, type MemberRemovedResponse } from '../member.response.js';

@Access('api-key', 'session')
@Throttle({ api: {} })
@Controller('api/v1/workspaces/:id/members')
export class WorkspaceMembersController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  /**
   * Lists the members of a workspace with their permissions.
   * @returns A page of members.
   */
  @Get()
  async list(@CurrentCaller() caller: Caller, @Param('id') id: string, @Query() page: PageRequest): Promise<Page<WorkspaceMemberView>> {
    return listOf(await this.queries.execute(new ListWorkspaceMembers(caller, id, page)), workspaceMemberResponse);
  }

  /**
   * Adds a member to a workspace.
   * @error 409 ADDRESS_NOT_PROVED when an invitation made the user, who is not in the organization of the workspace: invite the address
   * @returns The added member.
   */
  @RecentSignIn()
  @Post()
  @HttpCode(200)
  async add(
    @CurrentCaller() caller: Caller,
    @RequestMeta() meta: EventMeta,
    @Param('id') id: string,
    @Body() body: AddWorkspaceMemberRequest,
  ): Promise<One<WorkspaceMemberView>> {
    return one(workspaceMemberResponse(await this.commands.execute(new AddWorkspaceMember(caller, meta, id, body))));
  }

  /**
   * Changes the permission of a member.
   * @returns The changed member.
   */
  @RecentSignIn()
  @Patch(':userId')
  async change(
    @CurrentCaller() caller: Caller,
    @RequestMeta() meta: EventMeta,
    @Param() { id, userId }: MemberPath,
    @Body() { permission }: ChangeWorkspaceMemberRequest,
  ): Promise<One<WorkspaceMemberView>> {
    const command = new ChangeWorkspaceMember(caller, meta, id, { userId, permission });
    return one(workspaceMemberResponse(await this.commands.execute(command)));
  }

  /**
   * Removes a member from a workspace. Members may leave by themselves, with a personal key that is not limited.
   * @error 409 CONFLICT for the owner of the workspace; another owner comes first
   * @returns The membership was ended.
   */
  @RecentSignIn()
  @Delete(':userId')
  async remove(
    @CurrentCaller() caller: Caller,
    @RequestMeta() meta: EventMeta,
    @Param() { id, userId }: MemberPath,
  ): Promise<One<MemberRemovedResponse>> {
    return one(memberRemovedResponse(userId, await this.commands.execute(new RemoveWorkspaceMember(caller, meta, id, userId))));
  }
}

interface MemberPath {
  readonly id: string;
  readonly userId: string;
}
