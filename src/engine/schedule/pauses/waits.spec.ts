import { describe, expect, it } from '@jest/globals';
import type { HumanPause, Pause } from '../../pause.js';
import type { PausedNode } from './paused-nodes.js';
import { outputOf, wakesBy } from './waits.js';

const at = (hour: number): string => new Date(Date.UTC(2026, 0, 5, hour)).toISOString();
const time = (hour: number): number => Date.UTC(2026, 0, 5, hour);

const waiting = (pause: Pause, isReminded = false, output = {}): PausedNode => ({ paused: { pause, output }, isReminded }) as PausedNode;
const question = (more: Partial<HumanPause>): HumanPause => ({
  kind: 'human',
  contextId: 'ask',
  parallelScope: null,
  loopScope: null,
  fields: [],
  expiresAt: null,
  onExpiry: 'fail',
  defaultInput: null,
  remindAt: null,
  approvers: [],
  requiredApprovals: 1,
  ...more,
});
const kinds = (waits: readonly PausedNode[], now: number) => wakesBy(waits, now).wakes.map(({ kind }) => kind);

describe('what happens by itself to blocks that wait', () => {
  it('is nothing before the moment, and the earliest one is next', () => {
    const waits = [waiting({ kind: 'time', resumeAt: at(12) }), waiting(question({ expiresAt: at(11) })), waiting(question({}))];
    expect(wakesBy(waits, time(10))).toEqual({ wakes: [], next: at(11) });
  });

  it('is nothing for a question without an expiry', () => {
    expect(wakesBy([waiting(question({}))], time(10))).toEqual({ wakes: [], next: null });
  });

  it('comes with the moment itself', () => {
    expect(kinds([waiting({ kind: 'time', resumeAt: at(12) })], time(12))).toEqual(['due']);
    expect(kinds([waiting(question({ expiresAt: at(12) }))], time(12))).toEqual(['expired']);
  });

  it('is a second notice once, before the expiry', () => {
    const asked = question({ remindAt: at(11), expiresAt: at(12) });
    expect(kinds([waiting(asked)], time(11))).toEqual(['remind']);
    expect(kinds([waiting(asked, true)], time(11))).toEqual([]);
    expect(kinds([waiting(asked, true)], time(12))).toEqual(['expired']);
  });

  it('is no second notice of what has expired meanwhile', () => {
    expect(kinds([waiting(question({ remindAt: at(11), expiresAt: at(12) }))], time(13))).toEqual(['expired']);
  });
});

describe('what a caller sees of a run that waits', () => {
  it('is what its block says, or what each of them says', () => {
    const [one, other] = [waiting(question({}), false, { url: 'a' }), waiting(question({}), false, { url: 'b' })];
    expect(outputOf([one])).toEqual({ url: 'a' });
    expect(outputOf([one, other])).toEqual({ pausedBlocks: [{ url: 'a' }, { url: 'b' }], pauseCount: 2 });
  });
});
