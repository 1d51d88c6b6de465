import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { SessionCaller } from '#kernel/caller.js';
import { SecondFactors } from '../../store/sign-in/second-factors.js';

/** The second factor of a user. */
export interface SecondFactorView {
  /** Whether a sign-in needs a code beside the password. */
  readonly isOn: boolean;
  /** Since when; null: it is off. */
  readonly since: string | null;
  /** How many recovery codes were not used yet. */
  readonly recoveryCodesLeft: number;
}

export class GetSecondFactor extends Query<SecondFactorView> {
  constructor(readonly caller: SessionCaller) {
    super();
  }
}

@QueryHandler(GetSecondFactor)
export class GetSecondFactorHandler implements IQueryHandler<GetSecondFactor> {
  constructor(private readonly factors: SecondFactors) {}

  async execute({ caller: { userId } }: GetSecondFactor): Promise<SecondFactorView> {
    const row = await this.factors.of(userId);
    if (row?.isOn !== true) return { isOn: false, since: null, recoveryCodesLeft: 0 };
    return { isOn: true, since: row.setAt, recoveryCodesLeft: row.recoveryCodes.length };
  }
}
