import { Controller, Get, Param } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { SkipThrottle } from '@nestjs/throttler';
import { IgnoresUnknownFields } from '#edge/body/fields/undeclared-fields.js';
import { CurrentCaller } from '#edge/request/caller.decorator.js';
import type { Caller } from '#kernel/caller.js';
import { Access } from '#modules/identity/index.js';
import { GetWorkflowStatus, type WorkflowStatus } from '../../queries/get-workflow-status.query.js';

/**
 * The status of workflows, which published clients request before a run.
 * @tag Workflows
 */
@Controller('api/workflows/:id/status')
@Access('api-key', 'session')
@SkipThrottle({ api: true })
export class WorkflowStatusController {
  constructor(private readonly queries: QueryBus) {}

  /**
   * Returns whether a workflow is deployed, and whether its draft differs from the active version.
   * @returns The status of the workflow.
   */
  @Get()
  @IgnoresUnknownFields()
  status(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<WorkflowStatus> {
    return this.queries.execute(new GetWorkflowStatus(caller, id));
  }
}
