import { describe, expect, it } from '@jest/globals';
import { composition } from '#app/composition.js';

const { auditLines, notAudited } = composition;

/** Their streams are deleted with their month, and the audit log contains a chosen part of them. */
const passing = ['execution', 'job', 'pause'];
const lasting = composition.events.map(({ type }) => type).filter((type) => !passing.includes(type.split('.')[0] ?? ''));
const audited = auditLines.map(({ definition }) => definition.type);
const excepted = notAudited.flatMap(({ events }) => events.map(({ type }) => type));

describe('the audit log', () => {
  it('contains every lasting event that its module does not except', () => {
    expect(lasting.filter((type) => !audited.includes(type) && !excepted.includes(type))).toEqual([]);
  });

  it('contains runs and the answers to them', () => {
    expect(audited).toEqual(expect.arrayContaining(['execution.started', 'pause.approved', 'pause.resume-queued']));
  });

  it('has one line for each event, and none for an event that is excepted', () => {
    expect(audited.filter((type, index) => audited.indexOf(type) !== index || excepted.includes(type))).toEqual([]);
  });

  it('names actions as the API does', () => {
    const actions = auditLines.flatMap(({ tell }) => {
      try {
        return tell({ type: '', version: 1, payload: {}, streamId: 's', position: 1, workspaceId: 'w', meta: {}, at: '' }).action;
      } catch {
        return [];
      }
    });
    expect(actions.length).toBeGreaterThan(20);
    expect(actions.filter((action) => !/^[a-z_]+\.[a-z_]+$/.test(action))).toEqual([]);
  });
});
