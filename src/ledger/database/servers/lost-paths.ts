import { askServer } from './ask-server.js';
import type { ServerClient, Servers } from './server-client.js';

/** A server that has just answered says that the session is idle, and the answer is still under way. */
const answerMs = 5_000;

/**
 * The server waits for the next statement of these sessions, or has none such: what was asked, or its answer, is lost. Their locks are released,
 * and what is still under way is not carried out after it was repeated.
 */
const lostSessions = `select asked.pid, case
    when a.pid is null then true
    when a.state = 'idle' and a.state_change < clock_timestamp() - interval '${answerMs} ms' then pg_terminate_backend(a.pid)
    else false end as lost
  from unnest($1::int[]) asked (pid) left join pg_stat_activity a on a.pid = asked.pid`;

/**
 * Ends connections whose network path is lost without a word, as by a firewall that has started again: the server is well, and does not work on
 * what was asked. A statement that works for long is waited for.
 */
export async function endLostPaths(servers: Servers, silent: readonly ServerClient[]): Promise<void> {
  for (const [place, clients] of Map.groupBy(silent, (client) => client.place)) {
    if (place === undefined) continue;
    await askServer(servers, place, async (asking) => {
      // Another server at the same address has other sessions.
      const same = clients.filter(({ facts, isSilent }) => isSilent && facts?.startedAt === asking.facts?.startedAt);
      const { rows } = await asking.query<{ pid: number; lost: boolean }>(lostSessions, [same.map(({ facts }) => facts?.session)]);
      const lost = new Set(rows.filter((row) => row.lost).map(({ pid }) => pid));
      for (const client of same) if (lost.has(client.facts?.session ?? 0)) client.abandon();
    }).catch(() => undefined);
  }
}
