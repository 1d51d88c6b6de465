import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { conflict, DomainError } from '#kernel/errors.js';
import { lastOperatorKey } from '../../domain/keys/api-key.errors.js';
import { ApiKeyViews } from '../../queries/keys/api-key-views.js';

/** Keeps an active operator with a key: changes that could end the last one are made one after the other, across all processes. */
@Injectable()
export class LastOperator {
  #before: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly pool: Pool,
    private readonly keys: ApiKeyViews,
  ) {}

  /**
   * Does what ends the power of a user who may be an operator, if there is another one who is not suspended and has a key.
   * @throws DomainError conflict; whatever `change` fails with
   */
  stays<Result>(userId: string, change: () => Promise<Result>): Promise<Result> {
    return this.#inTurn(async () => {
      const others = 'select 1 from user_account where is_operator and not suspended and id <> $1 limit 1';
      if ((await this.pool.query(others, [userId])).rowCount === 0) throw conflict('CONFLICT', 'One active operator always stays');
      if (await this.keys.areLastOfOperators({ userId })) throw lastOperatorKey();
      return change();
    });
  }

  /** Does what ends a key, if an operator keeps another one. @throws DomainError conflict; whatever `change` fails with */
  keepsKey<Result>(keyId: string, change: () => Promise<Result>): Promise<Result> {
    return this.#inTurn(async () => {
      if (await this.keys.areLastOfOperators({ keyId })) throw lastOperatorKey();
      return change();
    });
  }

  #inTurn<Result>(change: () => Promise<Result>): Promise<Result> {
    // One connection of this process waits for the others.
    const turn = this.#before.then(() => this.#locked(change));
    this.#before = turn.catch(() => undefined);
    return turn;
  }

  async #locked<Result>(change: () => Promise<Result>): Promise<Result> {
    const client = await this.pool.connect();
    let broken: Error | undefined;
    try {
      await client.query(`select pg_advisory_lock(hashtext('last_operator'))`);
      try {
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
