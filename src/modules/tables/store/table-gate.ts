import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Pool, type PoolClient, type QueryResult } from 'pg';
import { DomainError, InfrastructureFault } from '#kernel/errors.js';
import { isId } from '#kernel/ids.js';
import { Activity } from '#ledger/signals/activity.js';
import { hasState, sqlState } from '#ledger/database/faults/sqlstate.js';
import { versionSql, type TablePlace } from './tables.js';

/** A concurrent transaction interfered. A retry sees its result. */
export class RowRace extends Error {
  override name = 'RowRace';
}

const tries = 20;
const waitMs = 25;
const mostAlone = 3;

/**
 * Coordinates access to a table: any number of transactions may write rows, or one may change the schema. Writers wait without a
 * connection while a schema is being changed, and fail after half a second.
 */
@Injectable()
export class TableGate {
  #alone = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(
    private readonly pool: Pool,
    private readonly activity: Activity,
  ) {}

  /**
   * Runs one transaction on the rows of a table, whose version cannot change until it ends; null if the table does not exist. The
   * transaction is retried after a deadlock or a RowRace. @throws InfrastructureFault
   */
  async write<T>(place: TablePlace, work: (client: PoolClient, version: number | null) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const done = await this.#transaction(place, work);
        if (done !== turnedAway) {
          // A trigger may wait for the change of a row, which is no event.
          this.activity.note();
          return done;
        }
        if (attempt >= tries) throw busy();
        await pause(waitMs);
      } catch (error) {
        const isRace = error instanceof RowRace || hasState(error, sqlState.deadlock);
        if (!isRace || attempt >= tries) throw error;
      }
    }
  }

  /** Excludes other schema changes and writers of rows. The client is in no transaction. @throws InfrastructureFault */
  async alone<T>(name: string, work: (client: PoolClient) => Promise<T>): Promise<T> {
    await this.#turn();
    const client = await this.pool.connect().catch((error: unknown) => {
      this.#next();
      throw error;
    });
    let failure: unknown;
    try {
      await client.query('select pg_advisory_lock(hashtextextended($1, 7))', [name]);
      return await work(client);
    } catch (error) {
      failure = error;
      throw hasState(error, sqlState.lockNotAvailable) ? busy() : error;
    } finally {
      const isOpen = await client.query('select pg_advisory_unlock_all()').then(
        () => true,
        () => false,
      );
      // A connection that may still hold the lock must not be reused.
      client.release(!isOpen || (failure !== undefined && !(failure instanceof DomainError)));
      this.#next();
    }
  }

  /** Limits concurrent schema changes. Each waits with one connection, and the current one needs another. */
  async #turn(): Promise<void> {
    if (this.#alone >= mostAlone) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#alone += 1;
  }

  #next(): void {
    const waiting = this.#waiting.shift();
    if (waiting === undefined) this.#alone -= 1;
    else waiting();
  }

  async #transaction<T>(
    place: TablePlace,
    work: (client: PoolClient, version: number | null) => Promise<T>,
  ): Promise<T | typeof turnedAway> {
    const client = await this.pool.connect();
    let isBroken = false;
    try {
      const { isIn, version } = await enter(client, place);
      const result = isIn ? await work(client, version) : turnedAway;
      await client.query('commit');
      return result;
    } catch (error) {
      await client.query('rollback').catch(() => (isBroken = true));
      throw error;
    } finally {
      client.release(isBroken);
    }
  }
}

const turnedAway = Symbol('turned away');

interface Entry {
  readonly isIn: boolean;
  readonly version: number | null;
}

/**
 * Begins, locks and reads the version, in this order and in one message. A message with several statements has no parameters; ids are
 * safe to inline.
 */
async function enter(client: PoolClient, { tableId, workspaceId }: TablePlace): Promise<Entry> {
  if (!isId(tableId) || !isId(workspaceId)) throw new Error('Only ids become part of a statement');
  const lock = `select pg_try_advisory_xact_lock_shared(hashtextextended('${tableId}', 7)) as "isIn"`;
  const look = `select ${versionSql(`'${tableId}'`, `'${workspaceId}'`)} as version`;
  const results = (await client.query(`begin; ${lock}; ${look}`)) as unknown as readonly QueryResult<Partial<Entry>>[];
  const [, locked, seen] = results.map(({ rows }) => rows[0]);
  return { isIn: locked?.isIn === true, version: seen?.version ?? null };
}

function busy(): InfrastructureFault {
  return new InfrastructureFault('The columns of this table are being changed. Retry shortly.');
}
