/** What to do about a check that is not in order, with the command or the query that shows more. */
export interface Advice {
  readonly text: string;
  readonly command?: string;
}

interface Named {
  readonly name: string;
  readonly advice: Advice;
}

const checks: Readonly<Record<string, Named>> = {
  database: {
    name: 'Database',
    advice: { text: 'The database does not answer. Restore it: work waits until then.', command: 'sluice doctor' },
  },
  appends: {
    name: 'Writes of events',
    advice: { text: 'The database takes no writes, or takes them slowly. Free space on its disk.', command: 'sluice doctor' },
  },
  requests: {
    name: 'Requests',
    advice: { text: 'The process refuses further requests. Start another one with the role api, or find the sender of the requests.' },
  },
  disks: { name: 'Disks', advice: { text: 'Free space on the disk, or keep files in a bucket.' } },
  limits: {
    name: 'Limits shared by processes',
    advice: { text: 'The database is slow, so each process counts limits by itself. Relieve the database.' },
  },
  signals: {
    name: 'Signals between processes',
    advice: { text: 'The signals server does not answer, so PostgreSQL carries signals. Start it, or correct SLUICE_SIGNALS_URL.' },
  },
  migrations: {
    name: 'Migrations',
    advice: { text: 'The schema is that of an earlier release. Migrate it.', command: 'sluice upgrade' },
  },
  clock: {
    name: 'Clock',
    advice: { text: 'The clocks of this process and of the database differ. Synchronise both with NTP.', command: 'sluice doctor' },
  },
  queue: {
    name: 'Queue',
    advice: { text: 'Work that is due waits for a process. Start one with the role worker or all.' },
  },
  replicas: {
    name: 'Replicas for reads',
    advice: {
      text: 'A replica does not answer or was promoted, and the primary answers its reads. Restore it, or correct DATABASE_READ_URL.',
    },
  },
  standbys: {
    name: 'Standbys',
    advice: {
      text: 'A failover may lose what was answered while no commit waits for a standby. Set synchronous_standby_names at the primary.',
      command: 'sluice doctor',
    },
  },
  horizon: {
    name: 'Order of events',
    advice: {
      text: 'A transaction is open for long, and no projection gets past it. End it in its client, or by its process id.',
      command: 'select pid, xact_start, query from pg_stat_activity order by xact_start;',
    },
  },
  projections: {
    name: 'Projections',
    advice: {
      text: 'Lists show an old state. Wait for a rebuild, or start a process that follows events. Dead letters are retried after the upgrade that mends them.',
      command: 'sluice projections status',
    },
  },
  schedules: {
    name: 'Schedules',
    advice: { text: 'Schedules start late. Start a process with the role worker or all.' },
  },
  audit: {
    name: 'Audit log',
    advice: { text: 'The audit log is behind, or its signing key is missing.', command: 'sluice doctor' },
  },
};

export function checkName(check: string): string {
  return checks[check]?.name ?? check;
}

/** A check of a newer server is not known here. */
export function checkAdvice(check: string): Advice {
  return checks[check]?.advice ?? { text: 'See the log of the server.', command: 'sluice doctor' };
}
