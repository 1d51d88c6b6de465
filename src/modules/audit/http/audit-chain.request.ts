import { ValidateIf } from 'class-validator';
import { IsIdentifier, MayBeAbsent } from '#edge/request/request-fields.js';
import type { ChainScope } from '../queries/audit-chain.js';

/** Names the organization whose chain is meant. */
export class AuditChainRequest {
  /** A workspace of the organization. Optional if `organizationId` names the organization itself. */
  @ValidateIf(({ workspaceId, organizationId }: AuditChainRequest) => workspaceId !== undefined || organizationId === undefined)
  @IsIdentifier()
  workspaceId?: string;

  /** The organization. */
  @MayBeAbsent()
  @IsIdentifier()
  organizationId?: string;

  get scope(): ChainScope {
    return this.workspaceId === undefined ? { organizationId: this.organizationId ?? '' } : { workspaceId: this.workspaceId };
  }
}
