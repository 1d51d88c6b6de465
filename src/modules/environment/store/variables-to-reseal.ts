import type { Pool } from 'pg';
import type { SealedRows } from '#host/secrets/reseal.js';
import type { SecretBox } from '#host/secrets/secret-box.js';
import { nilId } from '#kernel/ids.js';
import { placeOfVariable } from './sealed-variables.js';

interface SealedVariable {
  readonly workspaceId: string;
  readonly name: string;
  readonly ciphertext: string;
}

/** The variables of all workspaces, for the rotation of the encryption key. */
export function variablesToReseal(pool: Pool, box: SecretBox): SealedRows<SealedVariable> {
  const isFormer = `not starts_with(ciphertext, '${box.keyId}.')`;
  return {
    what: 'environment variables',
    nameOf: ({ workspaceId, name }) => `variable ${name} of workspace ${workspaceId}`,
    async count() {
      const { rows } = await pool.query<{ n: number }>(`select count(*)::int as n from environment_variable where ${isFormer}`);
      return rows[0]?.n ?? 0;
    },
    async next(after, limit) {
      const { rows } = await pool.query<SealedVariable>(
        `select workspace_id as "workspaceId", name, ciphertext from environment_variable
         where ${isFormer} and (workspace_id, name) > ($1, $2) order by workspace_id, name limit $3`,
        [after?.workspaceId ?? nilId, after?.name ?? '', limit],
      );
      return rows;
    },
    sealAnew(row) {
      const place = placeOfVariable(row);
      return { ...row, ciphertext: box.encrypt(box.decrypt(row.ciphertext, place), place) };
    },
    async replace(pairs) {
      await pool.query(
        `update environment_variable v set ciphertext = c.ciphertext
         from unnest($1::uuid[], $2::text[], $3::text[], $4::text[]) as c (workspace_id, name, former, ciphertext)
         where v.workspace_id = c.workspace_id and v.name = c.name and v.ciphertext = c.former`,
        [
          pairs.map(([{ workspaceId }]) => workspaceId),
          pairs.map(([{ name }]) => name),
          pairs.map(([{ ciphertext }]) => ciphertext),
          pairs.map(([, { ciphertext }]) => ciphertext),
        ],
      );
    },
  };
}
