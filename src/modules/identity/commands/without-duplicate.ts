import { UniqueConflict } from '#ledger/events/event-store.js';
import type { DomainError } from '#kernel/errors.js';

/** Does it, and says `refusal` when the unique rule `constraint` does not allow it. */
export async function withoutDuplicate<T>(constraint: string, refusal: () => DomainError, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof UniqueConflict && error.constraint === constraint) throw refusal();
    throw error;
  }
}
