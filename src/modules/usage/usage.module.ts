import { Global, Module, type OnModuleInit } from '@nestjs/common';
import { StorageAllowance } from '#ledger/objects/storage-allowance.js';
import { WorkQueue } from '#ledger/work/work-queue.js';
import { Throttling } from '#edge/throttle/throttling.js';
import { Admission, ModelBudget } from '#modules/runs/index.js';
import { IdentityModule } from '#modules/identity/index.js';
import { Budget } from '#modules/knowledge/index.js';
import { RunCounts } from '#modules/workflows/index.js';
import { Limits } from '#kernel/plan/limits.js';
import { PlanAdmission } from './adapters/plan-admission.js';
import { PlanModelBudget } from './adapters/plan-model-budget.js';
import { PlanRunRoom } from './adapters/plan-run-room.js';
import { PlanStorageAllowance } from './adapters/plan-storage-allowance.js';
import { UsageRunCounts } from './adapters/usage-run-counts.js';
import { PlanThrottling } from './adapters/plan-throttling.js';
import { UsageController } from './http/usage.controller.js';
import { UsageLimitsController } from './http/usage-limits.controller.js';
import { PeriodCost } from './limits/period-cost.js';
import { RunsInProgress } from './limits/runs-in-progress.js';
import { GetUsageHandler } from './queries/get-usage.query.js';
import { GetUsageLimitsHandler } from './queries/get-usage-limits.query.js';

const ports = [
  { provide: Throttling, useClass: PlanThrottling },
  { provide: Admission, useExisting: PlanAdmission },
  { provide: Limits, useExisting: PlanAdmission },
  { provide: Budget, useExisting: PlanAdmission },
  { provide: ModelBudget, useClass: PlanModelBudget },
  { provide: StorageAllowance, useClass: PlanStorageAllowance },
  { provide: RunCounts, useClass: UsageRunCounts },
];

/** Global, because it implements ports of lower modules: admission, throttling, storage, budgets and counts of runs. */
@Global()
@Module({
  imports: [IdentityModule],
  controllers: [UsageLimitsController, UsageController],
  providers: [PeriodCost, RunsInProgress, PlanAdmission, PlanRunRoom, GetUsageHandler, GetUsageLimitsHandler, ...ports],
  exports: [Throttling, Admission, Limits, Budget, ModelBudget, RunCounts, StorageAllowance],
})
export class UsageModule implements OnModuleInit {
  constructor(
    private readonly queue: WorkQueue,
    private readonly room: PlanRunRoom,
  ) {}

  onModuleInit(): void {
    this.queue.limitBy(this.room);
  }
}
