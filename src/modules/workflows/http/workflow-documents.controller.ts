import { Body, Controller, Get, HttpCode, Param, Post, Put, Req } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { Throttle } from '@nestjs/throttler';
import type { Request } from 'express';
import { CurrentCaller, RequestMeta } from '#edge/request/caller.decorator.js';
import type { One } from '#edge/answer/envelope.js';
import type { Caller } from '#kernel/caller.js';
import { Config } from '#host/config/config.js';
import type { EventMeta } from '#kernel/event.js';
import type { JsonObject } from '#kernel/json.js';
import { Access } from '#modules/identity/index.js';
import { Takeouts } from '#modules/audit/index.js';
import { ImportWorkflow } from '../commands/import-workflow.command.js';
import { SaveDraft } from '../commands/save-draft.command.js';
import type { ValidationReport } from '../queries/validation/document-check.js';
import { ExportWorkflow } from '../queries/export-workflow.query.js';
import { DescribeWorkflow } from '../queries/openapi/describe-workflow.query.js';
import { workflowOpenApi } from '../queries/openapi/workflow-openapi.js';
import { GetWorkflowState } from '../queries/get-workflow-state.query.js';
import { ValidateWorkflow } from '../queries/validation/validate-workflow.query.js';
import { ImportWorkflowRequest } from './import-workflow.request.js';
import { SaveDraftRequest } from './save-draft.request.js';
import { ValidateDocumentRequest, ValidateDraftRequest } from './validate-workflow.request.js';
import { workflowResponse, type DraftResponse, type ExportResponse, type ImportedWorkflowResponse } from './workflow.response.js';

/**
 * Import, export and drafts of workflows.
 * @tag Workflows
 */
@Controller('api/v1/workflows')
@Access('api-key', 'session')
@Throttle({ api: {} })
export class WorkflowDocumentsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly takeouts: Takeouts,
    private readonly config: Config,
  ) {}

  /**
   * Imports an exported document as a new workflow.
   * @error 409 CONFLICT when an address that is to be kept was ever used on this server
   * @returns 201 The new workflow, with the problems that prevent its deployment.
   */
  @Post('import')
  @HttpCode(201)
  async import(
    @CurrentCaller() caller: Caller,
    @RequestMeta() meta: EventMeta,
    @Body() { workspaceId, workflow: document, name, description, folderId, keepPaths = false }: ImportWorkflowRequest,
  ): Promise<One<ImportedWorkflowResponse>> {
    const labels = { ...(name ? { name } : {}), ...(description ? { description } : {}) };
    const request = { workspaceId, workflow: document, folderId: folderId ?? null, keepPaths, ...labels };
    const { workflow, problems, warnings } = await this.commands.execute(new ImportWorkflow(caller, meta, request));
    return { data: { ...workflowResponse(workflow), problems, warnings } };
  }

  /**
   * Validates a document as a new workflow of a workspace. Nothing is created.
   * @returns The problems and warnings of the document.
   */
  @Post('validate')
  @HttpCode(200)
  async validateDocument(@CurrentCaller() caller: Caller, @Body() request: ValidateDocumentRequest): Promise<One<ValidationReport>> {
    return { data: await this.queries.execute(new ValidateWorkflow(caller, request)) };
  }

  /**
   * Validates the draft of a workflow, or a document in its place. Nothing is deployed or saved.
   * @returns The problems and warnings, the same as those of a deployment.
   */
  @Post(':id/validate')
  @HttpCode(200)
  async validate(
    @CurrentCaller() caller: Caller,
    @Param('id') workflowId: string,
    @Body() { state }: ValidateDraftRequest,
  ): Promise<One<ValidationReport>> {
    return { data: await this.queries.execute(new ValidateWorkflow(caller, { workflowId, ...(state === undefined ? {} : { state }) })) };
  }

  /**
   * Replaces the draft of a workflow. A draft with problems is saved, too.
   * @returns The draft was saved; the problems prevent its deployment.
   */
  @Put(':id/state')
  async save(
    @CurrentCaller() caller: Caller,
    @RequestMeta() meta: EventMeta,
    @Param('id') id: string,
    @Body() { state }: SaveDraftRequest,
  ): Promise<One<ValidationReport>> {
    return { data: await this.commands.execute(new SaveDraft(caller, meta, id, state)) };
  }

  /**
   * Returns the draft of a workflow.
   * @returns The draft.
   */
  @Get(':id/state')
  async state(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<One<DraftResponse>> {
    return { data: { state: await this.queries.execute(new GetWorkflowState(caller, id)) } };
  }

  /**
   * Returns an OpenAPI 3.1 document of one workflow: its start, with the inputs that its active version declares, or its draft while none is
   * active.
   * @returns The OpenAPI document.
   */
  @Get(':id/openapi.json')
  async openApi(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<JsonObject> {
    return workflowOpenApi(await this.queries.execute(new DescribeWorkflow(caller, id)), this.config.baseUrl);
  }

  /**
   * Exports the draft of a workflow as a document without secrets.
   * @returns The exported document.
   */
  @Get(':id/export')
  async export(
    @CurrentCaller() caller: Caller,
    @RequestMeta() meta: EventMeta,
    @Param('id') id: string,
    @Req() request: Request,
  ): Promise<One<ExportResponse>> {
    const data = await this.queries.execute(new ExportWorkflow(caller, id));
    const { name, workspaceId } = data.workflow;
    // HEAD sends no document.
    if (request.method === 'GET') await this.takeouts.record(meta, { kind: 'workflow', resourceId: id, name, workspaceId });
    return { data };
  }
}
