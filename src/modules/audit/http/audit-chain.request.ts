import { ValidateIf } from 'class-validator';
import { IsIdentifier, MayBeAbsent, refuseTogether } from '#edge/request/request-fields.js';
import type { ChainScope } from '../queries/audit-chain.js';

/** Names the organization whose chain is meant. */
export class AuditChainRequest {
  /** A workspace of the organization; required without `organizationId`. */
  @ValidateIf(({ workspaceId, organizationId }: AuditChainRequest) => workspaceId !== undefined || organizationId === undefined)
  @IsIdentifier()
  workspaceId?: string;

  /** Instead of `workspaceId`: the organization. */
  @MayBeAbsent()
  @IsIdentifier()
  organizationId?: string;

  /** @throws DomainError (invalid) with both a workspace and an organization */
  get scope(): ChainScope {
    refuseTogether(this, 'organizationId', 'workspaceId');
    return this.workspaceId === undefined ? { organizationId: this.organizationId ?? '' } : { workspaceId: this.workspaceId };
  }
}
