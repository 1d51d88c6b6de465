import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { Clock } from '#kernel/clock.js';
import { entryLine, entryText } from '../proof/entry-chain.js';
import { auditEntryColumns, sealedEntry, type FoundEntry } from '../store/audit-entry.entity.js';

const most = 500;
const mostCounted = 10_000;

interface AuditFeedPart {
  readonly entries: readonly { readonly position: string; readonly text: string }[];
  readonly place: string;
  readonly isMore: boolean;
}

/** The entries of all chains in the order in which they were recorded, each with the hash that links it to the entry before it. */
@Injectable()
export class AuditFeed {
  constructor(
    private readonly pool: Pool,
    private readonly clock: Clock,
  ) {}

  async after(place: string | null): Promise<AuditFeedPart | undefined> {
    const { rows } = await this.pool.query<FoundEntry & { place: string }>({
      name: 'audit_feed',
      text: `select ${auditEntryColumns}, place from audit_entry where place > $1 order by place limit ${most}`,
      values: [place ?? '0'],
    });
    const entries = rows.map(({ place: position, ...row }) => {
      const { entry, hash } = sealedEntry(row);
      return { position, text: entryLine(entryText(entry), hash) };
    });
    const last = entries.at(-1);
    return last === undefined ? undefined : { entries, place: last.position, isMore: entries.length === most };
  }

  async waiting(place: string | null): Promise<{ readonly entries: number; readonly ms: number }> {
    const { rows } = await this.pool.query<{ entries: number; oldest: Date | null }>({
      name: 'audit_feed_waiting',
      text: `select count(*)::int as entries, min(created_at) as oldest
             from (select created_at from audit_entry where place > $1 order by place limit ${mostCounted}) behind`,
      values: [place ?? '0'],
    });
    const { entries = 0, oldest = null } = rows[0] ?? {};
    return { entries, ms: oldest === null ? 0 : this.clock.now().getTime() - oldest.getTime() };
  }
}
