import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { ClientBase, Pool } from 'pg';
import { commandName } from '#host/program/command-name.js';
import type { SealedRows } from '#host/secrets/reseal.js';
import type { SecretBox } from '#host/secrets/secret-box.js';
import { DomainError } from '#kernel/errors.js';

const place = 'audit/signing-key';

export interface SigningKey {
  readonly privateKey: KeyObject;
  /** PEM. */
  readonly publicKey: string;
}

/**
 * The key that signs now. The first call creates the first key.
 * @throws DomainError unavailable if a former key is missing: signatures of a silent replacement could not be verified
 */
export async function loadSigningKey(client: Pool | ClientBase, box: SecretBox): Promise<SigningKey> {
  const found = (await findSigningKey(client, box)) ?? (await makeFirst(client, box));
  if (found === undefined) throw new DomainError('unavailable', 'UNAVAILABLE', missing);
  return found;
}

const missing = `The signing key of the audit log is gone. Put the row of audit_signing_key back from a backup; where there is none: ${commandName} audit rotate-key --former-is-lost`;

/** Undefined when no key can sign. */
export async function findSigningKey(client: Pool | ClientBase, box: SecretBox): Promise<SigningKey | undefined> {
  const { rows } = await client.query<{ publicKey: string; sealedKey: string | null }>(
    'select public_key as "publicKey", sealed_key as "sealedKey" from audit_signing_key order by id desc limit 1',
  );
  const [row] = rows;
  if (row === undefined || row.sealedKey === null) return undefined;
  return { privateKey: createPrivateKey(box.decrypt(row.sealedKey, place)), publicKey: row.publicKey };
}

/** Whether entries exist and no key can sign them. */
export async function isSigningKeyMissing(client: Pool | ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ missing: boolean }>({ name: 'audit_key_missing', text: `select ${keyMissing} as missing` });
  return rows[0]?.missing ?? false;
}

const isUsed = '(exists (select from audit_chain) or exists (select from audit_signing_key))';
const keyMissing = `${isUsed} and coalesce((select sealed_key from audit_signing_key order by id desc limit 1), '') = ''`;

export function freshKey(box: SecretBox): { readonly key: SigningKey; readonly sealedKey: string } {
  const { privateKey } = generateKeyPairSync('ed25519');
  const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString();
  return { key: { privateKey, publicKey }, sealedKey: box.encrypt(privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), place) };
}

/** If several processes create a key at the same time, the first one wins. Undefined if a key existed before. */
async function makeFirst(client: Pool | ClientBase, box: SecretBox): Promise<SigningKey | undefined> {
  const { key, sealedKey } = freshKey(box);
  await client.query(
    `insert into audit_signing_key (id, public_key, sealed_key) select 1, $1::text, $2::text where not ${isUsed} on conflict do nothing`,
    [key.publicKey, sealedKey],
  );
  return findSigningKey(client, box);
}

/** The key for the rotation of the encryption key. */
export function signingKeyToReseal(pool: Pool, box: SecretBox): SealedRows<{ readonly sealedKey: string }> {
  const isFormer = `not starts_with(sealed_key, '${box.keyId}.')`;
  return {
    what: 'audit signing keys',
    nameOf: () => 'the signing key of the audit log',
    async count() {
      const { rows } = await pool.query<{ n: number }>(`select count(*)::int as n from audit_signing_key where ${isFormer}`);
      return rows[0]?.n ?? 0;
    },
    async next(after) {
      if (after !== undefined) return [];
      const { rows } = await pool.query<{ sealedKey: string }>(`select sealed_key as "sealedKey" from audit_signing_key where ${isFormer}`);
      return rows;
    },
    sealAnew: ({ sealedKey }) => ({ sealedKey: box.encrypt(box.decrypt(sealedKey, place), place) }),
    async replace(pairs) {
      for (const [former, { sealedKey }] of pairs)
        await pool.query('update audit_signing_key set sealed_key = $2 where sealed_key = $1', [former.sealedKey, sealedKey]);
    },
  };
}
