import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import { AuditArchives } from '../export/audit-archives.js';
import { readableChain, type ChainScope } from './audit-chain.js';
import { AuditGate } from './audit-gate.js';

export interface AuditExport {
  readonly organizationId: string;
  /** A few thousand lines each. */
  readonly parts: AsyncIterable<string>;
}

/** The chain of an organization with its roots and signatures, as it is verified. @throws DomainError forbidden */
export class ExportAuditArchive extends Query<AuditExport> {
  constructor(
    readonly caller: Caller,
    readonly scope: ChainScope,
  ) {
    super();
  }
}

@QueryHandler(ExportAuditArchive)
export class ExportAuditArchiveHandler implements IQueryHandler<ExportAuditArchive> {
  constructor(
    private readonly gate: AuditGate,
    private readonly archives: AuditArchives,
  ) {}

  async execute({ caller, scope }: ExportAuditArchive): Promise<AuditExport> {
    const organizationId = await readableChain(this.gate, caller, scope);
    return { organizationId, parts: (await this.archives.open()).export(organizationId) };
  }
}
