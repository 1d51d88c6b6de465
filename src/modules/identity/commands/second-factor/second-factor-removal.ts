import type { EventMeta } from '#kernel/event.js';
import { decide } from '#ledger/events/decide.js';
import type { EventStore } from '#ledger/events/event-store.js';
import { user } from '../../domain/users/user.decider.js';
import { userStream, type SecondFactorRemover } from '../../domain/users/user.events.js';
import { secondFactor } from '../../store/sign-in/second-factor.entity.js';

/** Removes the secret and the recovery codes too. Asks no permission. @returns whether the user had a second factor */
export async function removeSecondFactor(
  store: EventStore,
  { userId, by }: { readonly userId: string; readonly by: SecondFactorRemover },
  meta: EventMeta,
): Promise<boolean> {
  return decide(
    store,
    async (unit) => {
      const { events } = await unit.on(userStream.at(userId), user, () => [{ type: 'remove-second-factor', by } as const]);
      unit.write([secondFactor.remove({ userId })]);
      return events.length > 0;
    },
    { meta },
  );
}
