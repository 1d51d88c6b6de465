import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { SecretBox } from '#host/secrets/secret-box.js';
import type { Write } from '#ledger/rows/read-model.js';
import { selectOne } from '#ledger/rows/select.js';
import { mcpRevocation, placeOfRevocation } from './mcp-revocation.entity.js';

/** Tokens that are to be revoked, sealed in the database. */
@Injectable()
export class McpRevocations {
  constructor(
    private readonly pool: Pool,
    private readonly box: SecretBox,
  ) {}

  /** @param text the tokens, and what else is needed to revoke them */
  add(id: string, text: string): Write {
    return mcpRevocation.add({ id, sealed: this.box.encrypt(text, placeOfRevocation(id)), attempts: 0 });
  }

  /** Undefined: there is none, or the present keys do not open it. */
  async find(id: string): Promise<{ readonly text: string; readonly attempts: number } | undefined> {
    const row = await selectOne(this.pool, mcpRevocation, { id });
    const place = placeOfRevocation(id);
    if (row === undefined || !this.box.opens(row.sealed, place)) return undefined;
    return { text: this.box.decrypt(row.sealed, place), attempts: row.attempts };
  }

  failed(id: string, attempts: number): Write {
    return mcpRevocation.patch({ id, attempts });
  }

  end(id: string): Write {
    return mcpRevocation.remove({ id });
  }
}
