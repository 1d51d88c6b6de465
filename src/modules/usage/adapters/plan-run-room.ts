import { Injectable } from '@nestjs/common';
import type { RoomOfAccount, RunRoom } from '#ledger/work/rooms/run-room.js';
import { PlanCatalogue } from '#kernel/plan/plan.js';
import { OrganizationPlans } from '#modules/identity/index.js';

/** The concurrency limits of queued runs, by the current plans of their accounts. */
@Injectable()
export class PlanRunRoom implements RunRoom {
  constructor(
    private readonly plans: PlanCatalogue,
    private readonly organizations: OrganizationPlans,
  ) {}

  async of(accountIds: readonly string[]): Promise<ReadonlyMap<string, RoomOfAccount>> {
    const planOf = await this.organizations.given(accountIds);
    return new Map(accountIds.map((id) => [id, this.#room(planOf.get(id) ?? null)]));
  }

  #room(name: string | null): RoomOfAccount {
    const { concurrentRuns, concurrentRunsPerWorkflow } = this.plans.of(name);
    return { ofAccount: concurrentRuns, ofWorkflow: concurrentRunsPerWorkflow };
  }
}
