import { describe, it } from '@jest/globals';
import { given } from '../../../../test/support/decider-spec.js';
import { job } from './job.decider.js';
import { JobCancelled, JobCompleted, JobFailed, JobQueued, JobStarted } from './job.events.js';

const at = '2026-01-05T10:00:00.000Z';
const details = { kind: 'execution', workspaceId: 'w', userId: 'u', subjectId: 's', executionId: 'e', payload: { n: 1 }, queuedAt: at };
const queued = JobQueued(details);
const started = JobStarted({ owner: 7, fence: 1, attempt: 1, startedAt: at });
const completed = JobCompleted({ output: 42, completedAt: at });
const failed = JobFailed({ error: 'no luck', completedAt: at });
const cancelled = JobCancelled({ completedAt: at });

describe('a job', () => {
  it('is queued once', () => {
    given(job, []).when({ type: 'queue', job: details }).then([queued]);
    given(job, [queued]).when({ type: 'queue', job: details }).refuses('CONFLICT');
  });

  it('is started, and started again by another when its process was lost', () => {
    given(job, [queued]).when({ type: 'start', owner: 7, fence: 1, at }).then([started]);
    given(job, [queued, started])
      .when({ type: 'start', owner: 8, fence: 2, at })
      .then([JobStarted({ owner: 8, fence: 2, attempt: 2, startedAt: at })]);
  });

  it('is completed or failed', () => {
    given(job, [queued, started]).when({ type: 'complete', output: 42, at }).then([completed]);
    given(job, [queued, started]).when({ type: 'fail', error: 'no luck', at }).then([failed]);
  });

  it('is cancelled while it waits and while it runs, and again without effect', () => {
    given(job, [queued]).when({ type: 'cancel', at }).then([cancelled]);
    given(job, [queued, started]).when({ type: 'cancel', at }).then([cancelled]);
    given(job, [queued, cancelled]).when({ type: 'cancel', at }).then([]);
  });

  it.each([
    ['completed', completed],
    ['failed', failed],
    ['cancelled', cancelled],
  ])('that is %s stays so', (_, end) => {
    for (const command of [
      { type: 'start', owner: 7, fence: 1, at } as const,
      { type: 'complete', output: 1, at } as const,
      { type: 'fail', error: 'x', at } as const,
    ]) {
      given(job, [queued, started, end]).when(command).refuses('CONFLICT');
    }
  });

  it('that was never queued is not found', () => {
    given(job, []).when({ type: 'cancel', at }).refuses('NOT_FOUND');
  });
});
