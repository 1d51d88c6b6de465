import type { PoolClient } from 'pg';
import { writesStatement } from '#ledger/projections/apply-events.js';
import { readFeed, type FeedPosition } from '#ledger/projections/event-feed.js';
import type { Write } from '#ledger/rows/read-model.js';
import type { SealedEntry } from '../domain/audit-entry.js';
import { SubjectBook, subjectsOf, type Subject } from '../domain/subject-book.js';
import { entryIdOf } from '../domain/entry-id.js';
import { GrowingChain, hourOf, type SignedRoot } from './growing-chain.js';
import type { AuditedEvent, AuditLines } from './audit-lines.js';
import { auditAffiliationTable } from '../store/audit-affiliation.entity.js';
import { auditChainTable, type AuditChainRow } from '../store/audit-chain.entity.js';
import { insertEntries } from '../store/audit-entry.entity.js';
import { auditLock, auditPlace, placeMoves } from '../store/audit-place.entity.js';
import { auditRootTable } from '../store/audit-root.entity.js';
import { auditSubjectTable } from '../store/audit-subject.entity.js';
import type { SigningKey } from '../store/signing-key.js';

interface RoundOptions {
  readonly lines: AuditLines;
  /** Undefined: the key is missing. Entries are recorded without a signature until it is back. */
  readonly key: SigningKey | undefined;
  readonly now: Date;
  /** Events to read in one round. */
  readonly limit: number;
}

const mostIdleChains = 500;

/**
 * Records the events since the last round, in the order of the feed, and signs the roots that are due. One round runs at a time over all
 * processes. Entries, chains and the place in the feed change in one transaction, so each event is recorded once.
 * @returns how many events the round has passed; undefined when another process runs a round
 */
export async function auditRound(client: PoolClient, { lines, key, now, limit }: RoundOptions): Promise<number | undefined> {
  await client.query('begin');
  try {
    const passed = await ((await isAlone(client)) ? new AuditRound(client, lines, key, now).run(limit) : undefined);
    await client.query('commit');
    return passed;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

async function isAlone(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ alone: boolean }>(`select pg_try_advisory_xact_lock(${auditLock}) as alone`);
  return rows[0]?.alone ?? false;
}

class AuditRound {
  readonly #entries: SealedEntry[] = [];
  readonly #writes: Write[] = [];
  readonly #chains = new Map<string, GrowingChain>();
  readonly #nowText: string;
  readonly #hour: string;

  constructor(
    private readonly client: PoolClient,
    private readonly lines: AuditLines,
    private readonly key: SigningKey | undefined,
    now: Date,
  ) {
    this.#nowText = now.toISOString();
    this.#hour = hourOf(this.#nowText);
  }

  async run(limit: number): Promise<number> {
    const from = await auditPlace(this.client);
    const { all: types, later: laterTypes } = this.lines.types;
    const rows = await readFeed(this.client, { after: from, types, laterTypes, limit, horizon: 'settled' });
    const told = rows.flatMap((row) => this.lines.read(row) ?? []);
    const book = new SubjectBook(await this.#subjects(told));
    const entries = told.map(({ event, fact }) => ({ event, entry: book.enter(event, fact) }));
    await this.#loadChains(new Set(entries.map(({ entry }) => entry.chain)));
    for (const chain of this.#chains.values()) this.#closeIfDue(chain);
    for (const { event, entry } of entries) {
      const chain = this.#chain(entry.chain);
      this.#entries.push(chain.append(entry, entryIdOf(event), this.#nowText));
      this.#closeIfDue(chain);
    }
    this.#writes.push(...told.flatMap(affiliation), ...book.changed.map((subject) => auditSubjectTable.put(subject)));
    this.#writes.push(...[...this.#chains.values()].map((chain) => auditChainTable.put(chain.row)));
    const last = rows.at(-1);
    await this.#write(from, last ?? from);
    return last?.passed ?? 0;
  }

  async #subjects(told: readonly AuditedEvent[]): Promise<readonly Subject[]> {
    const keys = new Set(told.flatMap(({ event, fact }) => subjectsOf(event, fact)));
    if (keys.size === 0) return [];
    const { rows } = await this.client.query<Subject>({
      name: 'audit_subjects',
      text: 'select key, organization_id as "organizationId", name, settings from audit_subject where key = any($1)',
      values: [[...keys]],
    });
    return rows;
  }

  /** Loads the chains that get an entry, and those whose hour is over. */
  async #loadChains(ids: ReadonlySet<string>): Promise<void> {
    const { rows } = await this.client.query<Omit<AuditChainRow, 'seq' | 'openSince'> & { seq: string; openSince: Date | null }>({
      name: 'audit_chains',
      text: `with idle as materialized (select id from audit_chain where open_since < $2 order by open_since limit ${mostIdleChains})
             select id, seq, hash, roots, root_hash as "rootHash", open_count as "openCount", open_peaks as "openPeaks", open_since as "openSince"
             from audit_chain where id = any($1) or id in (select id from idle)`,
      values: [[...ids], this.#hour],
    });
    for (const row of rows) {
      const state = { ...row, seq: Number(row.seq), openSince: row.openSince?.toISOString() ?? null };
      this.#chains.set(row.id, new GrowingChain(state));
    }
  }

  #chain(id: string): GrowingChain {
    const known = this.#chains.get(id) ?? GrowingChain.begin(id);
    this.#chains.set(id, known);
    return known;
  }

  #closeIfDue(chain: GrowingChain): void {
    if (this.key === undefined || !chain.isDue(this.#hour)) return;
    const { statement, signature }: SignedRoot = chain.close(this.#nowText, this.key);
    this.#writes.push(auditRootTable.add({ ...statement, signature }));
  }

  async #write(from: FeedPosition, to: FeedPosition): Promise<void> {
    if (this.#writes.length === 0 && from === to) return;
    const { text, values } = writesStatement([
      {
        writes: this.#writes,
        guard: placeMoves(from, to),
      },
    ]);
    if (this.#entries.length > 0) await insertEntries(this.client, this.#entries);
    const { rowCount } = await this.client.query(text, [...values]);
    if (rowCount !== 1) throw new Error('Another process has moved the place of the audit log');
  }
}

/** Who joins an organization and who leaves it. */
function affiliation({ event, fact: { resourceType, member, settings } }: AuditedEvent): Write[] {
  if (resourceType !== 'organization' || member === undefined) return [];
  return [auditAffiliationTable.put({ organizationId: event.streamId, userId: member, departed: settings?.['role'] === null })];
}
