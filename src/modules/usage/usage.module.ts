import { Global, Module } from '@nestjs/common';
import { Admission } from '#modules/executions/index.js';
import { Limits } from '#modules/workflows/index.js';
import { PlanAdmission } from './adapters/plan-admission.js';
import { PeriodCost } from './limits/period-cost.js';

/** Global, since it fills ports of the modules below it: who may run how much, and what is left. */
@Global()
@Module({
  providers: [PeriodCost, { provide: Admission, useClass: PlanAdmission }, { provide: Limits, useExisting: Admission }],
  exports: [Admission, Limits],
})
export class UsageModule {}
