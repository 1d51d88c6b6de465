import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { StorageAllowance } from '#ledger/objects/storage-allowance.js';
import { StorageRoom } from '#ledger/objects/storage-room.js';
import type { Caller } from '#kernel/caller.js';
import type { LimitsView } from '#kernel/plan/limits.js';
import { PlanAdmission } from '../adapters/plan-admission.js';

export interface UsageLimitsView extends LimitsView {
  /** The storage of files and documents. */
  readonly storage: {
    /** Used storage, in bytes. */
    readonly usedBytes: number;
    /** Storage limit, in bytes; 9007199254740991 without a limit. */
    readonly limitBytes: number;
    /** Used part of the limit, in percent. */
    readonly percentUsed: number;
  };
}

/** The limits of the caller's account and what it has used. Reading them takes no tokens. */
export class GetUsageLimits extends Query<UsageLimitsView> {
  constructor(readonly caller: Caller) {
    super();
  }
}

@QueryHandler(GetUsageLimits)
export class GetUsageLimitsHandler implements IQueryHandler<GetUsageLimits> {
  constructor(
    private readonly admission: PlanAdmission,
    private readonly allowance: StorageAllowance,
    private readonly room: StorageRoom,
  ) {}

  async execute({ caller }: GetUsageLimits): Promise<UsageLimitsView> {
    const account = this.allowance.of(caller);
    const usedBytes = await this.room.used(account.accountId);
    // A number for clients that do not accept null for an absent limit.
    const limitBytes = account.limitBytes ?? Number.MAX_SAFE_INTEGER;
    const percentUsed = limitBytes === 0 ? 0 : (usedBytes / limitBytes) * 100;
    return { ...(await this.admission.limits({ caller })), storage: { usedBytes, limitBytes, percentUsed } };
  }
}
