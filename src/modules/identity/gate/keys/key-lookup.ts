import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { PresentedKey } from '#host/secrets/key-digest.js';
import { SecretBox } from '#host/secrets/secret-box.js';
import { InfrastructureFault } from '#kernel/errors.js';
import { hasAnotherKey } from '../../store/encryption-key-check.js';
import { userFacts } from '../user-facts.js';
import { payingOrganization } from '../paying-organization.js';
import { keyVerdict, type KeyRow, type KeyVerdict } from './key-verdict.js';

/**
 * Everything about a key in one statement. A workspace key acts as its creator and reaches that workspace only. The owner of the
 * workspace pays for it; an account counts towards the organization of the workspace, else the one it joined first.
 */
const text = `
  select k.id as key_id, k.kind, k.scope, k.areas, k.allowed_ips, k.user_id, k.workspace_id, k.expires_at, s.retires_at,
    k.revoked_at is not null as is_revoked,
    k.workspace_id is not null and own.id is null as is_orphan,
    u.suspended as is_suspended, coalesce(owner.suspended, u.suspended) as is_payer_suspended, u.is_operator,
    coalesce(own.owner_id, u.id) as payer_id, payer.id as payer_organization_id, payer.plan,
    ${userFacts('k.workspace_id is null or id = k.workspace_id')}
  from api_key_secret s
  join api_key k on k.id = s.key_id
  join user_account u on u.id = k.user_id
  left join workspace own on own.id = k.workspace_id
  left join user_account owner on owner.id = own.owner_id
  left join organization payer on payer.id = ${payingOrganization('own.organization_id', 'coalesce(own.owner_id, u.id)')}
  where s.digest = any ($1)`;

/** Finds the owner of a key that a caller presents. */
@Injectable()
export class KeyLookup {
  constructor(
    private readonly pool: Pool,
    private readonly box: SecretBox,
  ) {}

  /** @throws InfrastructureFault for a key that is not found while this process computes other digests than those of the database */
  async find({ digest, formerDigests }: PresentedKey): Promise<KeyVerdict> {
    const { rows } = await this.pool.query<KeyRow>({ name: 'find_key', text, values: [[digest, ...formerDigests]] });
    const [row] = rows;
    if (row !== undefined) return keyVerdict(row);
    if (await hasAnotherKey(this.pool, this.box)) throw new InfrastructureFault('This process cannot verify API keys at the moment');
    return { refusal: 'unknown' };
  }

  /** The digests of keys without a checksum: those that operators chose themselves. There is at most a handful. */
  async withoutChecksum(): Promise<readonly string[]> {
    const { rows } = await this.pool.query<{ digest: string }>('select digest from api_key_secret where not has_checksum');
    return rows.map(({ digest }) => digest);
  }
}
