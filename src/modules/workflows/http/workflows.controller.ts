import { Body, Controller, Delete, Get, HttpCode, Optional, Param, Patch, Post, Query } from '@nestjs/common';
import { deleted, type Deleted, type One } from '#edge/answer/envelope.js';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { Throttle } from '@nestjs/throttler';
import { CurrentCaller, RequestMeta } from '#edge/request/caller.decorator.js';
import type { Caller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import { Limits, type WithLimits } from '#kernel/plan/limits.js';
import type { Page } from '#kernel/page.js';
import { Access } from '#modules/identity/index.js';
import { ChangeWorkflow } from '../commands/change-workflow.command.js';
import { CreateWorkflow } from '../commands/create-workflow.command.js';
import { DeleteWorkflow } from '../commands/delete-workflow.command.js';
import { GetWorkflow } from '../queries/get-workflow.query.js';
import { ListWorkflows } from '../queries/list-workflows.query.js';
import { ChangeWorkflowRequest } from './change-workflow.request.js';
import { CreateWorkflowRequest } from './create-workflow.request.js';
import { ListWorkflowsRequest } from './list-workflows.request.js';
import {
  listedWorkflowResponse,
  workflowDetailResponse,
  workflowResponse,
  type ListedWorkflowResponse,
  type WorkflowDetailResponse,
  type WorkflowResponse,
} from './workflow.response.js';

@Controller('api/v1/workflows')
@Access('api-key', 'session')
@Throttle({ api: {} })
export class WorkflowsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    @Optional() private readonly limits?: Limits,
  ) {}

  /**
   * Lists the workflows of a workspace, oldest first.
   * @returns A page of workflows.
   */
  @Get()
  async list(
    @CurrentCaller() caller: Caller,
    @Query() request: ListWorkflowsRequest,
  ): Promise<Page<ListedWorkflowResponse> & Partial<WithLimits>> {
    const { workspaceId, folderId, deployedOnly, limit, cursor } = request;
    const page = await this.queries.execute(new ListWorkflows(caller, { workspaceId, folderId, deployedOnly }, limit, cursor));
    return { data: page.data.map(listedWorkflowResponse), nextCursor: page.nextCursor, ...(await this.#left(caller)) };
  }

  /**
   * Returns a workflow with the inputs that its draft declares.
   * @returns The workflow.
   */
  @Get(':id')
  async get(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<One<WorkflowDetailResponse> & Partial<WithLimits>> {
    const view = await this.queries.execute(new GetWorkflow(caller, id));
    return { data: workflowDetailResponse(view), ...(await this.#left(caller)) };
  }

  /**
   * Creates a workflow with an empty draft.
   * @returns The new workflow.
   */
  @Post()
  @HttpCode(200)
  async create(
    @CurrentCaller() caller: Caller,
    @RequestMeta() meta: EventMeta,
    @Body() { workspaceId, name, description = null, folderId = null }: CreateWorkflowRequest,
  ): Promise<One<WorkflowResponse>> {
    const view = await this.commands.execute(new CreateWorkflow(caller, meta, { workspaceId, name, description, folderId }));
    return { data: workflowResponse(view) };
  }

  /**
   * Changes the name, the description or the folder of a workflow.
   * @returns The changed workflow.
   */
  @Patch(':id')
  async change(
    @CurrentCaller() caller: Caller,
    @RequestMeta() meta: EventMeta,
    @Param('id') id: string,
    @Body() { name, description, folderId }: ChangeWorkflowRequest,
  ): Promise<One<WorkflowResponse>> {
    return { data: workflowResponse(await this.commands.execute(new ChangeWorkflow(caller, meta, id, { name, description, folderId }))) };
  }

  /**
   * Deletes a workflow. Its runs that are queued, active or paused are cancelled; runs that only call it continue. Its logs are kept.
   * @returns The workflow was deleted.
   */
  @Delete(':id')
  async delete(@CurrentCaller() caller: Caller, @RequestMeta() meta: EventMeta, @Param('id') id: string): Promise<One<Deleted>> {
    await this.commands.execute(new DeleteWorkflow(caller, meta, id));
    return deleted(id, 'Workflow');
  }

  async #left(caller: Caller): Promise<Partial<WithLimits>> {
    return this.limits === undefined ? {} : { limits: await this.limits.limits({ caller }) };
  }
}
