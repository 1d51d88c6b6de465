import type { Pool } from 'pg';
import type { SealedRows } from '#host/secrets/reseal.js';
import type { SecretBox } from '#host/secrets/secret-box.js';
import { placeOfGrant } from './mcp-grant.entity.js';

interface SealedGrant {
  readonly connectionId: string;
  readonly sealed: string;
}

/** The access tokens of MCP servers for the rotation of the encryption key. */
export function mcpGrantsToReseal(pool: Pool, box: SecretBox): SealedRows<SealedGrant> {
  const isFormer = `not starts_with(sealed, '${box.keyId}.')`;
  return {
    what: 'access tokens of MCP servers',
    nameOf: ({ connectionId }) => `access token of MCP server ${connectionId}`,
    async count() {
      const { rows } = await pool.query<{ n: number }>(`select count(*)::int as n from mcp_grant where ${isFormer}`);
      return rows[0]?.n ?? 0;
    },
    async next(after, limit) {
      const { rows } = await pool.query<SealedGrant>(
        `select connection_id as "connectionId", sealed from mcp_grant
         where ${isFormer} and ($1::uuid is null or connection_id > $1) order by connection_id limit $2`,
        [after?.connectionId ?? null, limit],
      );
      return rows;
    },
    sealAnew({ connectionId, sealed }) {
      const place = placeOfGrant(connectionId);
      return { connectionId, sealed: box.encrypt(box.decrypt(sealed, place), place) };
    },
    async replace(pairs) {
      await pool.query(
        `update mcp_grant g set sealed = c.sealed
         from unnest($1::uuid[], $2::text[], $3::text[]) as c (connection_id, former, sealed)
         where g.connection_id = c.connection_id and g.sealed = c.former`,
        [pairs.map(([{ connectionId }]) => connectionId), pairs.map(([{ sealed }]) => sealed), pairs.map(([, { sealed }]) => sealed)],
      );
    },
  };
}
