import type { Caller } from '#kernel/caller.js';

/** Whether an account may still spend money on embeddings. The module of usage implements it. */
export abstract class Budget {
  /** @throws DomainError payment-required when the account has reached its cost limit */
  abstract afford(payer: Pick<Caller, 'account'>): Promise<void>;
}
