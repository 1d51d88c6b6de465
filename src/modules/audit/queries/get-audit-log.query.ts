import { Query } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import type { AuditEntry } from '../domain/audit-entry.js';

/** One entry, whoever did it. @throws DomainError not-found, the same for an absent and for a foreign one; forbidden */
export class GetAuditLog extends Query<AuditEntry> {
  constructor(
    readonly caller: Caller,
    readonly id: string,
  ) {
    super();
  }
}
