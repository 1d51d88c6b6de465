import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { PlanCatalogue } from '#kernel/plan.js';
import { PlanAdmission } from '../adapters/plan-admission.js';
import { GetUsageLimits, type UsageLimitsView } from './get-usage-limits.query.js';

/** Nothing that a workspace may store counts towards the storage of its plan yet. */
const usedBytes = 0;

@QueryHandler(GetUsageLimits)
export class GetUsageLimitsHandler implements IQueryHandler<GetUsageLimits> {
  constructor(
    private readonly admission: PlanAdmission,
    private readonly plans: PlanCatalogue,
  ) {}

  async execute({ caller }: GetUsageLimits): Promise<UsageLimitsView> {
    const limitBytes = this.plans.of(caller.account.plan).storageBytes ?? Number.MAX_SAFE_INTEGER;
    const percentUsed = limitBytes === 0 ? 0 : (usedBytes / limitBytes) * 100;
    return { ...(await this.admission.limits({ caller })), storage: { usedBytes, limitBytes, percentUsed } };
  }
}
