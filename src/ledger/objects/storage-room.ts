import { Injectable } from '@nestjs/common';
import { Pool, type PoolClient } from 'pg';
import { DomainError } from '#kernel/errors.js';
import type { StorageAccount } from './storage-allowance.js';

/** First half of the advisory lock under which an account's storage is counted and taken. */
const lockClass = 5_347_718;

/** What accounts have stored, by what holds it: a file that lies there once and is held twice counts twice. */
@Injectable()
export class StorageRoom {
  readonly #queues = new Map<string, Promise<unknown>>();
  /** A claim keeps a connection while its append may read through another one, so claims never have more than half of them. */
  #lanes: number;
  readonly #waiting: (() => void)[] = [];

  constructor(private readonly pool: Pool) {
    this.#lanes = Math.max(1, Math.floor(pool.options.max / 2));
  }

  /** Bytes that the account holds. */
  async used(accountId: string): Promise<number> {
    return usedBytes(this.pool, accountId);
  }

  /** Whose storage something takes; undefined: it holds nothing. */
  async accountOf(holdId: string): Promise<string | undefined> {
    const { rows } = await this.pool.query<{ accountId: string }>({
      name: 'account_of_hold',
      text: 'select account_id as "accountId" from object_hold where id = $1',
      values: [holdId],
    });
    return rows[0]?.accountId;
  }

  /** How many more bytes the account may store; at least 0. A look, not a promise. */
  async left({ accountId, limitBytes }: StorageAccount): Promise<number> {
    return limitBytes === null ? Number.POSITIVE_INFINITY : Math.max(0, limitBytes - (await this.used(accountId)));
  }

  /**
   * Runs `append`, which makes a hold of `bytes` durable, if the account has room for it. Everyone who claims room of the account
   * waits for it, in all processes, so its limit holds exactly.
   * @throws DomainError STORAGE_LIMIT_EXCEEDED; whatever `append` fails with
   */
  async claim<Result>(account: StorageAccount, bytes: number, append: () => Promise<Result>): Promise<Result> {
    if (account.limitBytes === null) return append();
    // At most one connection of this process waits for each account.
    return this.#inTurn(account.accountId, () => this.#inLane(() => this.#claimLocked(account, bytes, append)));
  }

  async #inLane<Result>(work: () => Promise<Result>): Promise<Result> {
    while (this.#lanes === 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#lanes -= 1;
    try {
      return await work();
    } finally {
      this.#lanes += 1;
      this.#waiting.shift()?.();
    }
  }

  async #claimLocked<Result>(account: StorageAccount, bytes: number, append: () => Promise<Result>): Promise<Result> {
    const client = await this.pool.connect();
    let broken: Error | undefined;
    try {
      await client.query('select pg_advisory_lock($1, hashtext($2))', [lockClass, account.accountId]);
      try {
        const used = await usedBytes(client, account.accountId);
        if (used + bytes > (account.limitBytes ?? Number.POSITIVE_INFINITY)) throw storageExceeded(account, used);
        return await append();
      } finally {
        const unlock = client.query('select pg_advisory_unlock($1, hashtext($2))', [lockClass, account.accountId]);
        // What was appended is durable, however the lock is given back.
        await unlock.catch((error: unknown) => (broken = error as Error));
      }
    } catch (error) {
      // Closing the connection is what surely gives the lock back.
      if (!(error instanceof DomainError)) broken = error as Error;
      throw error;
    } finally {
      client.release(broken);
    }
  }

  async #inTurn<Result>(accountId: string, work: () => Promise<Result>): Promise<Result> {
    const before = this.#queues.get(accountId) ?? Promise.resolve();
    const turn = before.then(work, work);
    const settled = turn.catch(() => undefined);
    this.#queues.set(accountId, settled);
    void settled.then(() => {
      if (this.#queues.get(accountId) === settled) this.#queues.delete(accountId);
    });
    return turn;
  }
}

/** The refusal of bytes that an account has no room for. */
export function storageExceeded({ limitBytes }: StorageAccount, used: number): DomainError {
  const message = `Storage limit exceeded. Used: ${size(used)}, Limit: ${size(limitBytes ?? used)}`;
  return new DomainError('too-large', 'STORAGE_LIMIT_EXCEEDED', message);
}

const units = [
  [1024 ** 3, 'GB'],
  [1024 ** 2, 'MB'],
  [1024, 'KB'],
] as const;

/** In the largest unit of which there is one at least. */
function size(bytes: number): string {
  const [unit, name] = units.find(([each]) => bytes >= each) ?? [1, ' bytes'];
  return `${Number((bytes / unit).toFixed(2))}${name}`;
}

async function usedBytes(connection: Pool | PoolClient, accountId: string): Promise<number> {
  const { rows } = await connection.query<{ used: number }>({
    name: 'used_storage',
    text: 'select coalesce(sum(bytes), 0)::float8 as used from object_hold where account_id = $1',
    values: [accountId],
  });
  return rows[0]?.used ?? 0;
}
