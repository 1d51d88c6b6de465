import { describe, expect, it } from '@jest/globals';
import { operatorStatus, type StatusFacts } from './operator-status.js';
import type { ProcessAnswer, RolledProcess } from './process-roll.js';

function answering(owner: number, answer: Partial<ProcessAnswer> = {}): RolledProcess {
  const facts = {
    version: '0.1.0',
    node: '24.15.0',
    host: 'one',
    pid: owner,
    label: null,
    startedAt: '2031-03-04T05:06:07.000Z',
    memoryBytes: 1,
  };
  return { owner, answer: { owner, ...facts, role: 'all', isStopping: false, running: 0, exportFaults: {}, ...answer } };
}

function statusOf(facts: Partial<StatusFacts>) {
  const report = { status: 'ready', draining: false, checks: {} } as unknown as StatusFacts['report'];
  return operatorStatus({ report, owner: 7, processes: [], queue: { kinds: [], later: 0 }, consumers: [], ...facts });
}

describe('the status for operators', () => {
  it('lists processes by role, and those without an answer at the end', () => {
    const processes = [{ owner: 4, answer: undefined }, answering(3, { role: 'worker' }), answering(2, { role: 'api', isStopping: true })];
    const listed = statusOf({ processes }).processes.map(({ id, state, role }) => [id, state, role]);
    expect(listed).toEqual([
      ['2', 'stopping', 'api'],
      ['3', 'working', 'worker'],
      ['4', 'silent', null],
    ]);
  });

  it('adds up the kinds of work, and takes the age of the oldest', () => {
    const kinds = [
      { kind: 'job', due: 2, held: 1, pausing: 0, running: 3, oldestDueMs: 40 },
      { kind: 'resume', due: 1, held: 0, pausing: 5, running: 1, oldestDueMs: 900 },
    ];
    expect(statusOf({ queue: { kinds, later: 9 } }).queue).toEqual({
      due: 3,
      held: 1,
      pausing: 5,
      running: 4,
      later: 9,
      oldestDueMs: 900,
      kinds,
    });
  });

  it('says of an export why its latest attempt failed, whichever process made it', () => {
    const siem = { consumer: 'siem', feed: 'audit', to: 'https://siem.example', batches: 3, lagMs: 10, lagEntries: 1 } as const;
    const fault = (message: string, at: string) => ({ siem: { message, failures: 1, at } });
    const processes = [
      answering(1, { exportFaults: fault('refused', '2031-03-04T05:06:07.000Z') }),
      answering(2, { exportFaults: fault('answered with 503', '2031-03-04T05:07:00.000Z') }),
    ];
    const [found] = statusOf({ processes, consumers: [siem, { ...siem, consumer: 'archive' }] }).exports;
    expect(found).toEqual({ ...siem, fault: { message: 'answered with 503', failures: 1, at: '2031-03-04T05:07:00.000Z' } });
    expect(statusOf({ processes, consumers: [{ ...siem, consumer: 'archive' }] }).exports[0]?.fault).toBeNull();
  });
});
