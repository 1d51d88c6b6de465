import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { Throttle } from '@nestjs/throttler';
import { CurrentCaller, RequestMeta } from '#edge/request/caller.decorator.js';
import { deleted, listOf, one, type One } from '#edge/answer/envelope.js';
import { PageRequest } from '#edge/request/page.request.js';
import type { Caller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import type { Page } from '#kernel/page.js';
import { CreateWorkspace } from '../../commands/workspaces/create-workspace.command.js';
import { ChangeWorkspace } from '../../commands/workspaces/change-workspace.command.js';
import { DeleteWorkspace } from '../../commands/workspaces/delete-workspace.command.js';
import { GetWorkspace } from '../../queries/workspaces/get-workspace.query.js';
import { ListWorkspaces } from '../../queries/workspaces/list-workspaces.query.js';
import { Access, RecentSignIn, Scope } from '../../gate/access.decorator.js';
import { ChangeWorkspaceRequest, CreateWorkspaceRequest } from './workspace.request.js';
import { workspaceResponse, type WorkspaceResponse } from './workspace.response.js';

@Access('api-key', 'session')
@Throttle({ api: {} })
@Controller('api/v1/workspaces')
export class WorkspacesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  /**
   * Lists the workspaces that the key has access to.
   * @returns A page of workspaces.
   */
  @Get()
  async list(@CurrentCaller() caller: Caller, @Query() page: PageRequest): Promise<Page<WorkspaceResponse>> {
    return listOf(await this.queries.execute(new ListWorkspaces(caller, page)), workspaceResponse);
  }

  /**
   * Creates a workspace.
   * @returns The created workspace.
   */
  @Post()
  @HttpCode(200)
  async create(
    @CurrentCaller() caller: Caller,
    @RequestMeta() meta: EventMeta,
    @Body() body: CreateWorkspaceRequest,
  ): Promise<One<WorkspaceResponse>> {
    return one(workspaceResponse(await this.commands.execute(new CreateWorkspace(caller, meta, body))));
  }

  /**
   * Returns one workspace.
   * @returns The workspace.
   */
  @Get(':id')
  @Scope('read')
  async get(@Param('id') id: string): Promise<One<WorkspaceResponse>> {
    return one(workspaceResponse(await this.queries.execute(new GetWorkspace(id))));
  }

  /**
   * Changes a workspace: its name, its owner, whether personal keys are valid in it, or how long its runs are kept.
   * @error 409 CONFLICT when the new owner is suspended, or would pay for the workspace without consent
   * @returns The changed workspace.
   */
  @Patch(':id')
  async change(
    @CurrentCaller() caller: Caller,
    @RequestMeta() meta: EventMeta,
    @Param('id') id: string,
    @Body() body: ChangeWorkspaceRequest,
  ): Promise<One<WorkspaceResponse>> {
    return one(workspaceResponse(await this.commands.execute(new ChangeWorkspace(caller, meta, id, body))));
  }

  /**
   * Deletes a workspace with its content.
   * @returns The workspace was deleted.
   */
  @RecentSignIn()
  @Delete(':id')
  @Scope('admin')
  async delete(@RequestMeta() meta: EventMeta, @Param('id') id: string): Promise<ReturnType<typeof deleted>> {
    await this.commands.execute(new DeleteWorkspace(meta, id));
    return deleted(id, 'Workspace');
  }
}
