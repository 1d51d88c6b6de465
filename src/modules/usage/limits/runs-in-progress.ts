import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { Timers } from '#kernel/timers.js';

/** Somebody who wants to begin a run, and how many of his account and of his workflow may be in progress. */
export interface Entering {
  readonly accountId: string;
  readonly workflowId: string;
  readonly mostOfAccount: number | null;
  readonly mostOfWorkflow: number | null;
}

type Bound = 'account' | 'workflow';

/** `leave` is to be called when the run has a lease or has ended; more often does no harm. */
export type Entry = { readonly leave: () => void } | { readonly full: Bound };

interface Waiting extends Entering {
  hasWaited: boolean;
  readonly answer: (entry: Entry) => void;
  readonly fail: (error: unknown) => void;
}

/** As long as a refusal would send the caller away for. */
const patienceMs = 5000;

/**
 * How many runs of an account and of a workflow are in progress, by the leases that they hold. Runs that are over before they touch anything
 * outside hold none, those that wait in the queue or for a person neither.
 *
 * Whether a run that has just begun here will hold a lease is not known yet. It has its place for that long, and who would have none if it
 * did, waits for it to show: so those who come at the same time cannot get past a limit together, and short runs only follow each other.
 */
@Injectable()
export class RunsInProgress {
  /** Runs that began here and have no lease that others can see, by account and by workflow. */
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

  /** One question to the database for all who wait. */
  async #decideWhileThereIsNews(): Promise<void> {
    this.#isDeciding = true;
    while (this.#hasNews && this.#waiting.length > 0) {
      this.#hasNews = false;
      const asking = this.#waiting.splice(0);
      // From before the question: a run whose lease is written meanwhile is counted twice rather than not at all.
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

/** Ids of accounts and of workflows are never the same. */
function add(counts: Map<string, number>, { accountId, workflowId }: Entering, runs: number): void {
  for (const id of [accountId, workflowId]) {
    const count = (counts.get(id) ?? 0) + runs;
    if (count === 0) counts.delete(id);
    else counts.set(id, count);
  }
}
