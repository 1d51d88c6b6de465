import { describe, expect, it } from '@jest/globals';
import { aModelCall, anIntent, aToolCall } from '../../../../../test/support/engine/agent-facts.js';
import type { WorkStanding } from '#ledger/work/work-standing.js';
import type { JsonObject } from '#kernel/json.js';
import { foldExecution } from '#engine/execution.state.js';
import { diagnose, type Diagnosis, type DiagnosisFacts } from './diagnosis.js';

const at = '2031-03-04T10:00:00.000Z';
const now = new Date('2031-03-04T10:05:00.000Z');
const started = { type: 'execution.started', payload: { startedAt: at, deadlineAt: '2031-03-04T11:00:00.000Z' } };
const waiting: WorkStanding = {
  dueAt: at,
  owner: null,
  isOwnerAlive: false,
  leaseUntil: null,
  attempts: 0,
  waitsForRoom: false,
  ahead: 0,
  beingDone: 0,
};
const held: WorkStanding = { ...waiting, owner: 7, isOwnerAlive: true, leaseUntil: '2031-03-04T10:05:08.000Z', attempts: 1, beingDone: 1 };
const ended = (type: string, more: object = {}) => ({ type, payload: { endedAt: at, durationMs: 5, output: {}, ...more } });
const asking = (pause: JsonObject) => [
  {
    type: 'execution.block-paused',
    payload: { node: 'ask', blockId: 'ask', pausedAt: at, output: {}, pause: { contextId: 'ask', ...pause } },
  },
  { type: 'execution.paused', payload: { output: {}, resumeAt: null, pausedAt: at } },
];

const intent = (node: string, target: string) => ({
  type: 'execution.effect-intended',
  payload: { effectKey: `e1:${node}`, kind: 'http', node, blockId: node, target, at },
});

/** What is said of a run with these events, as far as they matter. */
function said(events: readonly { type: string; payload: object }[], more: Partial<DiagnosisFacts> = {}): Diagnosis {
  const recorded = events.map((event, index) => ({ ...event, position: index + 1, at })) as unknown as DiagnosisFacts['events'];
  const facts = {
    executionId: 'e1',
    workflowId: 'w1',
    baseUrl: 'https://sluice.example',
    deadLetters: [],
    work: undefined,
    job: undefined,
  };
  return diagnose({ ...facts, events: recorded, state: foldExecution(recorded), now, ...more });
}

const actions = ({ remedies }: Diagnosis): readonly string[] => remedies.map(({ action }) => action);
const queued = { status: 'queued', startedAt: null } as const;

describe('the diagnosis of a run', () => {
  it('that is queued while no process takes work asks for a worker', () => {
    const diagnosis = said([], { job: queued, work: waiting });
    expect(diagnosis).toMatchObject({ status: 'queued', finding: 'no-worker', since: at, lastEvent: null, owner: null });
    expect(diagnosis.remedies[0]).toEqual({ action: 'start-worker', how: 'SLUICE_ROLE=worker npx sluice start' });
  });

  it('that is queued behind others tells how many', () => {
    const diagnosis = said([], { job: queued, work: { ...waiting, ahead: 12, beingDone: 64 } });
    expect(diagnosis).toMatchObject({ finding: 'backlog', summary: 'The run is queued: 12 items are ahead of it, 64 are active.' });
  });

  it('that was queued a moment ago does not call that a standstill', () => {
    expect(said([], { job: queued, work: { ...waiting, dueAt: now.toISOString() } }).finding).toBe('backlog');
  });

  it('that waits for room says that its plan keeps it', () => {
    const diagnosis = said([], { job: queued, work: { ...waiting, waitsForRoom: true } });
    expect(diagnosis).toMatchObject({ finding: 'waiting-for-room', awaits: [{ kind: 'room', since: at }] });
  });

  it('that runs shows its owner and lease', () => {
    const diagnosis = said([started], { work: held });
    expect(diagnosis).toMatchObject({
      status: 'running',
      finding: 'running',
      owner: { id: 7, alive: true, leaseUntil: held.leaseUntil },
      lastEvent: { type: 'execution.started', position: 1, at },
      deadlineAt: '2031-03-04T11:00:00.000Z',
    });
    expect(actions(diagnosis)).toEqual(['cancel']);
  });

  it('that waits for an external system names it', () => {
    expect(said([started, intent('call', 'https://api.example/orders')], { work: held })).toMatchObject({
      summary: 'A process waits for https://api.example/orders.',
      since: at,
      awaits: [{ kind: 'block', blockId: 'call', since: at }],
    });
  });

  it('that waits in one branch while another one continues names only the pending call', () => {
    const calls = [intent('slow', 'https://slow.example'), intent('quick', 'https://quick.example')];
    const done = {
      type: 'execution.block-completed',
      payload: { node: 'quick', blockId: 'quick', output: {}, startedAt: at, endedAt: at },
    };
    expect(said([started, ...calls, done], { work: held })).toMatchObject({
      summary: 'A process waits for https://slow.example.',
      awaits: [{ kind: 'block', blockId: 'slow' }],
    });
  });

  it('that waits for calls of an agent names the model or the tool', () => {
    const model = { type: 'execution.effect-intended', payload: anIntent({ at }) };
    const call = { node: 'agent#0.0', kind: 'tool', target: 'lookup', call: { turn: 0, tool: 0 }, effectKey: 'k2', at } as const;
    const tool = { type: 'execution.effect-intended', payload: anIntent(call) };
    const answered = { type: 'execution.model-answered', payload: aModelCall() };
    expect(said([started, model], { work: held }).summary).toBe('A process waits for the model openai/gpt-a.');
    expect(said([started, model, answered, tool], { work: held })).toMatchObject({
      summary: 'A process waits for the tool lookup.',
      awaits: [{ kind: 'block', blockId: 'agent', since: at }],
    });
  });

  it('that has lost the outcome of a tool call does not wait for it', () => {
    const call = { node: 'agent#0.0', kind: 'tool', target: 'lookup', call: { turn: 0, tool: 0 } } as const;
    const tool = { type: 'execution.effect-intended', payload: anIntent(call) };
    const lost = { type: 'execution.tool-answered', payload: aToolCall({ outcome: 'unknown' }) };
    expect(said([started, tool, lost], { work: held }).summary).toBe('A process drives the run.');
  });

  it('that waits for several calls names all of them', () => {
    const calls = [intent('one', 'https://one.example'), intent('two', 'https://two.example')];
    expect(said([started, ...calls], { work: held })).toMatchObject({
      summary: 'A process waits for https://one.example and for 1 more.',
      awaits: [{ blockId: 'one' }, { blockId: 'two' }],
    });
  });

  it('whose owner is gone waits for another process', () => {
    const diagnosis = said([started], { work: { ...held, isOwnerAlive: false } });
    expect(diagnosis).toMatchObject({ finding: 'owner-lost', owner: { alive: false }, awaits: [{ kind: 'worker' }] });
    expect(actions(diagnosis)).toEqual(['start-worker', 'cancel']);
  });

  it('that has asked a question names the address for the answer', () => {
    const fields = [
      { name: 'approved', type: 'boolean', value: null },
      { name: 'note', type: 'string', value: "it's fine" },
    ];
    const diagnosis = said([started, ...asking({ kind: 'human', expiresAt: null, fields })]);
    expect(diagnosis).toMatchObject({
      status: 'paused',
      finding: 'waiting-for-person',
      awaits: [{ kind: 'person', blockId: 'ask', until: null }],
    });
    const body = String.raw`{"input":{"approved":true,"note":"it'\''s fine"}}`;
    expect(diagnosis.remedies[0]).toEqual({
      action: 'answer',
      how: `curl -X POST 'https://sluice.example/api/resume/w1/e1/ask' -H "X-API-Key: $SLUICE_API_KEY" -H 'Content-Type: application/json' -d '${body}'`,
    });
  });

  it('that waits for a moment tells which', () => {
    const diagnosis = said([started, ...asking({ kind: 'time', resumeAt: '2031-03-05T00:00:00.000Z' })]);
    expect(diagnosis).toMatchObject({ finding: 'waiting-for-time', awaits: [{ kind: 'time', until: '2031-03-05T00:00:00.000Z' }] });
    expect(actions(diagnosis)).toEqual(['wait', 'cancel']);
  });

  it('that has ended shows its outcome and complete requests for a replay from the block that failed', () => {
    expect(said([started, ended('execution.completed')])).toMatchObject({ finding: 'finished', deadlineAt: null, remedies: [] });
    const failed = said([started, ended('execution.failed', { error: 'no luck', reason: 'block', blockId: 'calc' })]);
    expect(failed).toMatchObject({ finding: 'finished', summary: 'The run has failed: no luck' });
    const replay = `curl -X POST 'https://sluice.example/api/workflows/w1/executions/e1/replay' -H "X-API-Key: $SLUICE_API_KEY"`;
    const json = "-H 'Content-Type: application/json'";
    expect(failed.remedies).toEqual([
      { action: 'replay', how: `${replay} ${json} -d '{"mode":"live","from":"calc"}'` },
      { action: 'replay-draft', how: `${replay} ${json} -d '{"mode":"live","from":"calc","version":"draft"}'` },
    ]);
  });

  it('that was quarantined says so, and how it is released', () => {
    expect(said([started, ended('execution.failed', { error: 'lost 2 processes', reason: 'quarantined' })])).toMatchObject({
      finding: 'quarantined',
      summary: 'lost 2 processes',
      remedies: [{ how: expect.stringMatching(/^curl -X POST '.*\/release' /) }],
    });
  });

  it('whose job was cancelled before it began is over', () => {
    expect(said([], { job: { status: 'cancelled', startedAt: null } })).toMatchObject({ status: 'cancelled', finding: 'finished' });
  });

  it('without a process and without queued work is unattended', () => {
    expect(said([started]).finding).toBe('unattended');
  });

  it('with a dead letter names the command for the retry', () => {
    const deadLetters = [{ projection: 'execution-log', type: 'execution.completed', error: 'too large' }];
    const diagnosis = said([started, ended('execution.completed')], { deadLetters });
    expect(diagnosis.remedies).toEqual([{ action: 'retry-projection', how: 'npx sluice projections retry execution-log' }]);
  });
});
