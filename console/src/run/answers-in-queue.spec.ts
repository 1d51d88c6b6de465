import { describe, expect, it } from '@jest/globals';
import { answersInQueue, hasAnsweredWait } from './answers-in-queue.js';
import type { SpanThen } from './moments.js';

const at = (ms: number): string => new Date(Date.parse('2031-03-04T12:00:00Z') + ms).toISOString();
const span = (node: string, more: Partial<SpanThen> = {}): SpanThen =>
  ({ id: `${node}-1795849002853`, type: 'human_in_the_loop', waitedMs: 60_000, children: [], ...more }) as unknown as SpanThen;
const answer = (contextId: string, queuedMs: number, claimedMs: number | null) => ({
  contextId,
  queuedAt: at(queuedMs),
  claimedAt: claimedMs === null ? null : at(claimedMs),
});

describe('the time of answers in the queue', () => {
  it('is that from the answer until the run continues, for each span that waited', () => {
    const inside = span('loop[1]/ask');
    const spans = [span('loop', { type: 'loop', children: [inside] }), span('ask')];
    const answers = [answer('ask', 1000, 1250), answer('loop(1)~ask', 2000, 7000)];
    expect([...answersInQueue(spans, answers)]).toEqual([
      ['ask-1795849002853', 250],
      [inside.id, 5000],
    ]);
  });

  it('is that of the last answer for a block that asked again', () => {
    expect([...answersInQueue([span('agent')], [answer('agent', 1000, 2000), answer('agent.2', 3000, 3400)]).values()]).toEqual([400]);
  });

  it('is not known for an answer that the run has not taken, and for a wait for the time', () => {
    expect(answersInQueue([span('ask')], [answer('ask', 1000, null)]).size).toBe(0);
    expect(hasAnsweredWait([span('wait', { type: 'wait' })])).toBe(false);
    expect(hasAnsweredWait([span('loop', { type: 'loop', children: [span('ask')] })])).toBe(true);
  });
});
