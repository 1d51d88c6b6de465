import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { StorageAllowance } from '#infrastructure/objects/storage-allowance.js';
import { StorageRoom } from '#infrastructure/objects/storage-room.js';
import { PlanAdmission } from '../adapters/plan-admission.js';
import { GetUsageLimits, type UsageLimitsView } from './get-usage-limits.query.js';

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
    // A number for clients that expect one where there is no limit.
    const limitBytes = account.limitBytes ?? Number.MAX_SAFE_INTEGER;
    const percentUsed = limitBytes === 0 ? 0 : (usedBytes / limitBytes) * 100;
    return { ...(await this.admission.limits({ caller })), storage: { usedBytes, limitBytes, percentUsed } };
  }
}
