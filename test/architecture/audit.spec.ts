import { describe, expect, it } from '@jest/globals';
import { composition } from '#app/composition.js';
import { auditLines, notAudited } from '#modules/audit/recording/audit-lines.js';

/** Streams of these are dropped with their month; what an auditor needs to see of them is chosen, and not everything. */
const passing = ['execution', 'job', 'pause'];
const lasting = composition.events.map(({ type }) => type).filter((type) => !passing.includes(type.split('.')[0] ?? ''));
const told = auditLines.map(({ definition }) => definition.type);

describe('the audit log', () => {
  it('tells of every lasting event, or says why not', () => {
    expect(lasting.filter((type) => !told.includes(type) && !notAudited.has(type))).toEqual([]);
  });

  it('tells of runs and of answers to them', () => {
    expect(told).toEqual(expect.arrayContaining(['execution.started', 'pause.approved', 'pause.resume-queued']));
  });

  it('tells of each event in one line, and of none that it leaves out', () => {
    expect(told.filter((type, index) => told.indexOf(type) !== index || notAudited.has(type))).toEqual([]);
  });

  it('calls things as the API does', () => {
    const actions = auditLines.flatMap(({ tell }) => {
      try {
        return tell({ type: '', payload: {}, streamId: 's', position: 1, workspaceId: 'w', meta: {}, at: '' }).action;
      } catch {
        return [];
      }
    });
    expect(actions.length).toBeGreaterThan(20);
    expect(actions.filter((action) => !/^[a-z_]+\.[a-z_]+$/.test(action))).toEqual([]);
  });
});
