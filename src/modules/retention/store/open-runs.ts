import { closingTypes, openingTypes } from '../domain/run-lives.js';

const list = (types: readonly string[]): string => types.map((type) => `'${type}'`).join(', ');

/** A condition in SQL: the stream of this id has begun as a run or a job and has not ended. */
export function isOpenSql(id: string): string {
  return `(exists (select 1 from run_event o where o.stream_id = ${id} and o.version = 1 and o.type in (${list(openingTypes)}))
    and not exists (select 1 from run_event c where c.stream_id = ${id} and c.type in (${list(closingTypes)})))`;
}
