import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { Clock } from '#kernel/clock.js';
import { Ids } from '#kernel/ids.js';
import { PlanCatalogue } from '#kernel/plan/plan.js';
import { authorOf, planNameOf, requireAccess, type RowAuthor, type TableAccess } from '../table-access.js';
import { TableGate } from '../table-gate.js';
import { Tables, type TableSchema } from '../tables.js';

/** A transaction on the rows of one table. The columns cannot change until it ends. */
export interface RowSession {
  readonly client: PoolClient;
  readonly table: TableSchema;
  readonly author: RowAuthor;
  readonly at: string;
  /** The maximum number of rows; null without a limit. */
  readonly mostRows: number | null;
  readonly nextId: () => string;
}

/** Opens transactions on rows after checking access. */
@Injectable()
export class RowSessions {
  constructor(
    private readonly gate: TableGate,
    private readonly tables: Tables,
    private readonly plans: PlanCatalogue,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /**
   * The writes of `work` are durable when this resolves, and rolled back when it rejects. Work with a known `effectKey` is not repeated:
   * the stored result is returned.
   * @throws DomainError forbidden, not-found, unavailable, and errors of the work
   */
  async write<T extends object>(access: TableAccess, work: (session: RowSession) => Promise<T>, effectKey?: string): Promise<T> {
    requireAccess(access, 'write');
    // Access is checked before any lock, so that a caller without access cannot block a table.
    await this.tables.recall(access);
    return this.gate.write(access, async (client, version) => {
      const session: RowSession = {
        client,
        table: await this.tables.inForce(access, version, client),
        author: authorOf(access),
        at: this.clock.iso(),
        mostRows: this.plans.of(planNameOf(access)).rowsPerTable,
        nextId: () => this.ids.next(),
      };
      return effectKey === undefined ? work(session) : once(session, effectKey, work);
    });
  }
}

async function once<T extends object>(session: RowSession, effectKey: string, work: (session: RowSession) => Promise<T>): Promise<T> {
  const { client, table, at } = session;
  const claim = 'insert into table_effect (key, table_id, at) values ($1, $2, $3) on conflict do nothing';
  const { rowCount } = await client.query(claim, [effectKey, table.id, at]);
  if (rowCount === 0) {
    const { rows } = await client.query<{ result: T }>('select result from table_effect where key = $1', [effectKey]);
    if (rows[0] !== undefined) return rows[0].result;
  }
  const result = await work(session);
  await client.query('update table_effect set result = $2 where key = $1', [effectKey, JSON.stringify(result)]);
  return result;
}
