import type { Pool } from 'pg';
import { parseMark } from '#ledger/events/digest/stream-digest.js';
import { storedDigests, verifyStreams } from '#ledger/events/digest/verify-streams.js';
import { blobMonth } from '#ledger/events/payload/payload-codec.js';
import type { PayloadObjects } from '#ledger/events/payload/payload-objects.js';
import type { VouchedRun } from '../proof/verify-file.js';

/** A stored stream that is not as it was recorded. */
export interface RunFinding {
  readonly stream: string;
  readonly reason: string;
}

export interface RunsVerified {
  readonly streams: number;
  /** Streams with an event that a former release recorded, without a digest. */
  readonly uncovered: number;
  /** Digests in entries whose events are stored. */
  readonly vouched: number;
  /** Digests in entries of runs that are no longer stored and whose month was swept. */
  readonly expired: number;
  /** One for each stream. */
  readonly findings: readonly RunFinding[];
}

const pageSize = 1000;

/** Verifies all stored streams of runs, and compares them with the entries of the audit log. Reads all of both. */
export async function verifyRuns(pool: Pool, payloads?: PayloadObjects): Promise<RunsVerified> {
  const comparison = new RunComparison(pool, payloads);
  for await (const page of vouchedPages(pool)) await comparison.add(page);
  return comparison.finish();
}

/** Compares entries of the audit log with the stored streams that they vouch for. */
export class RunComparison {
  readonly #unlike: RunFinding[] = [];
  #vouched = 0;
  #expired = 0;

  constructor(
    private readonly pool: Pool,
    private readonly payloads?: PayloadObjects,
  ) {}

  /** Verifies all stored streams. Call it after the last entry. */
  async finish(): Promise<RunsVerified> {
    const found = new Map<string, RunFinding>();
    let [streams, uncovered] = [0, 0];
    for await (const { streamId: stream, verdict } of verifyStreams(this.pool, this.payloads)) {
      streams += 1;
      if (verdict.status === 'uncovered') uncovered += 1;
      if (verdict.status === 'changed') found.set(stream, { stream, reason: verdict.reason });
    }
    for (const finding of this.#unlike) if (!found.has(finding.stream)) found.set(finding.stream, finding);
    return { streams, uncovered, vouched: this.#vouched, expired: this.#expired, findings: [...found.values()] };
  }

  async add(entries: readonly VouchedRun[]): Promise<void> {
    const swept = await this.#sweptMonths();
    const places = entries.map(({ stream: streamId, digest }) => ({ streamId, version: parseMark(digest)?.last ?? 0 }));
    const stored = await storedDigests(this.pool, places);
    for (const [index, { stream, digest }] of entries.entries()) {
      const { digest: found = null, isThere = false } = stored[index] ?? {};
      if (found === digest) this.#vouched += 1;
      else if (!isThere && swept.has(blobMonth('run', stream))) this.#expired += 1;
      else this.#unlike.push({ stream, reason: isThere ? 'The audit log vouches for other events' : 'All events are missing' });
    }
  }

  async #sweptMonths(): Promise<ReadonlySet<string>> {
    const { rows } = await this.pool.query<{ month: string }>('select month::text from retention_month');
    return new Set(rows.map(({ month }) => month));
  }
}

async function* vouchedPages(pool: Pool): AsyncGenerator<readonly VouchedRun[]> {
  for (let after = '0'; ;) {
    const { rows } = await pool.query<{ place: string; stream: string | null; digest: string | null }>({
      name: 'vouched_pages',
      text: `select place, metadata->>'stream' as stream, metadata->>'digest' as digest from audit_entry
             where place > $1 and action in ('workflow.execute', 'workflow.executed') order by place limit ${pageSize}`,
      values: [after],
    });
    yield rows.flatMap(({ stream, digest }) => (stream === null || digest === null ? [] : [{ stream, digest }]));
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.place;
  }
}
