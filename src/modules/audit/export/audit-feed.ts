import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { Clock } from '#kernel/clock.js';
import { entryLine, entryText } from '../proof/entry-chain.js';
import { auditEntryColumns, sealedEntry, type FoundEntry } from '../store/audit-entry.entity.js';

const most = 500;

interface AuditFeedPart {
  readonly entries: readonly { readonly position: string; readonly text: string }[];
  readonly place: string;
  readonly isMore: boolean;
}

/** The entries of all chains in the order in which they were written down, each with the hash that chains it to the one before. */
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

  async waitingMs(place: string | null): Promise<number> {
    const { rows } = await this.pool.query<{ createdAt: Date }>({
      name: 'audit_feed_waiting',
      text: 'select created_at as "createdAt" from audit_entry where place > $1 order by place limit 1',
      values: [place ?? '0'],
    });
    const [oldest] = rows;
    return oldest === undefined ? 0 : this.clock.now().getTime() - oldest.createdAt.getTime();
  }
}
