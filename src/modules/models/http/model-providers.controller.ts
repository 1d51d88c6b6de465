import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { Throttle } from '@nestjs/throttler';
import { deleted, listOf, one, type Deleted, type One } from '#edge/answer/envelope.js';
import { CurrentCaller, RequestMeta } from '#edge/request/caller.decorator.js';
import { WorkspaceRequest } from '#edge/request/workspace.request.js';
import type { Caller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import type { Page } from '#kernel/page.js';
import { Access } from '#modules/identity/index.js';
import { ChangeModelProvider } from '../commands/change-model-provider.command.js';
import { CreateModelProvider } from '../commands/create-model-provider.command.js';
import { DeleteModelProvider } from '../commands/delete-model-provider.command.js';
import { TestModelProvider } from '../commands/test-model-provider.command.js';
import type { Probe } from '../providers/provider-probe.js';
import { ListModelProviders } from '../queries/list-model-providers.query.js';
import { ChangeModelProviderRequest, CreateModelProviderRequest } from './model-provider.request.js';
import { modelProviderResponse, type ModelProviderResponse } from './model.response.js';

/** The model providers that workspaces have set up themselves. */
@Access('api-key', 'session')
@Throttle({ api: {} })
@Controller('api/v1/model-providers')
export class ModelProvidersController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  /**
   * Lists the model providers of a workspace, the oldest first.
   * @returns The providers.
   */
  @Get()
  async list(@CurrentCaller() caller: Caller, @Query() { workspaceId }: WorkspaceRequest): Promise<Page<ModelProviderResponse>> {
    const rows = await this.queries.execute(new ListModelProviders(caller, workspaceId));
    return listOf({ data: rows, nextCursor: null }, modelProviderResponse);
  }

  /**
   * Creates a model provider.
   * @returns The new provider.
   * @error 409 DUPLICATE_NAME when the workspace has a provider of that name
   */
  @Post()
  @HttpCode(200)
  async create(
    @CurrentCaller() caller: Caller,
    @RequestMeta() meta: EventMeta,
    @Body() request: CreateModelProviderRequest,
  ): Promise<One<ModelProviderResponse>> {
    return one(modelProviderResponse(await this.commands.execute(new CreateModelProvider(caller, meta, request))));
  }

  /**
   * Changes a model provider. A base address of another origin needs the key again.
   * @returns The changed provider.
   * @error 409 DUPLICATE_NAME when the workspace has another provider of that name
   */
  @Patch(':providerId')
  async change(
    @CurrentCaller() caller: Caller,
    @RequestMeta() meta: EventMeta,
    @Param('providerId') id: string,
    @Body() request: ChangeModelProviderRequest,
  ): Promise<One<ModelProviderResponse>> {
    return one(modelProviderResponse(await this.commands.execute(new ChangeModelProvider(caller, meta, id, request))));
  }

  /**
   * Deletes a model provider. Runs that use it fail at their next call.
   * @returns The provider was deleted.
   */
  @Delete(':providerId')
  async delete(@CurrentCaller() caller: Caller, @RequestMeta() meta: EventMeta, @Param('providerId') id: string): Promise<One<Deleted>> {
    await this.commands.execute(new DeleteModelProvider(caller, meta, id));
    return deleted(id, 'Model provider');
  }

  /**
   * Asks a provider for its models, with its key.
   * @returns Whether the provider answered and accepted the key.
   */
  @Post(':providerId/test')
  @HttpCode(200)
  async test(@CurrentCaller() caller: Caller, @Param('providerId') id: string): Promise<One<Probe>> {
    return one(await this.commands.execute(new TestModelProvider(caller, id)));
  }
}
