import { Query } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import type { Page } from '#kernel/page.js';
import type { AuditEntry } from '../domain/audit-entry.js';
import type { AuditFilter } from './audit-filter.js';

/** Which log: that of a workspace, or what concerns an organization itself. */
export type AuditScope = { readonly workspaceId: string } | { readonly organizationId: string };

/** What callers may narrow a list by. */
export interface AskedFilter extends Omit<AuditFilter, 'workspaceId'> {
  /** Also what was done by people who are no members of the organization: any more, or never were. */
  readonly includeDeparted: boolean;
}

/**
 * What happened, latest first. A page may hold fewer entries than there is room for, and still lead on. @throws DomainError forbidden for whoever may not see the log, invalid for an `actorId` that was never a
 * member, or has left unless departed members are asked for
 */
export class ListAuditLogs extends Query<Page<AuditEntry>> {
  constructor(
    readonly caller: Caller,
    readonly scope: AuditScope,
    readonly filter: AskedFilter,
    readonly page: { readonly limit: number; readonly cursor: string | undefined },
  ) {
    super();
  }
}
