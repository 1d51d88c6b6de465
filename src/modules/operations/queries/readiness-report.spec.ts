import { describe, expect, it } from '@jest/globals';
import type { Vitals } from '#ledger/vitals/vital-signs.js';
import { readinessReport, type Findings, type ReadinessReport } from './readiness-report.js';

const healthy: Vitals = {
  databaseLatencyMs: 0.44,
  canWrite: true,
  pendingMigrations: 0,
  clockSkewMs: 0.4,
  horizonAgeMs: 3.2,
  queue: { waiting: 2, running: 1, oldestDueMs: 40 },
  standbys: { synchronous: 0, asynchronous: 1, failover: 'may lose what was answered' },
  projections: [
    {
      name: 'execution-log',
      version: 1,
      mode: 'async',
      liveVersion: 1,
      events: 9,
      deadLetters: 0,
      lagMs: 12.4,
      lagEvents: 3,
      rebuild: null,
    },
  ],
};

function report(vitals: Partial<Vitals> = {}, findings: Partial<Findings> = {}): ReadinessReport {
  return readinessReport({
    vitals: { ...healthy, ...vitals },
    audit: { events: 2, ms: 7.6, isKeyMissing: false },
    backlog: { dueSchedules: 1, lateMs: 3.2, held: 5, failingPolls: 0 },
    isKeyForeign: false,
    isDraining: false,
    waitingAppends: 0,
    failedAppendMsAgo: undefined,
    gate: 'open',
    disks: [{ folder: 'database', freeBytes: 10_000_000_000 }],
    isLimiterDegraded: false,
    signalsServer: 'none',
    replicas: [],
    ...findings,
  });
}

const view = (changes: Partial<Vitals['projections'][number]>): Partial<Vitals> => ({
  projections: healthy.projections.map((projection) => ({ ...projection, ...changes })),
});

describe('readiness', () => {
  it('is reported when everything works, with the facts', () => {
    expect(report()).toEqual({
      status: 'ready',
      draining: false,
      checks: {
        database: { status: 'ok', latencyMs: 0.4 },
        appends: { status: 'ok', waiting: 0 },
        requests: { status: 'ok' },
        disks: { status: 'ok', folders: [{ folder: 'database', freeBytes: 10_000_000_000 }] },
        limits: { status: 'ok', kept: 'together' },
        encryptionKey: { status: 'ok' },
        signals: { status: 'ok', carrier: 'postgres' },
        migrations: { status: 'ok', pending: 0 },
        clock: { status: 'ok', skewMs: 0 },
        standbys: { status: 'ok', synchronous: 0, asynchronous: 1, failover: 'may lose what was answered' },
        queue: { status: 'ok', waiting: 2, running: 1, oldestDueMs: 40 },
        horizon: { status: 'ok', ageMs: 3 },
        projections: { status: 'ok', views: [{ name: 'execution-log', lagMs: 12, lagEvents: 3, deadLetters: 0 }] },
        schedules: { status: 'ok', due: 1, lateMs: 3 },
        audit: { status: 'ok', lagMs: 8, lagEvents: 2, signingKey: 'present' },
      },
    });
  });

  it('ends when the process stops, even in good health', () => {
    expect(report({}, { isDraining: true })).toMatchObject({
      status: 'unavailable',
      draining: true,
      checks: { database: { status: 'ok' } },
    });
  });

  it('is not given while the database has another encryption key', () => {
    const { status, checks } = report({}, { isKeyForeign: true });
    expect([status, checks.encryptionKey]).toEqual(['unavailable', { status: 'failing' }]);
  });

  it('is not given without an answer of the database, and then tells nothing that only the database knows', () => {
    const { status, checks } = report({}, { vitals: undefined, audit: undefined, backlog: undefined, isKeyForeign: undefined });
    expect(status).toBe('unavailable');
    expect(checks).toEqual({
      database: { status: 'failing', latencyMs: null },
      appends: { status: 'ok', waiting: 0 },
      requests: { status: 'ok' },
      disks: { status: 'ok', folders: [{ folder: 'database', freeBytes: 10_000_000_000 }] },
      limits: { status: 'ok', kept: 'together' },
      signals: { status: 'ok', carrier: 'postgres' },
    });
  });

  it('is not given while migrations are missing', () => {
    expect(report({ pendingMigrations: 1 })).toMatchObject({
      status: 'unavailable',
      checks: { migrations: { status: 'failing', pending: 1 } },
    });
  });

  it.each<[string, Partial<Vitals>, Partial<Findings>, keyof ReadinessReport['checks']]>([
    ['an append has failed', {}, { failedAppendMsAgo: 4_900 }, 'appends'],
    ['the database cannot write', { canWrite: false }, {}, 'appends'],
    ['the process admits no further request, and none ends', {}, { gate: 'stuck' }, 'requests'],
  ])('is not given while %s', (_, vitals, findings, check) => {
    expect(report(vitals, findings)).toMatchObject({ status: 'unavailable', checks: { [check]: { status: 'failing' } } });
  });

  it('shows a replica that is behind for a moment, which is in order', () => {
    expect(report({}, { replicas: [{ state: 'behind' }] })).toMatchObject({
      status: 'ready',
      checks: { replicas: { status: 'ok', servers: [{ state: 'behind' }] } },
    });
  });

  it('returns when the database can write again, although no request has shown it', () => {
    expect(report({}, { failedAppendMsAgo: 5_100 }).status).toBe('ready');
  });

  it.each([60_001, -60_001])('is not given while the clock differs by more than a minute (%i ms)', (clockSkewMs) => {
    expect(report({ clockSkewMs })).toMatchObject({ status: 'unavailable', checks: { clock: { status: 'failing', skewMs: clockSkewMs } } });
  });

  it.each<[string, Partial<Vitals>, Partial<Findings>, keyof ReadinessReport['checks']]>([
    ['the clock differs from that of the database', { clockSkewMs: -2_001 }, {}, 'clock'],
    ['work that is due waits long', { queue: { waiting: 1, running: 0, oldestDueMs: 31_000 } }, {}, 'queue'],
    ['a transaction holds up the horizon', { horizonAgeMs: 31_000 }, {}, 'horizon'],
    ['a projection lags', view({ lagMs: 31_000 }), {}, 'projections'],
    ['schedules are late', {}, { backlog: { dueSchedules: 1, lateMs: 60_001, held: 0, failingPolls: 0 } }, 'schedules'],
    ['the audit log lags', {}, { audit: { events: 1, ms: 31_000, isKeyMissing: false } }, 'audit'],
    ['the audit log cannot be signed', {}, { audit: { events: 0, ms: 0, isKeyMissing: true } }, 'audit'],
    ['a projection has set events aside', view({ deadLetters: 1 }), {}, 'projections'],
    ['a projection still shows what an earlier release made', view({ version: 2 }), {}, 'projections'],
    ['a projection is built for the first time', view({ liveVersion: null }), {}, 'projections'],
    ['rate limits are kept by each process alone', {}, { isLimiterDegraded: true }, 'limits'],
    ['the process admits no further request', {}, { gate: 'full' }, 'requests'],
    ['a disk is nearly full', {}, { disks: [{ folder: 'files', freeBytes: 1_000_000 }] }, 'disks'],
    ['appends pile up', {}, { waitingAppends: 5001 }, 'appends'],
    ['a replica does not answer', {}, { replicas: [{ state: 'used' }, { state: 'away' }] }, 'replicas'],
    ['a replica was promoted', {}, { replicas: [{ state: 'promoted' }] }, 'replicas'],
  ])('stays but is degraded when %s', (_, vitals, findings, check) => {
    const { status, checks } = report(vitals, findings);
    expect(status).toBe('degraded');
    expect(Object.entries(checks).filter(([, value]) => value.status !== 'ok')).toEqual([
      [check, expect.objectContaining({ status: 'slow' })],
    ]);
  });
});
