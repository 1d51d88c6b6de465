import type { ClientBase } from 'pg';
import { isOneOf, sqlStateClass } from '#ledger/database/faults/sqlstate.js';

/** What a server says about itself in a session. It is true as long as the session lasts, but for a standby that is promoted. */
export interface SessionFacts {
  /** Whether it is in recovery: it takes no writes, and its locks mean nothing to others. */
  readonly isStandby: boolean;
  /** The same for a server and its physical copies; undefined where the server does not tell. */
  readonly system: string | undefined;
  /** Each promotion begins the next one; undefined for a standby, and where the server does not tell. */
  readonly timeline: number | undefined;
  /** When it was started, in seconds since the epoch. It differs for a server that was started again, and for copies behind one address. */
  readonly startedAt: number;
  /** The number of the process of this session at the server, which a pooler between them does not tell. */
  readonly session: number;
}

interface Row {
  readonly standby: boolean;
  readonly system: string | null;
  readonly timeline: number | null;
  readonly started: number;
  readonly session: number;
}

const sessionColumns = 'extract(epoch from pg_postmaster_start_time())::float8 as started, pg_backend_pid() as session';
// The file of control names the timeline of the last checkpoint, which follows a promotion only after a while.
const full = `select s.standby, (select system_identifier::text from pg_control_system()) as system,
  case when not s.standby then ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int end as timeline,
  ${sessionColumns}
  from (select pg_is_in_recovery() as standby) s`;
const least = `select pg_is_in_recovery() as standby, null as system, null as timeline, ${sessionColumns}`;

const passing = [sqlStateClass.connectionException, sqlStateClass.insufficientResources, sqlStateClass.serverUnavailable];

/** Asks the server of an open session. */
export async function sessionFacts(client: ClientBase): Promise<SessionFacts> {
  const { rows } = await client.query<Row>(full).catch((error: unknown) => {
    if (isOneOf(error, passing)) throw error;
    // Some hosted servers do not say who they are.
    return client.query<Row>(least);
  });
  const [row] = rows;
  const { system, timeline, started = 0, session = 0 } = row ?? {};
  return { isStandby: row?.standby ?? false, system: system ?? undefined, timeline: timeline ?? undefined, startedAt: started, session };
}
