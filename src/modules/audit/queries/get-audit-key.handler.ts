import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Pool } from 'pg';
import { SecretBox } from '#infrastructure/secrets/secret-box.js';
import { keyIdOf } from '../proof/statements.js';
import { loadSigningKey } from '../store/signing-key.js';
import { GetAuditKey, type AuditKey } from './get-audit-key.query.js';

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
