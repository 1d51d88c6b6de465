import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Pool } from 'pg';
import { SecretBox } from '#host/secrets/secret-box.js';
import { keyIdOf } from '../proof/cryptography.js';
import { loadSigningKey } from '../store/signing-key.js';

export interface AuditKey {
  readonly keyId: string;
  /** PEM. */
  readonly publicKey: string;
}

/** The present public key of this instance. */
export class GetAuditKey extends Query<AuditKey> {}

@QueryHandler(GetAuditKey)
export class GetAuditKeyHandler implements IQueryHandler<GetAuditKey> {
  constructor(
    private readonly pool: Pool,
    private readonly box: SecretBox,
  ) {}

  async execute(_: GetAuditKey): Promise<AuditKey> {
    const { publicKey, privateKey } = await loadSigningKey(this.pool, this.box);
    return { keyId: keyIdOf(privateKey), publicKey };
  }
}
