import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Pool, type PoolClient, type QueryResult } from 'pg';
import { DomainError } from '#kernel/errors.js';
import { isId } from '#kernel/ids.js';
import { versionSql, type TablePlace } from './tables.js';

/** Somebody else was faster, and the same again will see what they did. */
export class RowRace extends Error {
  override name = 'RowRace';
}

const tries = 20;
const waitMs = 25;
const mostAlone = 3;
const deadlock = '40P01';
const lockTimeout = '55P03';

/**
 * Who may be at a table at the same time: any number of those who write rows, or one who changes its schema. Writers
 * are turned away while a schema is being changed, after a moment, and hold no connection while they wait.
 */
@Injectable()
export class TableGate {
  #alone = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(private readonly pool: Pool) {}

  /**
   * One transaction on the rows of a table, whose version stays what it is until the end; null if the table is not there. All of it
   * is done again after a deadlock or a RowRace. @throws DomainError unavailable
   */
  async write<T>(place: TablePlace, work: (client: PoolClient, version: number | null) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const done = await this.#transaction(place, work);
        if (done !== turnedAway) return done;
        if (attempt >= tries) throw busy();
        await pause(waitMs);
      } catch (error) {
        const isRace = error instanceof RowRace || (error as { code?: unknown }).code === deadlock;
        if (!isRace || attempt >= tries) throw error;
      }
    }
  }

  /** While this runs nobody else changes the schema or writes rows. The client is in no transaction. @throws DomainError unavailable */
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
      throw (error as { code?: unknown }).code === lockTimeout ? busy() : error;
    } finally {
      const isOpen = await client.query('select pg_advisory_unlock_all()').then(
        () => true,
        () => false,
      );
      // A connection that keeps a lock must not be used for anything else.
      client.release(!isOpen || (failure !== undefined && !(failure instanceof DomainError)));
      this.#next();
    }
  }

  /** Few at a time: they keep a connection while they wait for the table, and whoever has it needs another one. */
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

/** Begins, locks and then looks, in this order and in one message: several statements take no parameters, and ids need none. */
async function enter(client: PoolClient, { tableId, workspaceId }: TablePlace): Promise<Entry> {
  if (!isId(tableId) || !isId(workspaceId)) throw new Error('Only ids become part of a statement');
  const lock = `select pg_try_advisory_xact_lock_shared(hashtextextended('${tableId}', 7)) as "isIn"`;
  const look = `select ${versionSql(`'${tableId}'`, `'${workspaceId}'`)} as version`;
  const results = (await client.query(`begin; ${lock}; ${look}`)) as unknown as readonly QueryResult<Partial<Entry>>[];
  const [, locked, seen] = results.map(({ rows }) => rows[0]);
  return { isIn: locked?.isIn === true, version: seen?.version ?? null };
}

function busy(): DomainError {
  const message = 'The columns of this table are being changed. Please retry shortly.';
  return new DomainError('unavailable', 'UNAVAILABLE', message, { retryAfterSeconds: 1 });
}
