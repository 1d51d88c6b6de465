import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { Throttle } from '@nestjs/throttler';
import type { Response } from 'express';
import type { Answers, Csv, JsonLines } from '#edge/answer/answers.js';
import { CurrentCaller, RequestMeta } from '#edge/request/caller.decorator.js';
import { sendPages } from '#edge/answer/paged-file.js';
import type { Caller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import { Limits, type WithLimits } from '#kernel/plan/limits.js';
import type { Page } from '#kernel/page.js';
import { Access, AdmittedStreams, RecentSignIn } from '#modules/identity/index.js';
import { Takeouts } from '../recording/takeouts.js';
import { GetAuditKey, type AuditKey } from '../queries/get-audit-key.query.js';
import { GetAuditLog } from '../queries/get-audit-log.query.js';
import { auditColumns } from './audit-columns.js';
import { auditLogResponse, type AuditLogResponse } from './audit-log.response.js';
import { ExportAuditLogsRequest, ListAuditLogsRequest } from './list-audit-logs.request.js';

@Access('api-key', 'session')
@Throttle({ api: {} })
@Controller('api/v1/audit-logs')
export class AuditLogsController {
  constructor(
    private readonly queries: QueryBus,
    private readonly limits: Limits,
    private readonly takeouts: Takeouts,
    private readonly streams: AdmittedStreams,
  ) {}

  /**
   * Lists the audit entries of a workspace or of an organization, newest first.
   * @returns A page of audit log entries.
   */
  @Get()
  async list(@CurrentCaller() caller: Caller, @Query() request: ListAuditLogsRequest): Promise<Page<AuditLogResponse> & WithLimits> {
    const { data, nextCursor } = await this.queries.execute(request.toMessage(caller));
    return { data: data.map(auditLogResponse), nextCursor, limits: await this.limits.limits({ caller }) };
  }

  /**
   * Exports all audit entries that match the filters as a file.
   * @returns All matching entries, as JSON Lines or CSV.
   */
  @RecentSignIn()
  @Get('export')
  async export(
    @CurrentCaller() caller: Caller,
    @RequestMeta() meta: EventMeta,
    @Query() request: ExportAuditLogsRequest,
    @Res() response: Response,
  ): Promise<Answers<{ 200: JsonLines<AuditLogResponse> | Csv }>> {
    const ended = this.streams.enter(caller, response.req, response);
    const { workspaceId = null, organizationId = '' } = request;
    const resourceId = workspaceId ?? organizationId;
    const file = {
      name: 'audit-logs',
      format: request.format,
      page: this.takeouts.recorded(meta, { kind: 'audit-logs', resourceId, workspaceId }, (cursor) =>
        this.queries.execute(request.toPage(caller, cursor)),
      ),
      line: auditLogResponse,
      columns: auditColumns,
    };
    await sendPages(response, file, ended);
  }

  /**
   * Returns the present public key, which verifies exports and proofs of this instance.
   * @returns The public keys of the audit log.
   */
  @Get('public-key')
  async key(): Promise<{
    /** The content of the response. */
    data: AuditKey;
  }> {
    return { data: await this.queries.execute(new GetAuditKey()) };
  }

  /**
   * Returns one audit entry.
   * @returns The audit log entry.
   */
  @Get(':id')
  async get(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
  ): Promise<
    {
      /** The content of the response. */
      data: AuditLogResponse;
    } & WithLimits
  > {
    const entry = await this.queries.execute(new GetAuditLog(caller, id));
    return { data: auditLogResponse(entry), limits: await this.limits.limits({ caller }) };
  }
}
