import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { SignInDigests } from '#host/secrets/passwords/sign-in-digests.js';
import { DomainError } from '#kernel/errors.js';

const freeFailures = 5;
const longestWaitSeconds = 15 * 60;

/**
 * Slows down guesses of the password of one account, over all processes and addresses: after five failures in a row, the next try has to wait for 2,
 * 4, 8 s and so on up to 15 minutes. Never longer: a stranger can delay a person, but not lock them out.
 */
@Injectable()
export class SignInFailures {
  constructor(
    private readonly pool: Pool,
    private readonly digests: SignInDigests,
  ) {}

  /** @throws DomainError limited while the account has to wait */
  async refuseWhileWaiting(email: string): Promise<void> {
    const { rows } = await this.pool.query<{ waits: number | null }>({
      name: 'find_sign_in_failures',
      text: `select extract(epoch from failed_at - now())::float8 + least(power(2, least(failures - $2, 20)), $3) as waits
             from sign_in_failure where account = $1 and failures > $2`,
      values: [this.#account(email), freeFailures, longestWaitSeconds],
    });
    const seconds = Math.ceil(rows[0]?.waits ?? 0);
    if (seconds <= 0) return;
    const message = `Too many wrong passwords for this account; please try again in ${seconds} s.`;
    throw new DomainError('limited', 'RATE_LIMIT_EXCEEDED', message, { retryAfterSeconds: seconds });
  }

  async record(email: string): Promise<void> {
    await this.pool.query({
      text: `insert into sign_in_failure as f (account, failures, failed_at) values ($1, 1, now())
             on conflict (account) do update set failed_at = now(),
               failures = case when f.failed_at < now() - interval '1 day' then 1 else f.failures + 1 end`,
      values: [this.#account(email)],
    });
  }

  async forget(email: string): Promise<void> {
    await this.pool.query({ text: 'delete from sign_in_failure where account = $1', values: [this.#account(email)] });
  }

  #account(email: string): string {
    return this.digests.account.digest(email);
  }
}
