import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { lagQuery, type Lag } from '#ledger/projections/event-feed.js';
import { isSigningKeyMissing } from './signing-key.js';

export interface AuditState extends Lag {
  /** Entries are recorded without a signature. */
  readonly isKeyMissing: boolean;
}

/** The state of the audit log: its lag behind the events, and whether its signing key exists. */
@Injectable()
export class AuditLag {
  constructor(private readonly pool: Pool) {}

  async read(): Promise<AuditState> {
    const { rows } = await this.pool.query<Lag>({
      name: 'audit_lag',
      text: `select lag.* from audit_place place, lateral (${lagQuery('place.tx::xid8', 'place.pos')}) lag`,
    });
    const lag = rows[0] ?? { events: 0, ms: 0 };
    return { ...lag, isKeyMissing: await isSigningKeyMissing(this.pool) };
  }
}
