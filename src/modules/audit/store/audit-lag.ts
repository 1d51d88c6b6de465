import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { lagQuery, type Lag } from '#infrastructure/projections/event-feed.js';

/** How far the audit log is behind the events, whichever process writes it. */
@Injectable()
export class AuditLag {
  constructor(private readonly pool: Pool) {}

  async read(): Promise<Lag> {
    const { rows } = await this.pool.query<Lag>({
      name: 'audit_lag',
      text: `select lag.* from audit_place place, lateral (${lagQuery('place.tx::xid8', 'place.pos')}) lag`,
    });
    return rows[0] ?? { events: 0, ms: 0 };
  }
}
