import type { ClientBase } from 'pg';
import { nilId } from '#kernel/ids.js';
import { streamTime } from '#ledger/events/payload/payload-codec.js';
import { isHeld, type Expired, type Finding, type Month } from './month-sweep.js';

type Period = Pick<Month, 'month' | 'end'>;
type Swept = Pick<Finding, 'leftovers' | 'until'>;

/** Whether a month needs a sweep: further workspaces have expired, or runs that stayed behind may go now. */
export async function needsSweep(client: ClientBase, { month, end, facts }: Month, expired: Expired): Promise<boolean> {
  const { rows } = await client.query<{ workspaces: string[]; leftovers: string[] }>(
    'select workspaces, leftovers from retention_month where month = $1',
    [month],
  );
  const [{ workspaces, leftovers } = { workspaces: [], leftovers: [] }] = rows;
  const known = new Set(workspaces);
  const candidates = named(expired).filter((id) => streamTime(id) < end);
  if (candidates.some((id) => !known.has(id))) return true;
  const { rowCount } = await client.query(
    `select 1 from unnest($1::uuid[]) as left_behind (id) where not ${facts.runs.isOpenSql('left_behind.id')}
     and not ${isHeld(facts, 'left_behind.id')} limit 1`,
    [leftovers],
  );
  return rowCount !== 0;
}

/** Notes a sweep: the expired workspaces, the runs that stayed behind, and the last day on which a deleted run has begun. */
export async function noteSwept(client: ClientBase, { month, end }: Period, expired: Expired, { leftovers, until }: Swept): Promise<void> {
  await client.query(
    `insert into retention_month as m (month, workspaces, leftovers, affects_until, swept_at) values ($1, $2, $3, greatest($4::date, $5::date - 1), now())
     on conflict (month) do update set workspaces = excluded.workspaces, leftovers = excluded.leftovers, swept_at = excluded.swept_at,
       affects_until = greatest(m.affects_until, excluded.affects_until)`,
    [month, named(expired), leftovers, until, end.toISOString().slice(0, 10)],
  );
}

/** Runs without a known workspace are noted under the nil id. */
function named({ workspaceIds, others: withOthers }: Expired): readonly string[] {
  return withOthers ? [...workspaceIds, nilId] : workspaceIds;
}
