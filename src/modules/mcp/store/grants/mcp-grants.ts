import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { SecretBox } from '#host/secrets/secret-box.js';
import type { Write } from '#ledger/rows/read-model.js';
import { selectOne } from '#ledger/rows/select.js';
import { mcpGrant, mcpGrantAsRead, placeOfGrant } from './mcp-grant.entity.js';

/** What an authorization server has given. */
export interface Tokens {
  readonly accessToken: string;
  /** Null: the person, or this server, has to ask again. */
  readonly refreshToken: string | null;
  /** Null: the authorization server does not say. */
  readonly expiresAtMs: number | null;
  /** The authorization server that gave them. Absent in tokens of earlier releases. */
  readonly issuer?: string;
}

export interface Grant extends Tokens {
  /** Names this state of the grant. */
  readonly sealed: string;
}

/** What of a registration tokens are obtained with. */
interface Connection {
  readonly id: string;
  readonly url: string;
  readonly oauth: object | null;
}

/** A grant, whether it counts or not. */
export interface StoredGrant<Holder> {
  readonly sealed: string;
  /** Digest of the settings that it was obtained with. */
  readonly settings: string;
  /** Undefined: the present keys do not open it. */
  readonly content: Content<Holder> | undefined;
}

interface Content<Holder> extends Tokens {
  /** The registration as it was when the tokens were obtained, so that they can be revoked without it. Absent in grants of earlier releases. */
  readonly connection?: Holder;
}

const mostAtOnce = 100;
/** A claim lasts longer, so that no other process uses the same refresh token meanwhile. */
export const longestRenewalMs = 30_000;
const claimedMs = longestRenewalMs + 10_000;

/** Access tokens of MCP servers, sealed in the database. */
@Injectable()
export class McpGrants {
  constructor(
    private readonly pool: Pool,
    private readonly box: SecretBox,
  ) {}

  /** Undefined: none that was obtained with the present settings, and that the present keys open. */
  async of(connection: Connection): Promise<Grant | undefined> {
    const stored = await this.stored(connection.id);
    if (stored?.content === undefined || !isOf(connection, stored)) return undefined;
    const { connection: _, ...tokens } = stored.content;
    return { ...tokens, sealed: stored.sealed };
  }

  async stored<Holder extends Connection>(connectionId: string): Promise<StoredGrant<Holder> | undefined> {
    const row = await selectOne(this.pool, mcpGrant, { connectionId });
    if (row === undefined) return undefined;
    const place = placeOfGrant(connectionId);
    const { sealed, settings } = row;
    const content = this.box.opens(sealed, place) ? (JSON.parse(this.box.decrypt(sealed, place)) as Content<Holder>) : undefined;
    return { sealed, settings, content };
  }

  /**
   * Replaces tokens that were obtained with the same settings. @param former the only grant that may be replaced, for its renewal
   * @returns false while there are tokens of other settings, or another grant than the former one: it keeps nothing then
   */
  async keep(
    connection: Connection,
    { accessToken, refreshToken, expiresAtMs, issuer }: Tokens,
    former?: Pick<Grant, 'sealed'>,
  ): Promise<boolean> {
    const content: Content<Connection> = {
      accessToken,
      refreshToken,
      expiresAtMs,
      ...(issuer === undefined ? {} : { issuer }),
      connection,
    };
    const { rowCount } = await this.pool.query({
      name: 'keep_mcp_grant',
      text: `insert into mcp_grant (connection_id, settings, sealed, renewing_until, updated_at) values ($1, $2, $3, null, now())
             on conflict (connection_id) do update set sealed = excluded.sealed, renewing_until = null, updated_at = now()
             where mcp_grant.settings = excluded.settings and ($4::text is null or mcp_grant.sealed = $4)`,
      values: [
        connection.id,
        digestOf(connection),
        this.box.encrypt(JSON.stringify(content), placeOfGrant(connection.id)),
        former?.sealed ?? null,
      ],
    });
    return rowCount === 1;
  }

  /** Lets one process renew the grant: a refresh token may count once. @returns false while another one does, or has done it */
  async claim(connectionId: string, { sealed }: Grant): Promise<boolean> {
    const { rowCount } = await this.pool.query({
      name: 'claim_mcp_grant',
      text: `update mcp_grant set renewing_until = now() + interval '${claimedMs} milliseconds'
             where connection_id = $1 and sealed = $2 and coalesce(renewing_until < now(), true)`,
      values: [connectionId, sealed],
    });
    return rowCount === 1;
  }

  /** Ends a claim without new tokens. */
  async release(connectionId: string, { sealed }: Grant): Promise<void> {
    await this.pool.query('update mcp_grant set renewing_until = null where connection_id = $1 and sealed = $2', [connectionId, sealed]);
  }

  /** The row that forgets the grant, for an append. A grant that was renewed meanwhile stays. */
  forgotten(connectionId: string, { sealed }: Pick<Grant, 'sealed'>): Write {
    return mcpGrantAsRead.remove({ connectionId, sealed });
  }

  async forget(connectionId: string, { sealed }: Grant): Promise<void> {
    await this.pool.query('delete from mcp_grant where connection_id = $1 and sealed = $2', [connectionId, sealed]);
  }

  /** The registrations that are deleted and have a grant, at most 100. */
  async ofDeleted(): Promise<readonly string[]> {
    const { rows } = await this.pool.query<{ id: string }>({
      name: 'mcp_grants_of_deleted',
      text: `select connection_id as id from mcp_grant g where not exists (select 1 from mcp_connection c where c.id = g.connection_id)
             limit ${mostAtOnce}`,
    });
    return rows.map(({ id }) => id);
  }
}

/** Whether a grant was obtained with the settings that the registration has. */
export function isOf(connection: Connection, { settings }: { readonly settings: string }): boolean {
  return settings === digestOf(connection);
}

function digestOf({ url, oauth }: Connection): string {
  return createHash('sha256')
    .update(JSON.stringify([url, oauth]))
    .digest('base64url');
}
