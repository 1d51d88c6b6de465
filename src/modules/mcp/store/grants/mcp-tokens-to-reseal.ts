import type { Pool } from 'pg';
import type { SealedRows } from '#host/secrets/reseal.js';
import type { SecretBox } from '#host/secrets/secret-box.js';
import { placeOfGrant } from './mcp-grant.entity.js';
import { placeOfRevocation } from './mcp-revocation.entity.js';

interface SealedTokens {
  readonly id: string;
  readonly sealed: string;
}

interface SealedTable {
  readonly table: 'mcp_grant' | 'mcp_revocation';
  readonly key: 'connection_id' | 'id';
  readonly what: string;
  readonly placeOf: (id: string) => string;
}

/** The access tokens of MCP servers for the rotation of the encryption key. */
export function mcpGrantsToReseal(pool: Pool, box: SecretBox): SealedRows<SealedTokens> {
  return tokensToReseal(pool, box, {
    table: 'mcp_grant',
    key: 'connection_id',
    what: 'access token of MCP server',
    placeOf: placeOfGrant,
  });
}

/** The tokens of MCP servers that are to be revoked, for the rotation of the encryption key. */
export function mcpRevocationsToReseal(pool: Pool, box: SecretBox): SealedRows<SealedTokens> {
  return tokensToReseal(pool, box, { table: 'mcp_revocation', key: 'id', what: 'token to be revoked', placeOf: placeOfRevocation });
}

function tokensToReseal(pool: Pool, box: SecretBox, { table, key, what, placeOf }: SealedTable): SealedRows<SealedTokens> {
  const isFormer = `not starts_with(sealed, '${box.keyId}.')`;
  return {
    what: table === 'mcp_grant' ? 'access tokens of MCP servers' : 'tokens to be revoked',
    nameOf: ({ id }) => `${what} ${id}`,
    async count() {
      const { rows } = await pool.query<{ n: number }>(`select count(*)::int as n from ${table} where ${isFormer}`);
      return rows[0]?.n ?? 0;
    },
    async next(after, limit) {
      const { rows } = await pool.query<SealedTokens>(
        `select ${key} as id, sealed from ${table} where ${isFormer} and ($1::uuid is null or ${key} > $1) order by ${key} limit $2`,
        [after?.id ?? null, limit],
      );
      return rows;
    },
    sealAnew({ id, sealed }) {
      const place = placeOf(id);
      return { id, sealed: box.encrypt(box.decrypt(sealed, place), place) };
    },
    async replace(pairs) {
      await pool.query(
        `update ${table} t set sealed = c.sealed
         from unnest($1::uuid[], $2::text[], $3::text[]) as c (id, former, sealed) where t.${key} = c.id and t.sealed = c.former`,
        [pairs.map(([{ id }]) => id), pairs.map(([{ sealed }]) => sealed), pairs.map(([, { sealed }]) => sealed)],
      );
    },
  };
}
