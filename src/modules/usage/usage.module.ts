import { Global, Module } from '@nestjs/common';
import { Throttling } from '#infrastructure/throttling/throttling.js';
import { Admission } from '#modules/executions/index.js';
import { Limits } from '#modules/workflows/index.js';
import { PlanAdmission } from './adapters/plan-admission.js';
import { PlanThrottling } from './adapters/plan-throttling.js';
import { UsageController } from './http/usage.controller.js';
import { UsageLimitsController } from './http/usage-limits.controller.js';
import { PeriodCost } from './limits/period-cost.js';
import { RunsInProgress } from './limits/runs-in-progress.js';
import { GetUsageHandler } from './queries/get-usage.handler.js';
import { GetUsageLimitsHandler } from './queries/get-usage-limits.handler.js';

const ports = [
  { provide: Throttling, useClass: PlanThrottling },
  { provide: Admission, useExisting: PlanAdmission },
  { provide: Limits, useExisting: PlanAdmission },
];

/** Global, since it fills ports of the modules below it: who may run how much, and what is left. */
@Global()
@Module({
  controllers: [UsageLimitsController, UsageController],
  providers: [PeriodCost, RunsInProgress, PlanAdmission, GetUsageHandler, GetUsageLimitsHandler, ...ports],
  exports: [Throttling, Admission, Limits],
})
export class UsageModule {}
