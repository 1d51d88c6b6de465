import { Injectable } from '@nestjs/common';
import { Pool, type ClientBase } from 'pg';
import { hasEnded } from '#ledger/months/has-ended.js';
import { RunFacts } from '#ledger/months/run-facts.js';
import { streamTime } from '#ledger/events/payload/payload-codec.js';
import { Clock } from '#kernel/clock.js';
import { PlanCatalogue } from '#kernel/plan/plan.js';
import { WorkspaceKeeping } from '#modules/identity/index.js';
import { keptSince, retentionDays, type RetentionTerms } from '../domain/retention-terms.js';

/** A run, as retention needs it. */
export interface KeptRun {
  readonly executionId: string;
  readonly workspaceId: string;
}

/** Decides which runs are expired. An expired run is not shown, whether its disk space is freed or not. */
@Injectable()
export class RetentionRules {
  constructor(
    private readonly pool: Pool,
    private readonly keeping: WorkspaceKeeping,
    private readonly plans: PlanCatalogue,
    private readonly clock: Clock,
    private readonly runs: RunFacts,
  ) {}

  /** The time from which a workspace shows its runs; undefined if it shows all. */
  async shownSince(workspaceId: string): Promise<Date | undefined> {
    const kept = await this.keeping.of(workspaceId);
    return keptSince(retentionDays(this.plans.of(kept?.plan ?? null), kept?.retentionDays ?? null), this.clock.now());
  }

  /** An active run and a run on hold never expire. */
  async isPast({ executionId, workspaceId }: KeptRun): Promise<boolean> {
    const since = await this.shownSince(workspaceId);
    if (since === undefined || streamTime(executionId) >= since) return false;
    const { rowCount: holds } = await this.pool.query({
      name: 'run_is_held',
      text: 'select 1 from execution_hold where execution_id = $1',
      values: [executionId],
    });
    return holds === 0 && (await hasEnded(this.pool, executionId, this.runs.closingTypes));
  }

  /** Why a run is on hold; undefined if it is not. */
  async holdOf(executionId: string): Promise<string | undefined> {
    const { rows } = await this.pool.query<{ reason: string }>({
      name: 'hold_of_run',
      text: 'select reason from execution_hold where execution_id = $1',
      values: [executionId],
    });
    return rows[0]?.reason;
  }

  /** The terms of all workspaces, deleted ones included. Reads on the given connection, or on any connection. */
  async terms(client?: ClientBase): Promise<RetentionTerms> {
    const workspaces = (await this.keeping.all(client)).map(({ workspaceId, plan, retentionDays: wanted, deletedAt }) => {
      return { workspaceId, days: retentionDays(this.plans.of(plan), wanted), deletedAt };
    });
    return { workspaces, others: this.plans.of(null).retentionDays };
  }
}
