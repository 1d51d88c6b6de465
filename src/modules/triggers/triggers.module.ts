import { Global, Module, type OnModuleInit } from '@nestjs/common';
import { Housekeeper } from '#ledger/chores/housekeeper.js';
import { RunsModule } from '#modules/runs/index.js';
import { TriggerRegistrations } from '#modules/workflows/index.js';
import { Deliveries } from './deliveries/deliveries.js';
import { DeliveryClaims } from './store/delivery-claims.js';
import { Registrations } from './store/registrations.js';
import { Triggers } from './store/triggers.js';

/** What starts runs without a call. Global, because it provides a port of workflows. */
@Global()
@Module({
  imports: [RunsModule],
  providers: [{ provide: TriggerRegistrations, useClass: Registrations }, Triggers, DeliveryClaims, Deliveries],
  exports: [TriggerRegistrations],
})
export class TriggersModule implements OnModuleInit {
  constructor(
    private readonly housekeeper: Housekeeper,
    private readonly claims: DeliveryClaims,
  ) {}

  onModuleInit(): void {
    this.housekeeper.add(() => this.claims.forgetOld());
  }
}
