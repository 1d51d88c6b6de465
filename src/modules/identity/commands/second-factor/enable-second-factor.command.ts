import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { SessionCaller } from '#kernel/caller.js';
import { Clock } from '#kernel/clock.js';
import { conflict, forbidden } from '#kernel/errors.js';
import type { EventMeta } from '#kernel/event.js';
import { decide } from '#ledger/events/decide.js';
import { EventStore } from '#ledger/events/event-store.js';
import { user } from '../../domain/users/user.decider.js';
import { secondFactorIsOn } from '../../domain/users/user.errors.js';
import { userStream } from '../../domain/users/user.events.js';
import { secondFactor } from '../../store/sign-in/second-factor.entity.js';
import { SecondFactors } from '../../store/sign-in/second-factors.js';
import { newRecoveryCodes } from './new-recovery-codes.js';

/** A code shows that the app knows the secret: from now on a sign-in needs one. @returns the recovery codes, known here for the only time */
export class EnableSecondFactor extends Command<readonly string[]> {
  constructor(
    readonly caller: SessionCaller,
    readonly meta: EventMeta,
    readonly code: string,
  ) {
    super();
  }
}

@CommandHandler(EnableSecondFactor)
export class EnableSecondFactorHandler implements ICommandHandler<EnableSecondFactor> {
  constructor(
    private readonly store: EventStore,
    private readonly factors: SecondFactors,
    private readonly clock: Clock,
  ) {}

  async execute({ caller: { userId }, meta, code }: EnableSecondFactor): Promise<readonly string[]> {
    const begun = await this.factors.of(userId);
    if (begun === undefined) throw conflict('CONFLICT', 'Begin with a new secret for the authenticator app');
    if (begun.isOn) throw secondFactorIsOn();
    const lastStep = this.factors.stepOf(begun, code.replaceAll(/\s/g, ''));
    if (lastStep === undefined) throw forbidden('The code is wrong: enter the one that the app shows now', 'WRONG_CODE');
    const { codes, digests } = newRecoveryCodes();
    await decide(
      this.store,
      async (unit) => {
        await unit.on(userStream.at(userId), user, () => [{ type: 'enable-second-factor' } as const]);
        unit.write([secondFactor.put({ ...begun, isOn: true, lastStep, recoveryCodes: digests, setAt: this.clock.iso() })]);
      },
      { meta },
    );
    return codes;
  }
}
