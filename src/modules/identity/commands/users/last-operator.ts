import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { conflict, DomainError } from '#kernel/errors.js';

/** Keeps at least one active operator: changes that remove an operator are made one after the other, across all processes. */
@Injectable()
export class LastOperator {
  #before: Promise<unknown> = Promise.resolve();

  constructor(private readonly pool: Pool) {}

  /**
   * Does what ends the power of a user who may be an operator, if there is another one who is not suspended.
   * @throws DomainError conflict; whatever `change` fails with
   */
  stays<Result>(userId: string, change: () => Promise<Result>): Promise<Result> {
    // One connection of this process waits for the others.
    const turn = this.#before.then(() => this.#locked(userId, change));
    this.#before = turn.catch(() => undefined);
    return turn;
  }

  async #locked<Result>(userId: string, change: () => Promise<Result>): Promise<Result> {
    const client = await this.pool.connect();
    let broken: Error | undefined;
    try {
      await client.query(`select pg_advisory_lock(hashtext('last_operator'))`);
      try {
        const others = 'select 1 from user_account where is_operator and not suspended and id <> $1 limit 1';
        if ((await client.query(others, [userId])).rowCount === 0) throw conflict('CONFLICT', 'One active operator always stays');
        return await change();
      } finally {
        await client.query(`select pg_advisory_unlock(hashtext('last_operator'))`);
      }
    } catch (error) {
      // Closing the connection is what surely gives the lock back.
      if (!(error instanceof DomainError)) broken = error as Error;
      throw error;
    } finally {
      client.release(broken);
    }
  }
}
