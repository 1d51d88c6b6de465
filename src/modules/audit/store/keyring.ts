import { createPublicKey } from 'node:crypto';
import type { ClientBase, Pool } from 'pg';
import { keyIdOf } from '../proof/cryptography.js';

/** The keys that have signed, oldest first, and the statements in which each names its successor. */
export interface Keyring {
  /** PEM. */
  readonly publicKeys: readonly string[];
  /** The lines in which each key names the next, back to the first gap. */
  readonly vouchers: readonly string[];
  /** The ids of those that have signed these lines. */
  readonly formerKeys: readonly string[];
}

export async function keyring(client: Pool | ClientBase): Promise<Keyring> {
  const { rows } = await client.query<{ publicKey: string; voucher: string | null }>(
    'select public_key as "publicKey", voucher from audit_signing_key order by id',
  );
  const first = rows.findLastIndex(({ voucher }) => voucher === null);
  return {
    publicKeys: rows.map(({ publicKey }) => publicKey),
    vouchers: rows.slice(first).flatMap(({ voucher }) => voucher ?? []),
    formerKeys: rows.slice(first, -1).map(({ publicKey }) => keyIdOf(createPublicKey(publicKey))),
  };
}
