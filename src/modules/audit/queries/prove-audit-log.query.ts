import { Query, QueryBus, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import { conflict } from '#kernel/errors.js';
import { AuditArchives } from '../export/audit-archives.js';
import { GetAuditLog } from './get-audit-log.query.js';

/** The proof that a signed root covers an entry, as one line. @throws DomainError as `GetAuditLog`, and conflict until a root covers it */
export class ProveAuditLog extends Query<string> {
  constructor(
    readonly caller: Caller,
    readonly id: string,
  ) {
    super();
  }
}

@QueryHandler(ProveAuditLog)
export class ProveAuditLogHandler implements IQueryHandler<ProveAuditLog> {
  constructor(
    private readonly queries: QueryBus,
    private readonly archives: AuditArchives,
  ) {}

  async execute({ caller, id }: ProveAuditLog): Promise<string> {
    await this.queries.execute(new GetAuditLog(caller, id));
    const proof = await (await this.archives.open()).prove(id);
    if (proof !== undefined) return proof;
    throw conflict('NOT_SIGNED_YET', 'No signed root covers this entry yet. Roots are signed at the end of each hour.');
  }
}
