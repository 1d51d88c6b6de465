import type { ClientBase, Pool } from 'pg';
import type { SealedRows } from '#host/secrets/reseal.js';
import type { SecretBox } from '#host/secrets/secret-box.js';
import { StartRefused } from '#host/start-refused.js';
import { placeOfKey } from './api-key-secret.entity.js';

const place = 'encryption-key/check';
const content = 'sluice';

const wrongKey =
  'SLUICE_ENCRYPTION_KEY is not the key of this database and opens none of its secrets: set the key that sealed them (with the embedded database: restore the file encryption-key of its data folder), or add that key to SLUICE_ENCRYPTION_KEY_PREVIOUS';

/**
 * Accepts the key of this database, and writes the check value where there is none: on the first start, and on the first start after an
 * upgrade from a release without it. Such a database has values of API keys, and one of them must open.
 * @throws StartRefused for a key that opens nothing of this database
 */
export async function requireEncryptionKey(pool: Pool, box: SecretBox): Promise<void> {
  const found = await findCheck(pool);
  if (found !== undefined && box.opens(found, place)) return;
  const opens = await opensApiKeys(pool, box);
  // A former release rotates keys without the check value.
  if (opens === false || (found !== undefined && opens === undefined)) throw new StartRefused(wrongKey, 'configuration');
  await pool.query(
    `insert into encryption_key_check (id, sealed) values (1, $1)
     on conflict (id) do update set sealed = excluded.sealed where encryption_key_check.sealed = $2`,
    [box.encrypt(content, place), found],
  );
  // Of two first starts with different keys, one is refused.
  const kept = await findCheck(pool);
  if (kept !== undefined && !box.opens(kept, place)) throw new StartRefused(wrongKey, 'configuration');
}

/** Whether the database has another encryption key than this process, which then can verify no API key and open no secret. */
export async function hasAnotherKey(pool: Pool, box: SecretBox): Promise<boolean> {
  const found = await findCheck(pool);
  return found !== undefined && !box.opens(found, place);
}

/**
 * Returns the id of the key of this database. Before its first start with a check value it is the present key of the process.
 * @throws StartRefused when the process does not have the key
 */
export async function keyIdOfDatabase(client: ClientBase, box: SecretBox): Promise<string> {
  const found = await findCheck(client);
  if (found === undefined) return box.keyId;
  if (!box.opens(found, place)) throw new StartRefused(wrongKey, 'configuration');
  return found.slice(0, found.indexOf('.'));
}

/** The check value for the rotation of the encryption key. */
export function keyCheckToReseal(pool: Pool, box: SecretBox): SealedRows<{ readonly sealed: string }> {
  const isFormer = `not starts_with(sealed, '${box.keyId}.')`;
  return {
    what: 'encryption key check',
    nameOf: () => 'the check value of the encryption key',
    async count() {
      const { rows } = await pool.query<{ n: number }>(`select count(*)::int as n from encryption_key_check where ${isFormer}`);
      return rows[0]?.n ?? 0;
    },
    async next(after) {
      if (after !== undefined) return [];
      const { rows } = await pool.query<{ sealed: string }>(`select sealed from encryption_key_check where ${isFormer}`);
      return rows;
    },
    sealAnew: ({ sealed }) => ({ sealed: box.encrypt(box.decrypt(sealed, place), place) }),
    async replace(pairs) {
      for (const [former, { sealed }] of pairs)
        await pool.query('update encryption_key_check set sealed = $2 where sealed = $1', [former.sealed, sealed]);
    },
  };
}

async function findCheck(pool: Pool | ClientBase): Promise<string | undefined> {
  const { rows } = await pool.query<{ sealed: string }>('select sealed from encryption_key_check');
  return rows[0]?.sealed;
}

/** Whether a value of an API key opens, of each encryption key that sealed some; undefined if there are none. */
async function opensApiKeys(pool: Pool, box: SecretBox): Promise<boolean | undefined> {
  const { rows } = await pool.query<{ keyId: string; ciphertext: string }>(
    `select distinct on (split_part(ciphertext, '.', 1)) key_id as "keyId", ciphertext from api_key_secret`,
  );
  return rows.length === 0 ? undefined : rows.some(({ keyId, ciphertext }) => box.opens(ciphertext, placeOfKey(keyId)));
}
