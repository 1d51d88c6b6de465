import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { Throttle } from '@nestjs/throttler';
import { CurrentCaller, RequestMeta } from '#edge/request/caller.decorator.js';
import { listOf, one, type One } from '#edge/answer/envelope.js';
import { PageRequest } from '#edge/request/page.request.js';
import type { Caller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import type { Page } from '#kernel/page.js';
import { AddOrganizationMember, type AddedMember } from '../../commands/organizations/add-organization-member.command.js';
import { ChangeOrganizationMember } from '../../commands/organizations/change-organization-member.command.js';
import { RemoveOrganizationMember } from '../../commands/organizations/remove-organization-member.command.js';
import { ListOrganizationMembers } from '../../queries/organizations/list-organization-members.query.js';
import type { OrganizationMemberView } from '../../projections/views.js';
import { Access, RecentSignIn } from '../../gate/access.decorator.js';
import { AddOrganizationMemberRequest, ChangeOrganizationMemberRequest } from '../member.request.js';
import { memberRemovedResponse, organizationMemberResponse, type MemberRemovedResponse } from '../member.response.js';

@Access('api-key', 'session')
@Throttle({ api: {} })
@Controller('api/v1/organizations/:id/members')
export class OrganizationMembersController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  /**
   * Lists the members of an organization.
   * @returns A page of members.
   */
  @Get()
  async list(@CurrentCaller() caller: Caller, @Param('id') id: string, @Query() page: PageRequest): Promise<Page<OrganizationMemberView>> {
    return listOf(await this.queries.execute(new ListOrganizationMembers(caller, id, page)), organizationMemberResponse);
  }

  /**
   * Adds a member to an organization, if the caller is an operator; else invites the address. The response to an invitation is the same whether a user has the
   * address or not. An address that is invited again gets a new invitation instead of the former one.
   * @error 409 ADDRESS_NOT_PROVED when an invitation made the user: invite the address
   * @returns The added member, or the invitation.
   */
  @RecentSignIn()
  @Post()
  @HttpCode(200)
  async add(
    @CurrentCaller() caller: Caller,
    @RequestMeta() meta: EventMeta,
    @Param('id') id: string,
    @Body() body: AddOrganizationMemberRequest,
  ): Promise<One<AddedMember>> {
    return one(await this.commands.execute(new AddOrganizationMember(caller, meta, id, body)));
  }

  /**
   * Changes the role of a member.
   * @returns The changed member.
   */
  @RecentSignIn()
  @Patch(':userId')
  async change(
    @CurrentCaller() caller: Caller,
    @RequestMeta() meta: EventMeta,
    @Param() { id, userId }: MemberPath,
    @Body() { role }: ChangeOrganizationMemberRequest,
  ): Promise<One<OrganizationMemberView>> {
    const command = new ChangeOrganizationMember(caller, meta, id, { userId, role });
    return one(organizationMemberResponse(await this.commands.execute(command)));
  }

  /**
   * Removes a member from an organization; the member's keys lose access to it. Memberships in workspaces of the organization end too, and
   * workspaces that the member owned become an organization owner's. Members may leave by themselves.
   * @error 409 CONFLICT for the last owner
   * @returns The membership was ended.
   */
  @RecentSignIn()
  @Delete(':userId')
  async remove(
    @CurrentCaller() caller: Caller,
    @RequestMeta() meta: EventMeta,
    @Param() { id, userId }: MemberPath,
  ): Promise<One<MemberRemovedResponse>> {
    return one(memberRemovedResponse(userId, await this.commands.execute(new RemoveOrganizationMember(caller, meta, id, userId))));
  }
}

interface MemberPath {
  readonly id: string;
  readonly userId: string;
}
