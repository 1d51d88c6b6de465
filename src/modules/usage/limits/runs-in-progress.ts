import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { Timers } from '#kernel/timers.js';

/** A run that asks for admission, with the concurrency limits of its account and its workflow. */
export interface Entering {
  readonly accountId: string;
  readonly workflowId: string;
  readonly mostOfAccount: number | null;
  readonly mostOfWorkflow: number | null;
}

type Bound = 'account' | 'workflow';

/** Call `leave` when the run has a lease or has ended. Repeated calls have no effect. */
export type Entry = { readonly leave: () => void } | { readonly full: Bound };

interface Waiting extends Entering {
  hasWaited: boolean;
  readonly answer: (entry: Entry) => void;
  readonly fail: (error: unknown) => void;
}

/** The time after which a refusal asks the caller to retry. */
const patienceMs = 5000;

/**
 * Limits concurrent runs by counting leases. A run has no lease if it ends before it has an effect on an external system, or while it is
 * queued or paused.
 *
 * It is unknown whether a run that has just begun in this process will take a lease. It counts as active meanwhile. A run that exceeds
 * the limit only because of such runs waits until they take a lease or end. So concurrent starts cannot exceed a limit, and short runs
 * follow each other.
 */
@Injectable()
export class RunsInProgress {
  /** The number of runs that began in this process and have no visible lease, by account and by workflow. */
  readonly #begun = new Map<string, number>();
  #waiting: Waiting[] = [];
  #isDeciding = false;
  #hasNews = false;

  constructor(
    private readonly pool: Pool,
    private readonly timers: Timers,
  ) {}

  enter(entering: Entering): Promise<Entry> {
    const { promise, resolve: answer, reject: fail } = Promise.withResolvers<Entry>();
    const waiting: Waiting = { ...entering, hasWaited: false, answer, fail };
    const callOff = this.timers.after(patienceMs, () => {
      waiting.hasWaited = true;
      this.#news();
    });
    this.#waiting.push(waiting);
    this.#news();
    return promise.finally(callOff);
  }

  #news(): void {
    this.#hasNews = true;
    if (!this.#isDeciding) void this.#decideWhileThereIsNews();
  }

  /** One query decides for all waiting runs. */
  async #decideWhileThereIsNews(): Promise<void> {
    this.#isDeciding = true;
    while (this.#hasNews && this.#waiting.length > 0) {
      this.#hasNews = false;
      const asking = this.#waiting.splice(0);
      // Read before the query: a run whose lease is written meanwhile is counted twice rather than not at all.
      const begun = new Map(this.#begun);
      try {
        const leased = await this.#leased(asking);
        const undecided = asking.filter((waiting) => !this.#isDecided(waiting, leased, begun));
        this.#waiting = [...undecided, ...this.#waiting];
      } catch (error) {
        for (const { fail } of asking) fail(error);
      }
    }
    this.#isDeciding = false;
  }

  #isDecided(waiting: Waiting, leased: ReadonlyMap<string, number>, begun: Map<string, number>): boolean {
    const full = fullFor(waiting, (id) => leased.get(id) ?? 0);
    const crowded = fullFor(waiting, (id) => (leased.get(id) ?? 0) + (begun.get(id) ?? 0));
    if (crowded === undefined) {
      for (const counts of [begun, this.#begun]) add(counts, waiting, 1);
      waiting.answer({ leave: this.#leaving(waiting) });
      return true;
    }
    if (full === undefined && !waiting.hasWaited) return false;
    waiting.answer({ full: full ?? crowded });
    return true;
  }

  #leaving(entering: Entering): () => void {
    let isHere = true;
    return () => {
      if (!isHere) return;
      isHere = false;
      add(this.#begun, entering, -1);
      this.#news();
    };
  }

  async #leased(asking: readonly Entering[]): Promise<ReadonlyMap<string, number>> {
    const { rows } = await this.pool.query<{ id: string; runs: number }>({
      name: 'runs_in_progress',
      text: `select account_id as id, count(*)::int as runs from work_item where owner is not null and account_id = any($1) group by account_id
             union all
             select workflow_id, count(*)::int from work_item where owner is not null and workflow_id = any($2) group by workflow_id`,
      values: [asking.map(({ accountId }) => accountId), asking.map(({ workflowId }) => workflowId)],
    });
    return new Map(rows.map(({ id, runs }) => [id, runs]));
  }
}

function fullFor({ accountId, workflowId, mostOfAccount, mostOfWorkflow }: Entering, runs: (id: string) => number): Bound | undefined {
  if (mostOfAccount !== null && runs(accountId) >= mostOfAccount) return 'account';
  return mostOfWorkflow !== null && runs(workflowId) >= mostOfWorkflow ? 'workflow' : undefined;
}

/** Ids of accounts and workflows never collide, so one map counts both. */
function add(counts: Map<string, number>, { accountId, workflowId }: Entering, runs: number): void {
  for (const id of [accountId, workflowId]) {
    const count = (counts.get(id) ?? 0) + runs;
    if (count === 0) counts.delete(id);
    else counts.set(id, count);
  }
}
