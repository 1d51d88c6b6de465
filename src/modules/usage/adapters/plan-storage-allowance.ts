import { Injectable } from '@nestjs/common';
import { StorageAllowance, type StorageAccount } from '#ledger/objects/storage-allowance.js';
import type { Caller } from '#kernel/caller.js';
import { PlanCatalogue } from '#kernel/plan/plan.js';
import { OrganizationPlans } from '#modules/identity/index.js';
import { accountIdOf } from '../limits/account-of.js';

/** The storage limit of an account by its plan. */
@Injectable()
export class PlanStorageAllowance extends StorageAllowance {
  constructor(
    private readonly plans: PlanCatalogue,
    private readonly organizations: OrganizationPlans,
  ) {
    super();
  }

  of(caller: Pick<Caller, 'account'>): StorageAccount {
    return { accountId: accountIdOf(caller), limitBytes: this.plans.of(caller.account.plan).storageBytes };
  }

  /** An account that is not an organization belongs to a user, who is on the default plan. */
  async ofAccount(accountId: string): Promise<StorageAccount> {
    return { accountId, limitBytes: this.plans.of(await this.organizations.of(accountId)).storageBytes };
  }
}
