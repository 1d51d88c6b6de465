import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { SecretBox } from '#host/secrets/secret-box.js';
import { deleteInSteps } from '#ledger/chores/delete-in-steps.js';
import { selectOne } from '#ledger/rows/select.js';
import { mcpGrant, placeOfGrant } from './mcp-grant.entity.js';

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

interface SealedGrant {
  readonly settings: string;
  readonly sealed: string;
}

/** Access tokens of MCP servers, sealed in the database. */
@Injectable()
export class McpGrants {
  constructor(
    private readonly pool: Pool,
    private readonly box: SecretBox,
  ) {}

  /** Undefined: none that was obtained with the present settings, and that the present keys open. */
  async of(connection: Connection): Promise<Grant | undefined> {
    return this.#opened(connection, await selectOne(this.pool, mcpGrant, { connectionId: connection.id }));
  }

  async keep(connection: Connection, { accessToken, refreshToken, expiresAtMs, issuer }: Tokens): Promise<void> {
    const sealed = this.box.encrypt(JSON.stringify({ accessToken, refreshToken, expiresAtMs, issuer }), placeOfGrant(connection.id));
    await this.pool.query({
      name: 'keep_mcp_grant',
      text: `insert into mcp_grant (connection_id, settings, sealed, renewing_until, updated_at) values ($1, $2, $3, null, now())
             on conflict (connection_id) do update set settings = excluded.settings, sealed = excluded.sealed, renewing_until = null, updated_at = now()`,
      values: [connection.id, digestOf(connection), sealed],
    });
  }

  /** Lets one process renew the grant: a refresh token may count once. @returns false while another one does, or has done it */
  async claim(connectionId: string, { sealed }: Grant): Promise<boolean> {
    const { rowCount } = await this.pool.query({
      name: 'claim_mcp_grant',
      text: `update mcp_grant set renewing_until = now() + interval '20 seconds'
             where connection_id = $1 and sealed = $2 and coalesce(renewing_until < now(), true)`,
      values: [connectionId, sealed],
    });
    return rowCount === 1;
  }

  /** Ends a claim without new tokens. */
  async release(connectionId: string): Promise<void> {
    await this.pool.query('update mcp_grant set renewing_until = null where connection_id = $1', [connectionId]);
  }

  /** Forgets the grant. @returns what was forgotten, if it was obtained with these settings, and the present keys open it */
  async take(connection: Connection): Promise<Tokens | undefined> {
    const { rows } = await this.pool.query<SealedGrant>('delete from mcp_grant where connection_id = $1 returning settings, sealed', [
      connection.id,
    ]);
    return this.#opened(connection, rows[0]);
  }

  async forget(connectionId: string): Promise<void> {
    await this.pool.query('delete from mcp_grant where connection_id = $1', [connectionId]);
  }

  /** Deletes those of deleted registrations. */
  async tidy(): Promise<void> {
    await deleteInSteps(this.pool, 'mcp_grant', 'not exists (select 1 from mcp_connection c where c.id = connection_id)', []);
  }

  #opened(connection: Connection, row: SealedGrant | undefined): Grant | undefined {
    const place = placeOfGrant(connection.id);
    if (row === undefined || row.settings !== digestOf(connection) || !this.box.opens(row.sealed, place)) return undefined;
    return { ...(JSON.parse(this.box.decrypt(row.sealed, place)) as Tokens), sealed: row.sealed };
  }
}

function digestOf({ url, oauth }: Connection): string {
  return createHash('sha256')
    .update(JSON.stringify([url, oauth]))
    .digest('base64url');
}
