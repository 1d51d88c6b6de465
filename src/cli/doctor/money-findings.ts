import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import { commandName } from '#host/program/command-name.js';
import type { EventStore } from '#ledger/events/event-store.js';
import { verifyStream } from '#ledger/events/digest/verify-streams.js';
import { executionStream, type ExecutionEvent } from '#engine/execution.events.js';
import { spendingOf } from '#engine/trace/run-spending.js';
import { counted } from '../remote/counted.js';
import { fail, ok, type Finding } from './finding.js';

/** The runs of the newest calls of models, and the newest runs of all. */
const mostCalls = 300;
const mostRuns = 20;
const mostNamed = 20;
const pageSize = 100;
/** The ledger and the log follow the events: a difference counts if it is still there after this time. */
const followMs = 2000;

const adviceOnChanged = `Compare the run with a backup. ${commandName} audit verify --runs names all that were changed.`;

interface Booked {
  readonly id: string;
  /** Nano-dollars, by the log and by the ledger. */
  readonly logged: number;
  readonly charged: number;
}

/** Both parts read the end of an index. */
const sampleQuery = `select l.id from execution_log l where l.ended_at is not null and l.id in (
    (select execution_id from usage_call order by execution_id desc, position desc limit ${mostCalls})
    union (select id from execution_log order by id desc limit ${mostRuns}))`;

const bookedQuery = `select l.id, round(l.cost * 1e9)::float8 as logged,
    (coalesce((select round(e.cost_usd * 1e9) from usage_entry e where e.execution_id = l.id), 0)
      + coalesce((select sum(c.cost_nano_usd) from usage_call c where c.execution_id = l.id), 0))::float8 as charged
  from execution_log l where l.id = any($1::uuid[])`;

/** Whether the events, the log and the ledger agree on the cost of a sample of runs, to the nano-dollar. */
export async function moneyFindings(pool: Pool, store: EventStore): Promise<readonly Finding[]> {
  const check = 'money';
  const { rows } = await pool.query<{ id: string }>(sampleQuery);
  const spent = new Map<string, number>();
  const unreadable: Finding[] = [];
  for (const { id } of rows) {
    try {
      spent.set(id, Math.round((await spentBy(store, id)) * 1e9));
    } catch (error) {
      const verdict = await verifyStream(pool, id);
      if (verdict.status !== 'changed') throw error;
      unreadable.push(fail(check, `run ${id} was changed and cannot be read: ${verdict.reason}`, adviceOnChanged));
    }
  }
  let different = await differences(pool, spent);
  if (different.length > 0) {
    await pause(followMs);
    different = await differences(pool, new Map([...spent].filter(([id]) => different.some((booked) => booked.id === id))));
  }
  if (different.length === 0)
    return [...unreadable.slice(0, mostNamed), ok(check, `events, ledger and log agree on the cost of ${counted(spent.size, 'run')}`)];
  const advice = `${commandName} projections rebuild usage-ledger, and execution-log, derive both from the events again.`;
  const named = different.map(({ id, logged, charged }) => {
    const figures = `the events cost ${dollars(spent.get(id) ?? 0)}, the log says ${dollars(logged)}, the ledger ${dollars(charged)}`;
    return fail(check, `run ${id}: ${figures}`, advice);
  });
  return [...unreadable, ...named].slice(0, mostNamed);
}

async function differences(pool: Pool, spent: ReadonlyMap<string, number>): Promise<readonly Booked[]> {
  const { rows } = await pool.query<Booked>(bookedQuery, [[...spent.keys()]]);
  return rows.filter(({ id, logged, charged }) => logged !== spent.get(id) || charged !== spent.get(id));
}

async function spentBy(store: EventStore, executionId: string): Promise<number> {
  const events: ExecutionEvent[] = [];
  for (let position = 0, page: readonly (ExecutionEvent & { readonly position: number })[] | undefined; page?.length !== 0;) {
    page = await store.read(executionStream, executionId, position, pageSize);
    events.push(...page.filter(({ type }) => type === 'execution.started' || type === 'execution.model-answered'));
    position = page.at(-1)?.position ?? position;
  }
  return spendingOf(events).costUsd;
}

function dollars(nanoUsd: number): string {
  return `$${(nanoUsd / 1e9).toFixed(9)}`;
}
