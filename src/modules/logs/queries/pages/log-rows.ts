import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { QueryConfig, QueryResultRow } from 'pg';
import { isoTimes } from '#ledger/database/iso-times.js';
import { ReadReplicas, viewOf } from '#ledger/projections/replicas/read-replicas.js';
import { SearchPool } from '#ledger/database/connect.js';
import { ProjectionHost } from '#ledger/projections/projection-host.js';
import { executionLogTable } from '../../projections/execution-log.entity.js';
import { executionLog } from '../../projections/execution-log.projection.js';
import type { Statement } from './log-statement.js';

const patienceMs = 1000;
const view = viewOf(executionLog);

/** Characters of all statements whose plans a connection keeps. With thirteen months, a character takes about 1.4 kB of plan: 40 MB in all. */
const roomForPlans = 30_000;

@Injectable()
export class LogRows {
  readonly #names = new Map<string, string>();
  #room = roomForPlans;

  constructor(
    private readonly pool: SearchPool,
    private readonly projections: ProjectionHost,
    private readonly reads: ReadReplicas,
  ) {}

  /** Waits up to a second until the log contains what the caller has just run. @returns whether it does */
  async catchUp(): Promise<boolean> {
    const place = await this.projections.reach(executionLog.name, patienceMs);
    if (place !== undefined) this.reads.require(view, place);
    return place !== undefined;
  }

  /** The tables of the months of the log. */
  async tables(): Promise<readonly string[]> {
    const rows = await this.query<{ name: string }>({
      text: 'select c.relname as name from pg_inherits join pg_class c on c.oid = inhrelid where inhparent = $1::regclass',
      values: [executionLogTable.table],
    });
    return rows.map(({ name }) => name).toSorted();
  }

  /** Returns times as ISO 8601 texts. */
  async query<Row extends QueryResultRow>(statement: Statement): Promise<readonly Row[]> {
    return (await this.pool.query<Row>(this.#prepared(statement))).rows;
  }

  /** The same, at a replica if there is one that has what `catchUp` has waited for. For lists, entries and figures that people look at. */
  async read<Row extends QueryResultRow>(statement: Statement): Promise<readonly Row[]> {
    return this.reads.query<Row>(view, 'search', this.#prepared(statement));
  }

  #prepared({ text, values }: Statement): QueryConfig {
    const name = this.#nameOf(text);
    return { text, values: [...values], types: isoTimes, ...(name === undefined ? {} : { name }) };
  }

  /** Planning a statement over all months takes longer than executing it, so connections keep plans within a limit. */
  #nameOf(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined || text.length > this.#room) return known;
    this.#room -= text.length;
    const name = `log_${createHash('md5').update(text).digest('hex')}`;
    this.#names.set(text, name);
    return name;
  }
}
