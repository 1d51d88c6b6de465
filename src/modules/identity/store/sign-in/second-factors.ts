import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { recoveryCodeDigest, stepOfCode } from '#host/secrets/passwords/one-time-code.js';
import { SecretBox } from '#host/secrets/secret-box.js';
import { Clock } from '#kernel/clock.js';
import { selectOne } from '#ledger/rows/select.js';
import { placeOfSecondFactor, secondFactor, type SecondFactorRow } from './second-factor.entity.js';

/** A code that was right, and counts no more. */
export type UsedCode = { readonly of: 'app' } | { readonly of: 'recovery'; readonly left: number };

/** Second factors of users. Codes are used up in one statement, so of two uses at the same moment one succeeds. */
@Injectable()
export class SecondFactors {
  constructor(
    private readonly pool: Pool,
    private readonly box: SecretBox,
    private readonly clock: Clock,
  ) {}

  of(userId: string): Promise<SecondFactorRow | undefined> {
    return selectOne(this.pool, secondFactor, { userId });
  }

  async isOn(userId: string): Promise<boolean> {
    return (await this.of(userId))?.isOn === true;
  }

  /** Stores the secret of an app that is still to be confirmed. @returns false when the second factor is on */
  async begin(userId: string, secret: string): Promise<boolean> {
    const { rowCount } = await this.pool.query(
      `insert into second_factor as f (user_id, secret, is_on, last_step, recovery_codes, set_at) values ($1, $2, false, null, '{}', now())
       on conflict (user_id) do update set secret = excluded.secret, set_at = excluded.set_at where not f.is_on`,
      [userId, this.box.encrypt(secret, placeOfSecondFactor(userId))],
    );
    return rowCount === 1;
  }

  /** The step of a code of the app of the row; undefined: the code is wrong. */
  stepOf({ userId, secret }: SecondFactorRow, code: string): number | undefined {
    return stepOfCode(this.box.decrypt(secret, placeOfSecondFactor(userId)), code, this.clock.now().getTime());
  }

  /** Undefined: the code is wrong, or was used. */
  async use(row: SecondFactorRow, given: string): Promise<UsedCode | undefined> {
    const step = this.stepOf(row, given.replaceAll(/\s/g, ''));
    if (step !== undefined) return (await this.#useStep(row.userId, step)) ? { of: 'app' } : undefined;
    const left = await this.#useRecoveryCode(row.userId, recoveryCodeDigest(given));
    return left === undefined ? undefined : { of: 'recovery', left };
  }

  async #useStep(userId: string, step: number): Promise<boolean> {
    const text = 'update second_factor set last_step = $2 where user_id = $1 and is_on and coalesce(last_step < $2, true)';
    return (await this.pool.query(text, [userId, step])).rowCount === 1;
  }

  async #useRecoveryCode(userId: string, digest: string): Promise<number | undefined> {
    const { rows } = await this.pool.query<{ left: number }>(
      `update second_factor set recovery_codes = array_remove(recovery_codes, $2)
       where user_id = $1 and is_on and $2 = any (recovery_codes) returning cardinality(recovery_codes) as left`,
      [userId, digest],
    );
    return rows[0]?.left;
  }
}
