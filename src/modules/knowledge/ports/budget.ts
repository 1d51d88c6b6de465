import type { Caller } from '#kernel/caller.js';

/** What an account may still spend on embeddings. Filled by the module that knows plans and usage. */
export abstract class Budget {
  /** @throws DomainError payment-required when the money of the account is used up */
  abstract afford(payer: Pick<Caller, 'account'>): Promise<void>;
}
