import { describe, expect, it } from '@jest/globals';
import { fold } from '#kernel/decider.js';
import type { Json } from '#kernel/json.js';
import { given } from '../../../../test/support/decider-spec.js';
import { pause, type AnswerCommand, type AskCommand, type RestCommand } from './pause.decider.js';
import type { Answerer, PauseEvent, PausePoint } from './pause.events.js';
import { queuePosition, type PausedExecution } from './pause.state.js';

const at = '2026-01-05T10:00:00.000Z';
const ada: Answerer = { userId: 'u1', email: 'ada@example.com', via: 'key', keyId: 'k1' };
const unnamed: Answerer = { userId: null, email: null, via: 'link', keyId: null };
const bob: Answerer = { userId: 'u2', email: 'bob@example.com', via: 'key', keyId: 'k2' };

const aPoint = (contextId: string, more: Partial<PausePoint> = {}): PausePoint => ({
  contextId,
  node: contextId,
  blockId: contextId,
  response: {},
  fields: [],
  expiresAt: null,
  onExpiry: 'fail',
  approvers: [],
  requiredApprovals: 1,
  parallelScope: null,
  loopScope: null,
  registeredAt: at,
  ...more,
});

const rest = (waiting: readonly PausePoint[], run: RestCommand['run'] = 'paused', error: string | null = null): RestCommand => ({
  type: 'rest',
  executionId: 'e',
  workflowId: 'w',
  workspaceId: 'ws',
  waiting,
  run,
  error,
  at,
});

const answer = (contextId: string, resumeId: string, more: Partial<AnswerCommand> = {}): AnswerCommand => ({
  type: 'answer',
  contextId,
  resumeId,
  jobId: null,
  input: { ok: true } as Json,
  by: ada,
  mayContinue: true,
  at,
  ...more,
});

const ask = (asked: readonly PausePoint[]): AskCommand => ({
  type: 'ask',
  executionId: 'e',
  workflowId: 'w',
  workspaceId: 'ws',
  asked,
  at,
});

type Command = AnswerCommand | AskCommand | RestCommand;

/** What these commands lead to, one after the other. */
function after(...commands: readonly Command[]): readonly PauseEvent[] {
  const history: PauseEvent[] = [];
  for (const command of commands) history.push(...pause.decide(command, fold(pause, history)));
  return history;
}

const stateAfter = (...commands: readonly Command[]): PausedExecution => fold(pause, after(...commands)) as PausedExecution;
const statuses = ({ points, entries, status }: PausedExecution) => [
  status,
  [...points.values()].map((point) => point.status),
  entries.map((entry) => entry.status),
];

const [a, b] = [aPoint('a'), aPoint('b')];

describe('a run that asks', () => {
  it('is paused, with its points', () => {
    expect(statuses(stateAfter(rest([a, b])))).toEqual(['paused', ['paused', 'paused'], []]);
  });

  it('expires with the first of its points', () => {
    const [early, late] = ['2026-01-06T00:00:00.000Z', '2026-01-07T00:00:00.000Z'];
    expect(stateAfter(rest([aPoint('a', { expiresAt: late }), aPoint('b', { expiresAt: early })])).expiresAt).toBe(early);
  });

  it('is not known before it asks', () => {
    given(pause, []).when(answer('a', 'r1')).refuses('NOT_FOUND');
    expect(after(rest([], 'completed'))).toEqual([]);
  });

  it('records an unchanged pause as well, so that a concurrent decision conflicts and is retried', () => {
    expect(after(rest([a]), rest([a])).map(({ type }) => type)).toEqual(['pause.points-opened', 'pause.rested']);
  });
});

describe('a question of an active run', () => {
  it('is open before the run rests', () => {
    expect(statuses(stateAfter(ask([a])))).toEqual(['paused', ['paused'], []]);
    expect(after(ask([a]), rest([a])).map(({ type }) => type)).toEqual(['pause.points-opened', 'pause.rested']);
  });

  it('takes an answer, which has its turn when the run rests', () => {
    const early = answer('a', 'r1', { mayContinue: false });
    expect(statuses(stateAfter(ask([a]), early))).toEqual(['paused', ['queued'], ['pending']]);
    expect(statuses(stateAfter(ask([a]), early, rest([a, b])))).toEqual(['paused', ['resuming', 'paused'], ['claimed']]);
  });

  it('opens once', () => {
    expect(after(rest([a]), answer('a', 'r1'), rest([], 'completed'), ask([a])).at(-1)?.type).toBe('pause.resume-completed');
    expect(after(ask([a]), ask([a, b])).map(({ type }) => type)).toEqual(['pause.points-opened', 'pause.points-opened']);
  });
});

describe('an answer', () => {
  it('goes through the run at once when that rests', () => {
    expect(statuses(stateAfter(rest([a, b]), answer('a', 'r1')))).toEqual(['paused', ['resuming', 'paused'], ['claimed']]);
  });

  it('completes when the run rests again or ends', () => {
    expect(statuses(stateAfter(rest([a, b]), answer('a', 'r1'), rest([b])))).toEqual([
      'partially_resumed',
      ['resumed', 'paused'],
      ['completed'],
    ]);
    expect(statuses(stateAfter(rest([a]), answer('a', 'r1'), rest([], 'completed')))).toEqual([
      'fully_resumed',
      ['resumed'],
      ['completed'],
    ]);
  });

  it('waits for its turn behind another one, first come, first served', () => {
    const queued = stateAfter(rest([a, b, aPoint('c')]), answer('a', 'r1'), answer('b', 'r2'), answer('c', 'r3'));
    expect(statuses(queued)).toEqual(['paused', ['resuming', 'queued', 'queued'], ['claimed', 'pending', 'pending']]);
    expect(['r1', 'r2', 'r3'].map((id) => queuePosition(queued, id))).toEqual([null, 1, 2]);
  });

  it('has its turn when the one before has gone through', () => {
    const next = stateAfter(rest([a, b]), answer('a', 'r1'), answer('b', 'r2'), rest([b]));
    expect(statuses(next)).toEqual(['partially_resumed', ['resumed', 'resuming'], ['completed', 'claimed']]);
  });

  it('waits while the run is at work for another reason', () => {
    const waiting = stateAfter(rest([a]), answer('a', 'r1', { mayContinue: false }));
    expect(statuses(waiting)).toEqual(['paused', ['queued'], ['pending']]);
    expect(statuses(stateAfter(rest([a]), answer('a', 'r1', { mayContinue: false }), rest([a])))).toEqual([
      'paused',
      ['resuming'],
      ['claimed'],
    ]);
  });

  it('counts once', () => {
    given(pause, after(rest([a]), answer('a', 'r1')))
      .when(answer('a', 'r2'))
      .refuses('CONFLICT', 'The pause point has been resumed or is in progress');
    given(pause, after(rest([a, b]), answer('b', 'r1'), answer('a', 'r2')))
      .when(answer('a', 'r3'))
      .refuses('CONFLICT');
    given(pause, after(rest([a]), answer('a', 'r1'), rest([], 'completed')))
      .when(answer('a', 'r2'))
      .refuses('CONFLICT');
  });

  it('fails with its run, and its point with it', () => {
    const failed = stateAfter(rest([a, b]), answer('a', 'r1'), answer('b', 'r2'), rest([], 'failed', 'x: broken'));
    expect(statuses(failed)).toEqual(['fully_resumed', ['failed', 'failed'], ['failed', 'failed']]);
    expect(failed.entries.map(({ failureReason }) => failureReason)).toEqual([
      'x: broken',
      'The run ended before it was the turn of the answer',
    ]);
  });

  it('is refused for an unknown point', () => {
    given(pause, after(rest([a])))
      .when(answer('x', 'r1'))
      .refuses('NOT_FOUND');
  });
});

describe('a chain of pauses', () => {
  it('brings the account of the run back', () => {
    const chained = stateAfter(rest([a]), answer('a', 'r1'), rest([b]));
    expect(statuses(chained)).toEqual(['partially_resumed', ['resumed', 'paused'], ['completed']]);
    expect(chained.pausedAt).toBe(at);
  });
});

describe('who may answer', () => {
  const named = aPoint('a', { approvers: ['Ada@Example.com'] });

  it('are those who are named', () => {
    expect(statuses(stateAfter(rest([named]), answer('a', 'r1')))).toEqual(['paused', ['resuming'], ['claimed']]);
    given(pause, after(rest([named])))
      .when(answer('a', 'r1', { by: bob }))
      .refuses('FORBIDDEN');
    given(pause, after(rest([named])))
      .when(answer('a', 'r1', { by: { ...bob, email: null } }))
      .refuses('FORBIDDEN');
  });

  const two = aPoint('a', { requiredApprovals: 2 });

  it('must be as many as are required, each of them recorded', () => {
    const once = stateAfter(rest([two]), answer('a', 'r1'));
    expect(statuses(once)).toEqual(['paused', ['paused'], []]);
    const twice = stateAfter(rest([two]), answer('a', 'r1'), answer('a', 'r2', { by: bob, input: { ok: false } }));
    expect(statuses(twice)).toEqual(['paused', ['resuming'], ['claimed']]);
    expect(twice.entries[0]).toMatchObject({
      input: { ok: false },
      answers: [{ email: 'ada@example.com', input: { ok: true } }, { email: 'bob@example.com' }],
    });
  });

  it.each([
    ['the same key', ada, ada],
    ['a key and a link to one address', ada, { userId: null, email: 'Ada@Example.com', via: 'link', keyId: null }],
    ['a link without an address, used twice', unnamed, unnamed],
  ] as const)('must be different people: %s', (_, first, second) => {
    given(pause, after(rest([two]), answer('a', 'r1', { by: first })))
      .when(answer('a', 'r2', { by: second }))
      .refuses('CONFLICT', 'You have answered already; the pause point needs the answers of other people');
  });

  it('may come from a key and from a link without an address', () => {
    const both = stateAfter(rest([two]), answer('a', 'r1'), answer('a', 'r2', { by: unnamed }));
    expect(statuses(both)).toEqual(['paused', ['resuming'], ['claimed']]);
  });
});

describe('the end of a point without an answer', () => {
  it('takes no answer any more once its time is over', () => {
    given(pause, after(rest([aPoint('a', { expiresAt: at })])))
      .when(answer('a', 'r1'))
      .refuses('CONFLICT', 'The pause point has expired');
  });

  it('closes it when the run has gone on without it', () => {
    expect(statuses(stateAfter(rest([a, b]), rest([b])))).toEqual(['paused', ['failed', 'paused'], []]);
  });

  it('fails an answer that was waiting for its turn', () => {
    const late = stateAfter(rest([a, b]), answer('b', 'r1'), answer('a', 'r2'), rest([]));
    expect(late.entries[1]).toMatchObject({ status: 'failed', failureReason: 'The pause was over before it was the turn of the answer' });
  });

  it('comes with the cancellation of the run', () => {
    const cancelled = stateAfter(rest([a, b]), answer('a', 'r1'), answer('b', 'r2'), rest([], 'cancelled'));
    expect(statuses(cancelled)).toEqual(['cancelled', ['failed', 'failed'], ['failed', 'failed']]);
    given(pause, after(rest([a]), rest([], 'cancelled')))
      .when(answer('a', 'r1'))
      .refuses('CONFLICT', 'The run was cancelled, so it cannot be resumed');
  });
});
