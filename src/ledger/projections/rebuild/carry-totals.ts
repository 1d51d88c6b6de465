import type { ClientBase } from 'pg';
import { writesOf, writesStatement, type DecodeEvent } from '../apply-events.js';
import { isAtOrAfter, readFeed, type FeedPosition } from '../event-feed.js';
import type { Projection } from '#ledger/rows/projection.js';
import { shadowOf } from './shadow-tables.js';

interface Seen {
  readonly decode: DecodeEvent;
  /** The place up to which the shadows have seen the events. */
  readonly reached: FeedPosition;
}

/**
 * The totals of deleted runs exist only in the live table. Every month of which runs were deleted is copied from it, and every month up
 * to the last day on which one of them began: a run that is queued in one month may be charged in the next. Called within the
 * transaction that switches the tables, while the live tables are locked against other writers.
 */
export async function carryTotals(client: ClientBase, projection: Projection, seen: Seen): Promise<void> {
  const { totals = [] } = projection;
  if (totals.length === 0 || (await client.query('select 1 from retention_month limit 1')).rowCount === 0) return;
  await bringUp(client, projection, seen);
  for (const { table, date } of totals) {
    const monthOf = (column: string): string => `date_trunc('month', ${column}::timestamp)`;
    const isOfGone = `${monthOf(`"${date}"`)} in (select ${monthOf(`l."${date}"`)} from "${table}" l
      where exists (select 1 from retention_month r where l."${date}" >= r.month and ${monthOf(`l."${date}"`)} <= r.affects_until))`;
    await client.query(`delete from "${shadowOf(table)}" where ${isOfGone}`);
    await client.query(`insert into "${shadowOf(table)}" select * from "${table}" where ${isOfGone}`);
  }
}

/** Applies to the live totals what the shadows have seen and they have not: the present month may be one of the copied ones. */
async function bringUp(client: ClientBase, projection: Projection, { decode, reached }: Seen): Promise<void> {
  const { name, handlers, totals = [] } = projection;
  const { rows: places } = await client.query<FeedPosition>('select tx, pos from projection_checkpoint where name = $1', [name]);
  let [place] = places;
  while (place !== undefined) {
    const rows = await readFeed(client, { after: place, types: [...handlers.keys()], limit: 1000, horizon: 'settled' });
    const news = rows.filter((row) => isAtOrAfter(reached, row));
    const writes = (await writesOf(projection, news, decode, new Date())).filter(({ model }) =>
      totals.some(({ table }) => table === model.table),
    );
    const { text, values } = writesStatement([{ writes }]);
    await client.query(text, [...values]);
    place = news.at(-1);
  }
}
