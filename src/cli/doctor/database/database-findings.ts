import type { Pool } from 'pg';
import { commandName } from '#host/program/command-name.js';
import { hasSessions, poolerAdvice } from '#ledger/database/servers/require-sessions.js';
import { readStandbys } from '#ledger/vitals/standbys.js';
import { connectionsOf } from '#ledger/database/connect.js';
import { migrations } from '#ledger/database/migrations/index.js';
import { unknownMigrations } from '#ledger/database/newer-schema.js';
import { projectionStatus, type ProjectionStatus } from '#ledger/projections/projection-status.js';
import { intolerableSkewMs, notableSkewMs, skewMs } from '#ledger/vitals/clock-skew.js';
import { WriteProbe } from '#ledger/vitals/write-probe.js';
import type { Clock } from '#kernel/clock.js';
import { duration, thousands } from '../../text/progress-text.js';
import { composition } from '#app/composition.js';
import { fail, ok, warn, type Finding } from '../finding.js';
import { judgeServer, type ServerSettings } from '../server-settings.js';

const longMs = 30_000;

/** Checks of the database server, independent of its content. */
export async function serverFindings(pool: Pool, clock: Clock, poolSize: number): Promise<readonly Finding[]> {
  const { rows } = await pool.query<ServerSettings>(
    `select current_setting('server_version_num')::int as version, current_setting('fsync') as fsync,
       current_setting('synchronous_commit') as "synchronousCommit", current_setting('full_page_writes') as "fullPageWrites",
       current_setting('max_connections')::int as "maxConnections",
       current_setting('superuser_reserved_connections')::int + coalesce(current_setting('reserved_connections', true), '0')::int as reserved,
       (select sum(numbackends)::int from pg_stat_database) as connections,
       (select count(*)::int from pg_stat_activity where application_name like 'sluice%' and datname = current_database()) as ours`,
  );
  const [settings] = rows;
  const judged = settings === undefined ? [] : judgeServer(settings, connectionsOf(poolSize));
  return [...judged, await sessions(pool), await standbys(pool), await writes(pool), await skew(pool, clock), await longTransactions(pool)];
}

/** Checks of the schema and the projections. */
export async function contentFindings(pool: Pool): Promise<readonly Finding[]> {
  const schema = await schemaFinding(pool);
  if (schema.status !== 'ok') return [schema];
  return [schema, ...projectionFindings(await projectionStatus(pool, composition.projections))];
}

/** Leases and timers use the clock of the database, ids and events that of the process. */
async function skew(pool: Pool, clock: Clock): Promise<Finding> {
  const before = clock.now().getTime();
  const { rows } = await pool.query<{ at: Date }>('select clock_timestamp() as at');
  const after = clock.now().getTime();
  const ahead = skewMs({ before, at: rows[0]?.at.getTime() ?? after, after });
  const off = Math.abs(ahead);
  if (off <= notableSkewMs) return ok('clock', `differs from the database clock by at most ${duration(Math.max(off, after - before))}`);
  const advice = 'Synchronise the clocks of both machines with NTP.';
  return (off > intolerableSkewMs ? fail : warn)(
    'clock',
    `is ${duration(off)} ${ahead < 0 ? 'behind' : 'ahead of'} the database clock`,
    advice,
  );
}

async function sessions(pool: Pool): Promise<Finding> {
  if (await hasSessions(pool)) return ok('sessions', 'each connection has a separate session');
  return fail('sessions', 'a pooler gives sessions to several clients in turn: locks and notifications do not work', poolerAdvice);
}

async function standbys(pool: Pool): Promise<Finding> {
  const { synchronous, asynchronous, failover } = await readStandbys(pool);
  const check = 'standbys';
  if (failover === 'may lose what was answered') {
    const advice = `To keep everything, set synchronous_standby_names, for example to 'ANY 1 (*)', and synchronous_commit = on.`;
    return warn(check, `a failover may lose what was answered: ${asynchronous} asynchronous, none synchronous`, advice);
  }
  if (failover === 'unknown') return warn(check, 'the role of the server may not see how standbys follow', 'Grant it pg_monitor.');
  if (failover === 'no standby') return ok(check, 'none follows this server');
  return ok(check, `a failover keeps what was answered: ${synchronous} synchronous, ${asynchronous} asynchronous`);
}

/** Takes room on the disk of the database for a moment. */
async function writes(pool: Pool): Promise<Finding> {
  if (await new WriteProbe(pool).canWrite()) return ok('writes', 'the database can write');
  const advice = 'Free space on the disk of the database server, or connect to the primary server.';
  return fail('writes', 'the database cannot write: its disk is full, or it is a standby', advice);
}

async function longTransactions(pool: Pool): Promise<Finding> {
  const { rows } = await pool.query<{ pid: number; name: string; ms: number }>(
    `select pid, application_name as name, (extract(epoch from clock_timestamp() - xact_start) * 1000)::float8 as ms from pg_stat_activity
     where backend_xid is not null order by xact_start limit 1`,
  );
  const [oldest] = rows;
  if (oldest === undefined || oldest.ms < longMs) return ok('transactions', 'no transaction is open for long');
  const advice = `End it in its client, or with: select pg_terminate_backend(${oldest.pid})`;
  const message = `database process ${oldest.pid} (${oldest.name}) has had a transaction open for ${duration(oldest.ms)}: projections cannot read past it`;
  return warn('transactions', message, advice);
}

async function schemaFinding(pool: Pool): Promise<Finding> {
  const check = 'schema';
  const { rows: found } = await pool.query<{ there: boolean }>(`select to_regclass('migration') is not null as there`);
  if (found[0]?.there !== true)
    return warn(check, 'the database is empty', `The first start of the server creates the tables. ${commandName} migrate does the same.`);
  const query = async (sql: string, values: unknown[]) => (await pool.query<{ name: string }>(sql, values)).rows;
  const unknown = await unknownMigrations(query);
  if (unknown.length > 0)
    return fail(
      check,
      `was migrated by a newer release: ${unknown.length} migrations are unknown to this one`,
      'Run the release that migrated it, or a newer one.',
    );
  const done = new Set((await query('select name from migration', [])).map(({ name }) => name));
  const due = migrations.filter(({ name }) => !done.has(name)).length;
  if (due > 0)
    return warn(check, `${due} migrations are pending`, `The next start of the server runs them. ${commandName} migrate does the same.`);
  return ok(check, `all ${migrations.length} migrations have run`);
}

function projectionFindings(all: readonly ProjectionStatus[]): readonly Finding[] {
  const problems = all.flatMap((projection) => projectionFinding(projection) ?? []);
  return problems.length > 0 ? problems : [ok('projections', `all ${all.length} are up to date`)];
}

function projectionFinding({ name, version, liveVersion, deadLetters, lagMs, rebuild }: ProjectionStatus): Finding | undefined {
  const check = 'projections';
  if (deadLetters > 0) {
    const advice = `When the cause is fixed: ${commandName} projections retry ${name}`;
    return warn(check, `${name} has ${thousands(deadLetters)} dead letters: events that it could not apply`, advice);
  }
  if ((liveVersion ?? 0) < version) {
    const advice =
      rebuild === null
        ? `A running server rebuilds it. ${commandName} projections rebuild does the same.`
        : 'A rebuild is in progress: wait.';
    return warn(check, `${name} has the version of an earlier release`, advice);
  }
  if (lagMs <= longMs) return undefined;
  return warn(
    check,
    `${name} is ${duration(lagMs)} behind`,
    'A running server (SLUICE_ROLE all, worker or follower) catches up. If it does not, its log states the cause.',
  );
}
