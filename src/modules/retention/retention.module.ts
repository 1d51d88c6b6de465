import { Module, type OnModuleInit } from '@nestjs/common';
import { Housekeeper } from '#ledger/chores/housekeeper.js';
import { IdentityModule } from '#modules/identity/index.js';
import { ChangeHoldHandler } from './commands/change-hold.command.js';
import { RetentionRules } from './queries/retention-rules.js';
import { RetentionChore } from './worker/retention-chore.js';

@Module({
  imports: [IdentityModule],
  providers: [RetentionRules, RetentionChore, ChangeHoldHandler],
  exports: [RetentionRules],
})
export class RetentionModule implements OnModuleInit {
  constructor(
    private readonly housekeeper: Housekeeper,
    private readonly chore: RetentionChore,
  ) {}

  onModuleInit(): void {
    this.housekeeper.add((signal) => this.chore.apply(signal));
  }
}
