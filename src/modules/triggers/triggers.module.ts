import { Global, Module } from '@nestjs/common';
import { TriggerRegistrations } from '#modules/workflows/index.js';
import { Registrations } from './store/registrations.js';

/** What starts runs without a call. Global, because it provides a port of workflows. */
@Global()
@Module({
  providers: [{ provide: TriggerRegistrations, useClass: Registrations }],
  exports: [TriggerRegistrations],
})
export class TriggersModule {}
