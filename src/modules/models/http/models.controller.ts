import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { Throttle } from '@nestjs/throttler';
import { listOf, one, type One } from '#edge/answer/envelope.js';
import { CurrentCaller } from '#edge/request/caller.decorator.js';
import { WorkspaceRequest } from '#edge/request/workspace.request.js';
import type { Caller } from '#kernel/caller.js';
import type { Page } from '#kernel/page.js';
import { Access } from '#modules/identity/index.js';
import { TestModel } from '../commands/test-model-provider.command.js';
import { GetModelsHealth } from '../queries/get-models-health.query.js';
import { ListModels } from '../queries/list-models.query.js';
import { TestModelRequest } from './model-provider.request.js';
import { modelResponse, type ModelResponse, type ModelsHealthResponse, type TestedModelResponse } from './model.response.js';

/** The models that a caller may use. */
@Access('api-key', 'session')
@Throttle({ api: {} })
@Controller('api/v1/models')
export class ModelsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  /**
   * Lists the models that may be used in a workspace and that are known by name. Providers may take further names.
   * @returns The models, in the order in which their providers are asked.
   */
  @Get()
  async list(@CurrentCaller() caller: Caller, @Query() { workspaceId }: WorkspaceRequest): Promise<Page<ModelResponse>> {
    const models = await this.queries.execute(new ListModels(caller, workspaceId));
    return listOf({ data: models, nextCursor: null }, modelResponse);
  }

  /**
   * Shows the circuit breakers of the providers that may be used in a workspace, as the process that answers sees them.
   * @returns One entry for each provider.
   */
  @Get('health')
  async health(@CurrentCaller() caller: Caller, @Query() { workspaceId }: WorkspaceRequest): Promise<Page<ModelsHealthResponse>> {
    const data = await this.queries.execute(new GetModelsHealth(caller, workspaceId));
    return { data, nextCursor: null };
  }

  /**
   * Asks the provider of a model, or a provider, for its models.
   * @returns Whether the provider answered, accepted the key and has the model.
   * @error 400 UNKNOWN_MODEL when the name means neither a provider nor a model
   * @error 403 MODEL_NOT_ALLOWED when a policy denies the model
   */
  @Post('test')
  @HttpCode(200)
  async test(@CurrentCaller() caller: Caller, @Body() { workspaceId, name }: TestModelRequest): Promise<One<TestedModelResponse>> {
    return one(await this.commands.execute(new TestModel(caller, workspaceId, name)));
  }
}
