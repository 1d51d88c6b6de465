import type { ResumeEntry } from '@sluice/client';
import { contextIdOf } from '../../../src/engine/schedule/pauses/pause-place.js';
import { nodeOf, type SpanThen } from './moments.js';

type Answer = Pick<ResumeEntry, 'contextId' | 'queuedAt' | 'claimedAt'>;

/** How long the last answer that a span waited for was in the queue before the run continued, ms, by the id of the span. */
export function answersInQueue(spans: readonly SpanThen[], answers: readonly Answer[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  const waiting = [...spans];
  for (let span = waiting.pop(); span !== undefined; span = waiting.pop()) {
    waiting.push(...span.children);
    if (span.waitedMs === undefined) continue;
    const context = contextIdOf(nodeOf(span));
    // A block that asks again has other names for its later questions.
    const answer = answers.findLast(({ contextId }) => contextId === context || contextId.startsWith(`${context}.`));
    const claimedAt = answer?.claimedAt ?? null;
    if (answer === undefined || claimedAt === null) continue;
    const queuedMs = Math.min(span.waitedMs, Date.parse(claimedAt) - Date.parse(answer.queuedAt));
    if (queuedMs > 0) found.set(span.id, queuedMs);
  }
  return found;
}

/** Whether an answer, and not the time alone, ended a wait of these spans. */
export function hasAnsweredWait(spans: readonly SpanThen[]): boolean {
  return spans.some(({ waitedMs, type, children }) => (waitedMs !== undefined && type !== 'wait') || hasAnsweredWait(children));
}
