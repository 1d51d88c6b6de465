import { Injectable } from '@nestjs/common';
import { Logger } from '#host/logging/logger.js';
import { infrastructureFaultOf } from '#ledger/database/faults/infrastructure-fault-of.js';
import { LeaseLost } from '#ledger/events/event-store.js';
import { TriggeredRuns } from '#modules/runs/index.js';
import { zoneData } from '../schedules/local-time.js';
import { ScheduleCursors, type ClaimedSchedule, type CursorMove } from '../store/cursors/schedule-cursors.js';
import { Triggers } from '../store/triggers.js';
import { FireSchedule, type DueSchedule } from './fire-schedule.js';
import type { Lane } from './lane.js';

/** How soon a schedule is tried again whose firing could not be stored. */
const retryMs = 1_000;

/** Fires claimed schedules. Their appends are made durable in groups. */
@Injectable()
export class FireClaims implements Lane {
  readonly polls = false;
  readonly mostAtOnce = 250;
  readonly mostHeld = 1_000;
  readonly claimMs = 15_000;

  constructor(
    private readonly cursors: ScheduleCursors,
    private readonly triggers: Triggers,
    private readonly runs: TriggeredRuns,
    private readonly schedule: FireSchedule,
    private readonly logger: Logger,
  ) {}

  async work(claims: readonly ClaimedSchedule[]): Promise<void> {
    try {
      const due = await this.#read(claims);
      const fired = await Promise.all(due.map((each) => this.#fire(each)));
      await this.cursors.move(fired.filter((move) => typeof move === 'object'));
      await this.cursors.release(
        due.filter((_, index) => fired[index] === 'failed').map(({ lease }) => lease),
        retryMs,
      );
    } catch (error) {
      // The claims end by themselves.
      this.#report(error);
    }
  }

  /** After the claim, so that a change of a trigger that is not seen here has ended the claim. */
  async #read(claims: readonly ClaimedSchedule[]): Promise<readonly DueSchedule[]> {
    const [triggers, active] = await Promise.all([
      this.triggers.all(claims.map(({ cursor }) => cursor.id)),
      this.runs.active(claims.flatMap(({ cursor }) => cursor.activeJobs)),
    ]);
    return claims.flatMap((claim) => {
      const trigger = triggers.get(claim.cursor.id);
      const activeJobs = claim.cursor.activeJobs.filter((id) => active.has(id));
      return trigger === undefined ? [] : [{ ...claim, trigger, activeJobs, zones: zoneData }];
    });
  }

  async #fire(due: DueSchedule): Promise<CursorMove | 'failed' | undefined> {
    try {
      return await this.schedule.fire(due);
    } catch (error) {
      // Another process fires it, or its trigger has changed.
      if (error instanceof LeaseLost) return undefined;
      if (infrastructureFaultOf(error) === undefined) this.#report(error, due.trigger.id);
      return 'failed';
    }
  }

  #report(error: unknown, triggerId?: string): void {
    this.logger.error({ err: error, triggerId }, 'A schedule could not be fired and will be retried');
  }
}
