import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import { AuditArchives } from '../export/audit-archives.js';
import { readableChain, type ChainScope } from './audit-chain.js';
import { AuditGate } from './audit-gate.js';

/** The signed head of the chain of an organization, as one line. @throws DomainError forbidden */
export class GetAuditCheckpoint extends Query<string> {
  constructor(
    readonly caller: Caller,
    readonly scope: ChainScope,
  ) {
    super();
  }
}

@QueryHandler(GetAuditCheckpoint)
export class GetAuditCheckpointHandler implements IQueryHandler<GetAuditCheckpoint> {
  constructor(
    private readonly gate: AuditGate,
    private readonly archives: AuditArchives,
  ) {}

  async execute({ caller, scope }: GetAuditCheckpoint): Promise<string> {
    const chain = await readableChain(this.gate, caller, scope);
    return (await this.archives.open()).checkpoint(chain);
  }
}
