import { Query } from '@nestjs/cqrs';

export interface AuditKey {
  readonly keyId: string;
  /** PEM. */
  readonly publicKey: string;
}

/** What signatures of this instance are checked with. It is no secret. */
export class GetAuditKey extends Query<AuditKey> {}
