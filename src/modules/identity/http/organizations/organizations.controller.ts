import { Body, Controller, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { Throttle } from '@nestjs/throttler';
import { CurrentCaller, RequestMeta } from '#edge/request/caller.decorator.js';
import { listOf, one, type One } from '#edge/answer/envelope.js';
import { PageRequest } from '#edge/request/page.request.js';
import type { Caller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import type { Page } from '#kernel/page.js';
import { CreateOrganization } from '../../commands/organizations/create-organization.command.js';
import { ChangeOrganization } from '../../commands/organizations/change-organization.command.js';
import { GetOrganization } from '../../queries/organizations/get-organization.query.js';
import { ListOrganizations } from '../../queries/organizations/list-organizations.query.js';
import { Access } from '../../gate/access.decorator.js';
import { ChangeOrganizationRequest, CreateOrganizationRequest } from './organization.request.js';
import { organizationResponse, type OrganizationResponse } from './organization.response.js';

@Access('api-key', 'session')
@Throttle({ api: {} })
@Controller('api/v1/organizations')
export class OrganizationsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  /**
   * Lists the organizations of this installation.
   * @returns A page of organizations.
   */
  @Get()
  async list(@CurrentCaller() caller: Caller, @Query() page: PageRequest): Promise<Page<OrganizationResponse>> {
    return listOf(await this.queries.execute(new ListOrganizations(caller, page)), organizationResponse);
  }

  /**
   * Creates an organization that the caller owns.
   * @returns The created organization.
   */
  @Post()
  @HttpCode(200)
  async create(
    @CurrentCaller() caller: Caller,
    @RequestMeta() meta: EventMeta,
    @Body() body: CreateOrganizationRequest,
  ): Promise<One<OrganizationResponse>> {
    return one(organizationResponse(await this.commands.execute(new CreateOrganization(caller, meta, body))));
  }

  /**
   * Returns one organization, for its admins.
   * @returns The organization.
   */
  @Get(':id')
  async get(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<One<OrganizationResponse>> {
    return one(organizationResponse(await this.queries.execute(new GetOrganization(caller, id))));
  }

  /**
   * Changes the name or the plan of an organization.
   * @returns The changed organization.
   */
  @Patch(':id')
  async change(
    @CurrentCaller() caller: Caller,
    @RequestMeta() meta: EventMeta,
    @Param('id') id: string,
    @Body() body: ChangeOrganizationRequest,
  ): Promise<One<OrganizationResponse>> {
    return one(organizationResponse(await this.commands.execute(new ChangeOrganization(caller, meta, id, body))));
  }
}
