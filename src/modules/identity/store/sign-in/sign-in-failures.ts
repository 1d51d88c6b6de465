import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { SignInDigests } from '#host/secrets/passwords/sign-in-digests.js';
import { DomainError } from '#kernel/errors.js';

const freeFailures = 5;
const longestWaitSeconds = 15 * 60;
/** How long the account of a row `f` has to wait, in seconds. */
const waitSeconds = `(case when f.failures > $2
  then extract(epoch from f.failed_at - now())::float8 + least(power(2, least(f.failures - $2, 20)), $3) else 0 end)`;

/** A try that was counted as a failure before it was made. */
export interface CountedTry {
  readonly account: string;
  readonly failures: number;
  /** Of the failure before; null if there was none. */
  readonly formerAt: Date | null;
}

/**
 * Slows down guesses of the password of one account, over all processes and addresses: after five failures in a row, the next try has to wait for 2,
 * 4, 8 s and so on up to 15 minutes. Never longer: a stranger can delay a person, but not lock them out. A try counts before it is made, so that
 * tries at the same moment wait for each other as well.
 */
@Injectable()
export class SignInFailures {
  constructor(
    private readonly pool: Pool,
    private readonly digests: SignInDigests,
  ) {}

  /** Counts a try. @throws DomainError limited while the account has to wait */
  async take(email: string): Promise<CountedTry> {
    const account = this.#account(email);
    const { rows } = await this.pool.query<{ failures: number; former_at: Date | null }>({
      name: 'count_sign_in_try',
      text: `insert into sign_in_failure as f (account, failures, failed_at) values ($1, 1, now())
             on conflict (account) do update set failed_at = now(),
               failures = case when f.failed_at < now() - interval '1 day' then 1 else f.failures + 1 end
             where ${waitSeconds} <= 0
             returning failures, (select failed_at from sign_in_failure where account = $1) as former_at`,
      values: [account, freeFailures, longestWaitSeconds],
    });
    const [row] = rows;
    if (row === undefined) throw tooMany(await this.#waitOf(account));
    return { account, failures: row.failures, formerAt: row.former_at };
  }

  /** Work of a counted try. An error of it that says nothing about the try, such as that of a busy server, takes the try back. */
  async during<Result>(counted: CountedTry, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      await this.giveBack(counted).catch(() => undefined);
      throw error;
    }
  }

  /** The try was right, but does not end the failures before it. */
  async giveBack({ account, failures, formerAt }: CountedTry): Promise<void> {
    await this.pool.query({
      text: `update sign_in_failure set failures = failures - 1,
               failed_at = case when failures = $2 and $3::timestamptz is not null then $3 else failed_at end
             where account = $1 and failures > 0`,
      values: [account, failures, formerAt],
    });
  }

  async forget(email: string): Promise<void> {
    await this.pool.query({ text: 'delete from sign_in_failure where account = $1', values: [this.#account(email)] });
  }

  async #waitOf(account: string): Promise<number> {
    const { rows } = await this.pool.query<{ waits: number }>({
      text: `select ${waitSeconds} as waits from sign_in_failure f where account = $1`,
      values: [account, freeFailures, longestWaitSeconds],
    });
    return Math.max(1, Math.ceil(rows[0]?.waits ?? 0));
  }

  #account(email: string): string {
    return this.digests.account.digest(email);
  }
}

function tooMany(seconds: number): DomainError {
  const message = `Too many wrong passwords for this account; please try again in ${seconds} s.`;
  return new DomainError('limited', 'RATE_LIMIT_EXCEEDED', message, { retryAfterSeconds: seconds });
}
