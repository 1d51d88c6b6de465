import { Injectable } from '@nestjs/common';
import { ProjectionHost } from '#ledger/projections/projection-host.js';
import { Clock } from '#kernel/clock.js';
import { InfrastructureFault } from '#kernel/errors.js';
import { costLimitOf, PlanCatalogue, type Plan } from '#kernel/plan/plan.js';
import { ModelBudget, type BudgetHold, type PlannedCall } from '#modules/runs/index.js';
import { periodEnd } from '../limits/billing-period.js';
import { countsForPlan } from '../limits/charged-keys.js';
import { PeriodCost, type PeriodUse } from '../limits/period-cost.js';
import { overBudget } from '../limits/refusals.js';

/** Longest wait for charges that the totals do not contain yet. */
const patienceMs = 1000;

interface Reading {
  readonly use: PeriodUse;
  /** Whether the figure contains every call that had ended before it was asked for. */
  readonly isExact: boolean;
}

/** The charges of an account that its figure may not contain. Amounts are nano-dollars. */
interface Outstanding {
  /** Reserved for the calls in progress. */
  held: number;
  /** Of calls that have ended since the last exact figure. */
  settled: number;
  /** The exact figure that is being read. */
  reading?: Promise<Reading> | undefined;
}

/**
 * Admits calls of models by the cost limit of the plan of the account that pays. In one process the sum of the figure, the calls that have
 * ended since and the calls in progress never exceeds the limit by more than the calls in progress cost beyond their holds. Charges of other
 * processes follow within five seconds.
 */
@Injectable()
export class PlanModelBudget extends ModelBudget {
  readonly #outstanding = new Map<string, Outstanding>();

  constructor(
    private readonly plans: PlanCatalogue,
    private readonly cost: PeriodCost,
    private readonly projections: ProjectionHost,
    private readonly clock: Clock,
  ) {
    super();
  }

  async admit(call: PlannedCall): Promise<BudgetHold> {
    if (!countsForPlan(call.keyOf)) return noHold;
    const known = this.cost.of(call.accountId);
    const use = known instanceof Promise ? await known : known;
    const hold = this.#hold(use, call);
    if (hold !== undefined) return hold;
    const exact = await this.#exact(call.accountId);
    return this.#hold(exact.use, call) ?? this.#refuse(exact, call);
  }

  /** Undefined if the call does not fit. */
  #hold(use: PeriodUse, { accountId, holdNanoUsd }: PlannedCall): BudgetHold | undefined {
    const limitUsd = costLimitOf(this.plans.of(use.plan), use.seats);
    if (limitUsd === null) return noHold;
    const outstanding = this.#of(accountId);
    const hold = holdNanoUsd ?? 0;
    if (!fits(use.nanoUsd + outstanding.settled + outstanding.held, hold, limitUsd)) return undefined;
    outstanding.held += hold;
    return heldFor(outstanding, hold);
  }

  #of(accountId: string): Outstanding {
    const known = this.#outstanding.get(accountId);
    if (known !== undefined) return known;
    const first = { held: 0, settled: 0 };
    this.#outstanding.set(accountId, first);
    return first;
  }

  /** A figure that contains every call that had ended before it was asked for, unless the ledger is late. Concurrent callers share one. */
  #exact(accountId: string): Promise<Reading> {
    const outstanding = this.#of(accountId);
    outstanding.reading ??= this.#read(accountId, outstanding).finally(() => (outstanding.reading = undefined));
    return outstanding.reading;
  }

  async #read(accountId: string, outstanding: Outstanding): Promise<Reading> {
    const { settled } = outstanding;
    const isExact = await this.projections.upToDate('usage-ledger', patienceMs);
    const use = await this.cost.read(accountId);
    if (isExact) outstanding.settled -= settled;
    return { use, isExact };
  }

  /** While the ledger is late, a charge may be counted twice: in the figure, and as a call that has ended since. That refuses no call. */
  #refuse({ use, isExact }: Reading, { accountId, holdNanoUsd, spentNanoUsd }: PlannedCall): never {
    const plan: Plan = this.plans.of(use.plan);
    const { held, settled } = this.#of(accountId);
    const limitUsd = costLimitOf(plan, use.seats) ?? 0;
    if (!isExact && fits(use.nanoUsd + held, holdNanoUsd ?? 0, limitUsd)) throw lateLedger();
    throw overBudget(plan, {
      limitUsd,
      usedNanoUsd: use.nanoUsd + settled + held,
      holdNanoUsd: holdNanoUsd ?? 0,
      spentNanoUsd,
      resetAt: periodEnd(this.clock.now()),
    });
  }
}

/** Whether a call with such a hold fits into a limit beside what is used. */
function fits(usedNanoUsd: number, hold: number, limitUsd: number): boolean {
  const limit = Math.round(limitUsd * 1e9);
  return usedNanoUsd < limit && usedNanoUsd + hold <= limit;
}

function lateLedger(): InfrastructureFault {
  return new InfrastructureFault('The charges of the account are not counted yet. Please retry shortly.');
}

const noHold: BudgetHold = { settle: () => undefined, release: () => undefined };

function heldFor(outstanding: Outstanding, hold: number): BudgetHold {
  let isOpen = true;
  const end = (actual: number): void => {
    if (!isOpen) return;
    isOpen = false;
    outstanding.held -= hold;
    outstanding.settled += actual;
  };
  return { settle: end, release: () => end(0) };
}
