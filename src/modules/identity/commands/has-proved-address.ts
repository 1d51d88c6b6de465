import type { UnitOfWork } from '#ledger/events/decide.js';
import { user } from '../domain/users/user.decider.js';
import { userStream } from '../domain/users/user.events.js';

/** Whether anything says that the address of a user is theirs, so that what is meant for the address may reach the user. */
export async function hasProvedAddress(unit: UnitOfWork, userId: string): Promise<boolean> {
  const { state } = await unit.on(userStream.at(userId), user, () => []);
  return state !== 'none' && state.isAddressProved;
}
