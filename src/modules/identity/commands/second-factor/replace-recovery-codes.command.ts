import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { SessionCaller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import { decide } from '#ledger/events/decide.js';
import { EventStore } from '#ledger/events/event-store.js';
import { user } from '../../domain/users/user.decider.js';
import { userStream } from '../../domain/users/user.events.js';
import { secondFactor } from '../../store/sign-in/second-factor.entity.js';
import { newRecoveryCodes } from './new-recovery-codes.js';

/** Makes new recovery codes; the former ones count no more. @returns the codes, known here for the only time */
export class ReplaceRecoveryCodes extends Command<readonly string[]> {
  constructor(
    readonly caller: SessionCaller,
    readonly meta: EventMeta,
  ) {
    super();
  }
}

@CommandHandler(ReplaceRecoveryCodes)
export class ReplaceRecoveryCodesHandler implements ICommandHandler<ReplaceRecoveryCodes> {
  constructor(private readonly store: EventStore) {}

  async execute({ caller: { userId }, meta }: ReplaceRecoveryCodes): Promise<readonly string[]> {
    const { codes, digests } = newRecoveryCodes();
    await decide(
      this.store,
      async (unit) => {
        await unit.on(userStream.at(userId), user, () => [{ type: 'replace-recovery-codes' } as const]);
        unit.write([secondFactor.patch({ userId, recoveryCodes: digests })]);
      },
      { meta },
    );
    return codes;
  }
}
