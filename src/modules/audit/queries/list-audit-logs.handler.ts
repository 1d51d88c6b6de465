import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { CursorSignature } from '#infrastructure/http/cursor.js';
import { invalidField } from '#kernel/errors.js';
import type { Page } from '#kernel/page.js';
import type { AuditEntry } from '../domain/audit-entry.js';
import type { AuditFilter } from './audit-filter.js';
import { AuditGate } from './audit-gate.js';
import { AuditRows } from './audit-rows.js';
import { pageStatement, type AuditPosition } from './audit-statement.js';
import { ListAuditLogs } from './list-audit-logs.query.js';

@QueryHandler(ListAuditLogs)
export class ListAuditLogsHandler implements IQueryHandler<ListAuditLogs> {
  constructor(
    private readonly gate: AuditGate,
    private readonly rows: AuditRows,
    private readonly cursors: CursorSignature,
  ) {}

  async execute({ caller, scope, filter: asked, page: { limit, cursor } }: ListAuditLogs): Promise<Page<AuditEntry>> {
    const cursorScope = JSON.stringify(['audit-logs', scope, asked]);
    const after = cursor === undefined ? undefined : (this.cursors.openCursor(cursorScope, cursor) as unknown as AuditPosition);
    const workspaceId = 'workspaceId' in scope ? scope.workspaceId : undefined;
    const organizationId =
      'workspaceId' in scope
        ? await this.gate.organizationOf(caller, scope.workspaceId)
        : this.gate.requireRoleIn(caller, scope.organizationId);
    await this.gate.requireEnterprise(organizationId);
    if (after === undefined) await this.rows.catchUp();
    const filter: AuditFilter = { ...asked, workspaceId };
    const departed = await this.#departed(organizationId, filter);
    const found = await this.rows.select(pageStatement({ organizationId, filter, departed, limit: limit + 1, after }));
    const data = found.slice(0, limit);
    const last = data.at(-1);
    const isLastPage = last === undefined || data.length === found.length;
    return { data, nextCursor: isLastPage ? null : this.cursors.sealCursor(cursorScope, { createdAt: last.createdAt, seq: last.seq }) };
  }

  async #departed(organizationId: string, { actorId, includeDeparted }: AuditFilter): Promise<readonly string[]> {
    if (includeDeparted && actorId === undefined) return [];
    const affiliations = await this.rows.affiliations(organizationId);
    const actor = actorId === undefined ? undefined : affiliations.get(actorId);
    const isAllowed = actorId === undefined || (actor !== undefined && (includeDeparted || !actor.departed));
    if (!isAllowed) throw invalidField('actorId', 'actorId is not a member of your organization', 'not_a_member');
    return [...affiliations].flatMap(([userId, { departed }]) => (departed ? [userId] : []));
  }
}
