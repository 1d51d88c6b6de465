import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import { notFound } from '#kernel/errors.js';
import type { AuditEntry } from '../domain/audit-entry.js';
import { AuditGate } from './audit-gate.js';
import { AuditRows } from './audit-rows.js';
import { entryStatement } from './audit-statement.js';

/** One entry of any actor. @throws DomainError not-found, the same for an absent and a foreign entry; forbidden */
export class GetAuditLog extends Query<AuditEntry> {
  constructor(
    readonly caller: Caller,
    readonly id: string,
  ) {
    super();
  }
}

@QueryHandler(GetAuditLog)
export class GetAuditLogHandler implements IQueryHandler<GetAuditLog> {
  constructor(
    private readonly gate: AuditGate,
    private readonly rows: AuditRows,
  ) {}

  async execute({ caller, id }: GetAuditLog): Promise<AuditEntry> {
    const organizationIds = this.gate.requireRole(caller);
    const [entry] = await this.rows.select(entryStatement(id, organizationIds));
    if (entry === undefined) throw notFound('Audit log');
    await this.gate.requireEnterprise(entry.chain);
    this.gate.requireOpen(caller, entry.workspaceId);
    return entry;
  }
}
