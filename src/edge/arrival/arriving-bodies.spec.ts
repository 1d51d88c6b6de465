import { beforeEach, describe, expect, it } from '@jest/globals';
import { ArrivingBodies, windowMs } from './arriving-bodies.js';

const leastRate = 1000;
const secondMs = 1000;

let now: number;
let bodies: ArrivingBodies;

beforeEach(() => {
  now = 0;
  bodies = new ArrivingBodies({ most: 4, mostOfGroup: 2, leastRate }, () => now);
});

interface Sender {
  readonly arrived: () => void;
  received: number;
  isUnread: boolean;
  ended: string | undefined;
}

function begin(group: string, pace: { readonly deadlineMs: number | undefined } = { deadlineMs: 30_000 }): Sender {
  const sender: Omit<Sender, 'arrived'> = { received: 0, isUnread: false, ended: undefined };
  const arrived = bodies.add({
    group,
    ...pace,
    receivedBytes: () => sender.received,
    isUnread: () => sender.isUnread,
    end: (reason) => (sender.ended = reason),
  });
  return Object.assign(sender, { arrived });
}

/** Lets seconds pass, in each of which the sender sends so many bytes. */
function pass(seconds: number, ...rates: readonly [Sender, number][]): void {
  for (let second = 0; second < seconds; second += 1) {
    for (const [sender, bytes] of rates) sender.received += bytes;
    now += secondMs;
    bodies.check(secondMs);
  }
}

describe('a body that arrives', () => {
  it('is ended when it is slower than the least rate over a window', () => {
    const [slow, quick] = [begin('a'), begin('b')];
    pass(windowMs / secondMs, [slow, leastRate - 1], [quick, leastRate]);
    expect([slow.ended, quick.ended]).toEqual(['slow', undefined]);
    expect(bodies.count).toBe(1);
  });

  it('is ended when it becomes slow after a quick beginning', () => {
    const sender = begin('a', { deadlineMs: undefined });
    pass(30, [sender, 100 * leastRate]);
    pass(windowMs / secondMs, [sender, 1]);
    expect(sender.ended).toBe('slow');
  });

  it('is ended at its deadline, however fast it is', () => {
    const [whole, streamed] = [begin('a'), begin('b', { deadlineMs: undefined })];
    pass(29, [whole, 1_000_000], [streamed, 1_000_000]);
    expect(whole.ended).toBeUndefined();
    pass(300, [whole, 1_000_000], [streamed, 1_000_000]);
    expect([whole.ended, streamed.ended]).toEqual(['slow', undefined]);
  });

  it('is not ended for time in which the server did not read', () => {
    const sender = begin('a');
    sender.isUnread = true;
    pass(120);
    expect(sender.ended).toBeUndefined();
  });

  it('is not watched any more once it has arrived', () => {
    const sender = begin('a');
    sender.arrived();
    sender.arrived();
    pass(60);
    expect([sender.ended, bodies.count]).toEqual([undefined, 0]);
  });
});

describe('a body for which there is no room', () => {
  it('displaces the slowest one of its group', () => {
    const [slow, quick, other] = [begin('a'), begin('a'), begin('b')];
    pass(3, [slow, 1], [quick, 2000]);
    const late = begin('a');
    expect([slow, quick, other, late].map(({ ended }) => ended)).toEqual(['displaced', undefined, undefined, undefined]);
  });

  it('displaces the slowest one of all when its group has room', () => {
    const [first, second, third, fourth] = [begin('a'), begin('b'), begin('c'), begin('d')];
    pass(3, [first, 3000], [second, 1], [third, 3000], [fourth, 3000]);
    expect(begin('e').ended).toBeUndefined();
    expect([first.ended, second.ended]).toEqual([undefined, 'displaced']);
    expect(bodies.count).toBe(4);
  });

  it('is not displaced by those that came before it and are slow', () => {
    const slow = [begin('a'), begin('b'), begin('c'), begin('d')];
    pass(2, ...slow.map((each): [Sender, number] => [each, 1]));
    const late = Array.from({ length: 50 }, () => {
      const sender = begin('z');
      sender.arrived();
      return sender;
    });
    expect(late.every(({ ended }) => ended === undefined)).toBe(true);
    expect(slow.filter(({ ended }) => ended !== undefined)).toHaveLength(1);
  });
});
