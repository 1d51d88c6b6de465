import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post } from '@nestjs/common';
import type { One } from '#edge/answer/envelope.js';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { Throttle } from '@nestjs/throttler';
import { CurrentCaller, RequestMeta } from '#edge/request/caller.decorator.js';
import type { Caller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import type { Page } from '#kernel/page.js';
import { Access } from '#modules/identity/index.js';
import { DeployWorkflow } from '../../commands/deploy-workflow.command.js';
import { DescribeVersion } from '../../commands/describe-version.command.js';
import { RollBackWorkflow } from '../../commands/roll-back-workflow.command.js';
import { UndeployWorkflow } from '../../commands/undeploy-workflow.command.js';
import { GetVersion } from '../../queries/versions/get-version.query.js';
import { ListVersions } from '../../queries/versions/list-versions.query.js';
import type { VersionView } from '../../queries/views.js';
import {
  deploymentResponse,
  versionDetailResponse,
  versionResponse,
  type DeployedResponse,
  type DeploymentResponse,
  type VersionDetailResponse,
} from './deployment.response.js';
import { DescribeVersionRequest } from './describe-version.request.js';
import { DeployWorkflowRequest } from './deploy-workflow.request.js';
import { RollBackWorkflowRequest } from './roll-back-workflow.request.js';

/** @tag Workflows */
@Controller('api/v1/workflows/:id')
@Access('api-key', 'session')
@Throttle({ api: {} })
export class DeploymentsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  /**
   * Deploys the draft as a new version and activates it. The version is active when the response arrives.
   * @error 409 DRAFT_CHANGED when the draft has changed since `revision`; `details` names the changes. Nothing was deployed
   * @returns The deployment of the workflow, with the authors of what was deployed.
   */
  @Post('deploy')
  @HttpCode(200)
  async deploy(
    @CurrentCaller() caller: Caller,
    @RequestMeta() meta: EventMeta,
    @Param('id') id: string,
    @Body() { name, description, revision }: DeployWorkflowRequest,
  ): Promise<One<DeployedResponse>> {
    const label = { ...(name ? { name } : {}), ...(description ? { description } : {}), ...(revision ? { revision } : {}) };
    const { workflow, warnings, authors } = await this.commands.execute(new DeployWorkflow(caller, meta, id, label));
    return { data: { ...deploymentResponse(workflow, warnings), authors } };
  }

  /**
   * Undeploys a workflow: deactivates its active version. Active runs continue.
   * @returns The workflow was undeployed.
   */
  @Delete('deploy')
  async undeploy(
    @CurrentCaller() caller: Caller,
    @RequestMeta() meta: EventMeta,
    @Param('id') id: string,
  ): Promise<One<DeploymentResponse>> {
    return { data: deploymentResponse(await this.commands.execute(new UndeployWorkflow(caller, meta, id))) };
  }

  /**
   * Rolls a workflow back to an earlier version: the given one, or the one before the active version.
   * @returns The deployment of the workflow.
   */
  @Post('rollback')
  @HttpCode(200)
  async rollBack(
    @CurrentCaller() caller: Caller,
    @RequestMeta() meta: EventMeta,
    @Param('id') id: string,
    @Body() { version }: RollBackWorkflowRequest,
  ): Promise<One<DeploymentResponse>> {
    return { data: deploymentResponse(await this.commands.execute(new RollBackWorkflow(caller, meta, id, version ?? undefined))) };
  }

  /**
   * Lists all versions of a workflow, newest first.
   * @returns The versions.
   */
  @Get('versions')
  async versions(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<Page<VersionView>> {
    const versions = await this.queries.execute(new ListVersions(caller, id));
    return { data: versions.map(versionResponse), nextCursor: null };
  }

  /**
   * Returns a version of a workflow with its document.
   * @returns The version.
   */
  @Get('versions/:version')
  async version(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Param('version') version: string,
  ): Promise<One<VersionDetailResponse>> {
    return { data: versionDetailResponse(await this.queries.execute(new GetVersion(caller, id, version))) };
  }

  /**
   * Changes the name and the description of a version. Its document stays as it is.
   * @returns The version was changed.
   */
  @Patch('versions/:version')
  async describeVersion(
    @CurrentCaller() caller: Caller,
    @RequestMeta() meta: EventMeta,
    @Param('id') id: string,
    @Param('version') version: string,
    @Body() body: DescribeVersionRequest,
  ): Promise<One<VersionView>> {
    await this.commands.execute(new DescribeVersion(caller, meta, id, { version, ...body.toMessage() }));
    return { data: versionResponse(await this.queries.execute(new GetVersion(caller, id, version))) };
  }
}
