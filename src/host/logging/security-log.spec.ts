import { beforeEach, describe, expect, it } from '@jest/globals';
import { createLogger } from './logger.js';
import { SecurityLog } from './security-log.js';

let nowMs: number;
let lines: Record<string, unknown>[];
let log: SecurityLog;

beforeEach(() => {
  nowMs = 0;
  lines = [];
  const logger = createLogger({ logLevel: 'info' }, { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) });
  log = new SecurityLog(logger, () => nowMs);
});

function noteMany(times: number): void {
  for (let time = 0; time < times; time += 1) log.note('auth.unknown', { keyRef: 'cafe0123' });
}

describe('the security log', () => {
  it('has a line with the event and what belongs to it', () => {
    log.note('authz.denied', { keyId: 'k', route: '/api/v1/logs' });
    expect(lines).toMatchObject([{ channel: 'sec', event: 'authz.denied', keyId: 'k', route: '/api/v1/logs', inThisMinute: 1 }]);
  });

  it('has ten lines of an event in full, then one in a hundred', () => {
    noteMany(300);
    expect(lines.map(({ inThisMinute }) => inThisMinute)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 100, 200, 300]);
  });

  it('has no more than thirty lines of an event in a minute, and counts all of them', () => {
    noteMany(100_000);
    expect(lines).toHaveLength(30);
    expect(log.counts.get('auth.unknown')).toBe(100_000);
  });

  it('restarts after a minute, separately for each event', () => {
    noteMany(10_000);
    log.note('auth.expired', {});
    expect(lines).toHaveLength(31);
    nowMs += 60_000;
    noteMany(1);
    expect(lines).toHaveLength(32);
  });

  it('counts without a line what is only to be counted', () => {
    log.count('auth.missing');
    expect([lines, log.counts.get('auth.missing')]).toEqual([[], 1]);
  });
});
