import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { DomainError } from '#kernel/errors.js';
import type { StreamVerdict } from '#ledger/events/digest/stream-check.js';
import { hasMarks } from '#ledger/events/digest/has-marks.js';
import { streamBounds, verifyStream } from '#ledger/events/digest/verify-streams.js';
import { PayloadObjects } from '#ledger/events/payload/payload-objects.js';
import { isAtOrAfter } from '#ledger/projections/event-feed.js';
import { entryIdOf } from '../domain/entry-id.js';
import { auditPlace } from './audit-place.entity.js';

/**
 * *verified*: the stored events of a run are those that the audit log vouches for. *pending*: the run has not ended, or its events are as recorded and the
 * audit log does not vouch for the last of them yet. *not_covered*: a former release recorded at least one of them, without a digest. *changed*: they are not as recorded.
 */
export type IntegrityStatus = 'verified' | 'pending' | 'not_covered' | 'changed';

/** Whether the stored events of a run are those that were recorded. */
export interface RunIntegrityView {
  /** `verified`, `pending`, `not_covered` or `changed`. */
  readonly status: IntegrityStatus;
  /** What was found; null for `verified`. */
  readonly detail: string | null;
}

/** A run as it is stored. */
interface StoredRun {
  readonly executionId: string;
  readonly workspaceId: string;
}

/** What the audit log says about a run. */
interface Vouched {
  /** Whether it has read the last event. */
  readonly isRead: boolean;
  readonly digests: readonly string[];
}

/** Compares runs with the digests that the audit log vouches for. */
@Injectable()
export class RunIntegrity {
  constructor(
    private readonly pool: Pool,
    private readonly payloads: PayloadObjects,
  ) {}

  /** Undefined for a run without an event. The events of a run that has not ended are not read, unless the audit log vouches for others. */
  async of(executionId: string, workspaceId: string, { hasEnded }: { readonly hasEnded: boolean }): Promise<RunIntegrityView | undefined> {
    // The entries first: the stream may grow meanwhile, and then has more than they vouch for, never less.
    const vouched = await this.#vouched(executionId, workspaceId);
    if (vouched === undefined) return undefined;
    if (!hasEnded && (await hasMarks(this.pool, executionId, vouched.digests))) return notEnded;
    return judge(await verifyStream(this.pool, executionId, this.payloads), vouched, hasEnded);
  }

  /** Why the stored events of a run cannot be used. @throws the error itself, if it is a refusal or they were not changed */
  async explain(error: unknown, executionId: string, workspaceId: string): Promise<RunIntegrityView> {
    if (error instanceof DomainError) throw error;
    const found = await this.of(executionId, workspaceId, { hasEnded: true });
    if (found?.status !== 'changed') throw error;
    return found;
  }

  /** @throws DomainError that names the event, if `read` fails because stored events of the run were changed */
  async reading<Result>(run: StoredRun, read: () => Promise<Result>): Promise<Result> {
    try {
      return await read();
    } catch (error) {
      throw await this.#refusal(error, run);
    }
  }

  /** The same for what is read piece by piece. */
  async *readingAll<Part>(run: StoredRun, parts: AsyncIterable<Part>): AsyncGenerator<Part, void, undefined> {
    try {
      yield* parts;
    } catch (error) {
      throw await this.#refusal(error, run);
    }
  }

  /** The workspace of the first stored event of a run, whether the event can be read or not. */
  async workspaceOf(executionId: string): Promise<string | null> {
    return (await streamBounds(this.pool, executionId))?.workspaceId ?? null;
  }

  async #refusal(cause: unknown, { executionId, workspaceId }: StoredRun): Promise<DomainError> {
    const { detail } = await this.explain(cause, executionId, workspaceId);
    const message = `The stored events of execution ${executionId} were changed and cannot be read: ${detail ?? ''}`;
    return new DomainError('unavailable', 'RUN_CHANGED', message, { cause });
  }

  /** Undefined for a run without an event. */
  async #vouched(executionId: string, workspaceId: string): Promise<Vouched | undefined> {
    const bounds = await streamBounds(this.pool, executionId);
    if (bounds === undefined) return undefined;
    // Before the entries, so that none that it has read is missed.
    const isRead = isAtOrAfter(await auditPlace(this.pool), bounds.last);
    const { rows } = await this.pool.query<{ digest: string }>({
      name: 'run_vouched',
      text: `select digest from (
               select metadata->>'digest' as digest from audit_entry where id = $1
               union all select metadata->>'digest' from audit_entry
               where workspace_id = $2 and resource_id = $3 and action = 'workflow.executed') entry
             where digest is not null`,
      values: [entryIdOf({ streamId: executionId, position: 1, at: bounds.beganAt }), workspaceId, executionId],
    });
    return { isRead, digests: rows.map(({ digest }) => digest) };
  }
}

const notEnded: RunIntegrityView = { status: 'pending', detail: 'The run has not ended' };

function judge(verdict: StreamVerdict, { isRead, digests }: Vouched, hasEnded: boolean): RunIntegrityView {
  if (verdict.status === 'changed') return { status: 'changed', detail: verdict.reason };
  const { marks } = verdict;
  if (digests.some((digest) => !marks.includes(digest))) return { status: 'changed', detail: 'The audit log vouches for other events' };
  if (verdict.status === 'uncovered')
    return { status: 'not_covered', detail: `Event ${verdict.from} and all after it were recorded without a digest` };
  if (!hasEnded) return notEnded;
  if (digests.includes(marks.at(-1) ?? '')) return { status: 'verified', detail: null };
  return isRead
    ? { status: 'not_covered', detail: 'The audit log has no entry that vouches for the end of the run' }
    : { status: 'pending', detail: 'The audit log has not read the end of the run yet' };
}
