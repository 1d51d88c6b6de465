import { majorOf, oldestVersion } from '#ledger/database/server-version.js';
import { fail, ok, warn, type Finding } from './finding.js';

/** Settings and counts of a PostgreSQL server. */
export interface ServerSettings {
  readonly version: number;
  readonly fsync: string;
  readonly synchronousCommit: string;
  readonly fullPageWrites: string;
  readonly maxConnections: number;
  /** Connections reserved for the superuser and other roles. */
  readonly reserved: number;
  /** All connections, and those of Sluice. */
  readonly connections: number;
  readonly ours: number;
}

/** Whether events are durable on this server, and a process can connect. `needed` is the number of connections of one process. */
export function judgeServer(settings: ServerSettings, needed: number): readonly Finding[] {
  return [version(settings), durability(settings), room(settings, needed)];
}

function version({ version: number }: ServerSettings): Finding {
  const [major, minor] = [majorOf(number), number % 10_000];
  if (number >= oldestVersion) return ok('database version', `PostgreSQL ${major}.${minor}`);
  return fail('database version', `PostgreSQL ${major} is too old`, `Use PostgreSQL ${majorOf(oldestVersion)} or newer.`);
}

function durability({ fsync, synchronousCommit, fullPageWrites }: ServerSettings): Finding {
  const check = 'durability';
  if (fsync === 'off') {
    return fail(
      check,
      'fsync is off: a crash of the machine can destroy the whole database',
      'Set fsync = on in postgresql.conf and reload.',
    );
  }
  if (fullPageWrites === 'off') {
    const advice = 'Set full_page_writes = on in postgresql.conf and reload, unless the file system cannot tear pages.';
    return warn(check, 'full_page_writes is off: a crash of the machine can tear pages of the database', advice);
  }
  if (synchronousCommit === 'off') {
    const advice = 'Set synchronous_commit = on for the server, the database or the role.';
    return fail(check, 'synchronous_commit is off: the last writes before a crash are lost although they were confirmed', advice);
  }
  return ok(check, `fsync, full_page_writes and synchronous_commit (${synchronousCommit}) keep confirmed writes`);
}

function room({ maxConnections, reserved, connections, ours }: ServerSettings, needed: number): Finding {
  const check = 'connections';
  const free = maxConnections - reserved - (connections - ours);
  const used = `${ours} by Sluice and ${connections - ours} by others, of ${maxConnections}`;
  if (free >= needed) return ok(check, `${used}; one process needs up to ${needed}`);
  const advice = 'Raise max_connections of the server, or lower SLUICE_DATABASE_POOL.';
  return fail(check, `${used}; one process needs up to ${needed}, and ${Math.max(0, free)} are free`, advice);
}
