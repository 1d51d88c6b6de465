import type { AnyEventDefinition } from '#kernel/event.js';
import type { Table } from '#ledger/rows/kept.js';

/**
 * How one kind of stream of runs begins and ends. A stream that begins in another way ends with its run: the payload of its first event names
 * the run as `executionId`.
 */
export interface RunLife {
  readonly begins: AnyEventDefinition;
  readonly ends: readonly AnyEventDefinition[];
  /** Where the payload of `begins` names the run, beside `executionId`. */
  readonly namesRunAt?: readonly string[];
}

const list = (definitions: readonly AnyEventDefinition[]): string => definitions.map(({ type }) => `'${type}'`).join(', ');

/** What modules declare about runs, as far as the storage of months needs it. */
export class RunFacts {
  constructor(
    private readonly lives: readonly RunLife[],
    tables: readonly Table[],
    /** Tables in which followers of the events keep their places (columns `tx` and `pos`), beside projections. */
    readonly places: readonly Table[],
  ) {
    this.rows = tables.flatMap(({ table, kept }) => (kept.kind === 'with-run' ? [{ table, column: kept.column }] : []));
  }

  /** The rows that are deleted together with the run that their column names. */
  readonly rows: readonly { readonly table: string; readonly column: string }[];

  get closingTypes(): readonly string[] {
    return this.lives.flatMap(({ ends }) => ends.map(({ type }) => type));
  }

  /** A condition in SQL: the stream of this id has begun as a run or a job and has not ended. */
  isOpenSql(id: string): string {
    return `(exists (select 1 from run_event o where o.stream_id = ${id} and o.version = 1 and o.type in (${list(this.lives.map(({ begins }) => begins))}))
      and not exists (select 1 from run_event c where c.stream_id = ${id} and c.type in (${list(this.lives.flatMap(({ ends }) => ends))})))`;
  }

  /** SQL: the ids of the runs that the first event of a stream names, one expression for each place in its payload. */
  namedRunsSql(event: string): string {
    const elsewhere = this.lives.flatMap(({ begins, namesRunAt }) =>
      namesRunAt === undefined ? [] : [`(case ${event}.type when '${begins.type}' then ${event}.data#>>'{${namesRunAt.join(',')}}' end)`],
    );
    return [`(${event}.data->>'executionId')`, ...elsewhere].join(', ');
  }

  /** SQL: the places of everything that follows the events. `views` is a parameter with the names of the projections. */
  placesSql(views: string): string {
    const own = this.places.map(({ table }) => ` union all select tx::xid8, pos::bigint from ${table}`);
    return `select tx, pos from projection_checkpoint where name = any(${views})${own.join('')}`;
  }
}
