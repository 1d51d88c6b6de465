import { Query } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import type { LimitsView } from '#kernel/limits.js';

export interface UsageLimitsView extends LimitsView {
  readonly storage: { readonly usedBytes: number; readonly limitBytes: number; readonly percentUsed: number };
}

/** What the caller's account may use and has used. Asking takes nothing. */
export class GetUsageLimits extends Query<UsageLimitsView> {
  constructor(readonly caller: Caller) {
    super();
  }
}
