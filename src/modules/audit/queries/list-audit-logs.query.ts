import { Query } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import type { Page } from '#kernel/page.js';
import type { AuditEntry } from '../domain/audit-entry.js';
import type { AuditFilter } from './audit-filter.js';

/** Which log: that of a workspace, or what concerns an organization itself. */
export type AuditScope = { readonly workspaceId: string } | { readonly organizationId: string };

/**
 * What happened, latest first. @throws DomainError forbidden for whoever may not see the log, invalid for an `actorId` that was never a
 * member, or has left unless departed members are asked for
 */
export class ListAuditLogs extends Query<Page<AuditEntry>> {
  constructor(
    readonly caller: Caller,
    readonly scope: AuditScope,
    readonly filter: Omit<AuditFilter, 'workspaceId'>,
    readonly page: { readonly limit: number; readonly cursor: string | undefined },
  ) {
    super();
  }
}
