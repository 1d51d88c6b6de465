import { Global, Module } from '@nestjs/common';
import { Admission } from '#modules/executions/index.js';
import { PlanAdmission } from './adapters/plan-admission.js';
import { PeriodCost } from './limits/period-cost.js';

/** Global, since it fills a port of the modules below it: who may run how much. */
@Global()
@Module({ providers: [PeriodCost, { provide: Admission, useClass: PlanAdmission }], exports: [Admission] })
export class UsageModule {}
