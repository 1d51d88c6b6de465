import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { CursorSignature } from '#edge/answer/cursor.js';
import type { Caller } from '#kernel/caller.js';
import { invalidField } from '#kernel/errors.js';
import type { Page } from '#kernel/page.js';
import type { AuditEntry } from '../domain/audit-entry.js';
import type { AuditFilter } from './audit-filter.js';
import { readableChain, type ChainScope } from './audit-chain.js';
import { AuditGate } from './audit-gate.js';
import { AuditRows } from './audit-rows.js';
import { pageStatement, type AuditPosition } from './audit-statement.js';
import { walkEntries } from './audit-walk.js';

/** The filters of callers. */
export interface AskedFilter extends Omit<AuditFilter, 'workspaceId'> {
  /** Also entries whose actor is a former member or was never a member. */
  readonly includeDeparted: boolean;
}

/**
 * Entries, newest first. A page may have fewer entries than its limit and still a next page. @throws DomainError forbidden for a caller who may not read the log, invalid for an `actorId` that was never a
 * member, or that has left while former members are not included
 */
export class ListAuditLogs extends Query<Page<AuditEntry>> {
  constructor(
    readonly caller: Caller,
    readonly scope: ChainScope,
    readonly filter: AskedFilter,
    readonly page: { readonly limit: number; readonly cursor: string | undefined },
  ) {
    super();
  }
}

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
    const organizationId = await readableChain(this.gate, caller, scope);
    if (after === undefined) await this.rows.catchUp();
    const { includeDeparted: _, ...narrowed } = asked;
    const filter: AuditFilter = { ...narrowed, workspaceId };
    const isShown = await this.#whoIsShown(organizationId, asked);
    const read = (most: number, from: AuditPosition | undefined): Promise<readonly AuditEntry[]> =>
      this.rows.list(pageStatement({ organizationId, filter, limit: most, after: from }));
    const { entries, next } = await walkEntries({ limit, after, read, isShown });
    return { data: entries, nextCursor: next === undefined ? null : this.cursors.sealCursor(cursorScope, { ...next }) };
  }

  /** Without `includeDeparted`, the list contains entries of present members and entries without an actor. */
  async #whoIsShown(organizationId: string, { actorId, includeDeparted }: AskedFilter): Promise<(entry: AuditEntry) => boolean> {
    if (includeDeparted && actorId === undefined) return () => true;
    const affiliations = await this.rows.affiliations(organizationId);
    const isMember = (userId: string): boolean => affiliations.get(userId)?.departed === false;
    const isKnown = actorId === undefined || (includeDeparted ? affiliations.has(actorId) : isMember(actorId));
    if (!isKnown) throw invalidField('actorId', 'actorId is not a member of your organization', 'not_a_member');
    return ({ actorId: id }) => includeDeparted || id === null || isMember(id);
  }
}
