import type { Caller } from '#kernel/caller.js';

/** Whose storage something counts towards, and how much that account may store; null: as much as there is room. */
export interface StorageAccount {
  readonly accountId: string;
  readonly limitBytes: number | null;
}

/** How much an account may store. The module that knows the plans provides it. */
export abstract class StorageAllowance {
  abstract of(caller: Pick<Caller, 'account'>): StorageAccount;

  /** For runs, which know their account and no caller. */
  abstract ofAccount(accountId: string): Promise<StorageAccount>;
}
