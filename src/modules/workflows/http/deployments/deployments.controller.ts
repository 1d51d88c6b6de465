import { Body, Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { CurrentCaller, RequestMeta } from '#edge/request/caller.decorator.js';
import { Throttle } from '#edge/throttle/throttle.decorator.js';
import type { Caller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import type { Page } from '#kernel/page.js';
import { Access } from '#modules/identity/index.js';
import { DeployWorkflow } from '../../commands/deploy-workflow.command.js';
import { RollBackWorkflow } from '../../commands/roll-back-workflow.command.js';
import { UndeployWorkflow } from '../../commands/undeploy-workflow.command.js';
import { ListVersions } from '../../queries/list-versions.query.js';
import type { VersionView } from '../../queries/views.js';
import { deploymentResponse, versionResponse, type DeploymentResponse } from './deployment.response.js';
import { DeployWorkflowRequest } from './deploy-workflow.request.js';
import { RollBackWorkflowRequest } from './roll-back-workflow.request.js';

/** @tag Workflows */
@Controller('api/v1/workflows/:id')
@Access('api-key')
@Throttle('api')
export class DeploymentsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  /** Makes the draft the version that runs. It is when this answers. */
  @Post('deploy')
  @HttpCode(200)
  async deploy(
    @CurrentCaller() caller: Caller,
    @RequestMeta() meta: EventMeta,
    @Param('id') id: string,
    @Body() { name, description }: DeployWorkflowRequest,
  ): Promise<{ data: DeploymentResponse }> {
    const label = { ...(name ? { name } : {}), ...(description ? { description } : {}) };
    return { data: deploymentResponse(await this.commands.execute(new DeployWorkflow(caller, meta, id, label))) };
  }

  /** Takes the workflow out of use. Runs that have begun go on. */
  @Delete('deploy')
  async undeploy(
    @CurrentCaller() caller: Caller,
    @RequestMeta() meta: EventMeta,
    @Param('id') id: string,
  ): Promise<{ data: DeploymentResponse }> {
    return { data: deploymentResponse(await this.commands.execute(new UndeployWorkflow(caller, meta, id))) };
  }

  /** Makes an earlier version the one that runs; without a version the one before. */
  @Post('rollback')
  @HttpCode(200)
  async rollBack(
    @CurrentCaller() caller: Caller,
    @RequestMeta() meta: EventMeta,
    @Param('id') id: string,
    @Body() { version }: RollBackWorkflowRequest,
  ): Promise<{ data: DeploymentResponse }> {
    return { data: deploymentResponse(await this.commands.execute(new RollBackWorkflow(caller, meta, id, version ?? undefined))) };
  }

  /** The versions that have been deployed. */
  @Get('versions')
  async versions(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<Page<VersionView>> {
    const versions = await this.queries.execute(new ListVersions(caller, id));
    return { data: versions.map(versionResponse), nextCursor: null };
  }
}
