import { describe, expect, it } from '@jest/globals';
import type { Json, JsonObject } from '#kernel/json.js';
import type { Answer } from '#engine/pause.js';
import { PauseEnded, type ExecutionEvent } from '#engine/execution.events.js';
import { aBlock, aDocument, edges } from '../../../../../test/support/engine/documents.js';
import { runDocument, type FinishedRun } from '../../../../../test/support/engine/run-document.js';
import { ScriptedModels, type ScriptedTurn } from '../../../../../test/support/engine/scripted-models.js';
import { stepBlocks } from '../../../../../test/support/engine/step-blocks.js';
import { aTool, testAgent } from '../../../../../test/support/engine/test-agent.js';
import type { ModelRequest } from '#blocks/ports/language-models.js';

const parameters = { type: 'object', properties: { amount: { type: 'number' } }, required: ['amount'] };
const params = { value: '<tool.arguments>' };
const pay = aTool('pay', 'echo', { approval: 'always', parameters, params });
const say = aTool('say', 'echo');
const tools = [pay, say] as unknown as JsonObject[];

type Script = readonly ScriptedTurn[];

const paying: Script = [{ calls: [{ name: 'pay', arguments: { amount: 50 } }] }, { text: 'done' }];

function documentWith(approval: JsonObject | undefined) {
  const fields = { request: { tools }, ...(approval === undefined ? {} : { approval }) };
  return aDocument([aBlock('s', 'start_trigger'), aBlock('A', 'agent', fields)], edges('s > A'));
}

/** The answers depend on what the model is shown, so that each process has the same model. */
function modelOf(script: Script): ScriptedModels {
  return new ScriptedModels((request: ModelRequest) => script[request.messages.filter(({ role }) => role === 'assistant').length] ?? {});
}

async function run(script: Script, after: readonly ExecutionEvent[] = [], approval?: JsonObject) {
  const models = modelOf(script);
  const finished = await runDocument(documentWith(approval), { models, blocks: [...stepBlocks, testAgent], after });
  return { ...finished, models };
}

const at = '2026-01-05T10:30:00.000Z';

/** The run after the question of a node was answered. */
async function answered(
  script: Script,
  before: FinishedRun,
  input: Json,
  reason: 'answered' | 'expired' = 'answered',
  approval?: JsonObject,
) {
  const paused = before.events.findLast(({ type }) => type === 'execution.block-paused')?.payload as { node: string };
  const ended = PauseEnded({ node: paused.node, blockId: 'A', reason, input, answers: [], at });
  return run(script, [...before.events.slice(1), ended], approval);
}

/** The run after several people have answered the question, in this order. */
async function answeredByAll(before: FinishedRun, inputs: readonly Json[]) {
  const people = inputs.map((input, index): Answer => ({
    userId: null,
    email: `${index}@example.com`,
    via: 'link',
    keyId: null,
    at,
    input,
  }));
  const ended = PauseEnded({ node: 'A#0.0', blockId: 'A', reason: 'answered', input: inputs.at(-1) ?? null, answers: people, at });
  return run(paying, [...before.events.slice(1), ended]);
}

const resultOf = ({ events }: FinishedRun): unknown => events.findLast(({ type }) => type === 'execution.tool-answered')?.payload;

describe('a tool call that needs approval', () => {
  it('asks who may answer with the arguments in the form', async () => {
    const approval = { approvers: ['ada@example.com'], requiredApprovals: 1, expiresInMs: 60_000, onExpiry: 'fail' };
    const { events } = await run(paying, [], approval);
    expect(events.at(-1)).toMatchObject({
      type: 'execution.block-paused',
      payload: {
        node: 'A#0.0',
        pause: {
          kind: 'human',
          contextId: 'A!0.0',
          approvers: ['ada@example.com'],
          expiresAt: '2026-01-05T10:01:00.000Z',
          fields: [{ name: 'approved', type: 'boolean', required: true }, { name: 'arguments', value: { amount: 50 } }, { name: 'reason' }],
        },
      },
    });
  });

  it('is carried out when it is approved, with the arguments that the person has changed', async () => {
    const approved = await answered(paying, await run(paying), { approved: true });
    expect(resultOf(approved)).toMatchObject({ outcome: 'answered', result: { value: { value: { amount: 50 } } } });
    const changed = await answered(paying, await run(paying), { approved: true, arguments: { amount: 20 } });
    expect(resultOf(changed)).toMatchObject({ outcome: 'answered', result: { value: { value: { amount: 20 } } } });
    expect(changed.outcome).toMatchObject({ kind: 'completed', output: { content: 'done' } });
  });

  it.each<[string, Json, unknown]>([
    [
      'arguments as JSON text',
      { approved: true, arguments: '{"amount": 20}' },
      { outcome: 'answered', result: { value: { value: { amount: 20 } } } },
    ],
    ['the text true for yes', { approved: 'true' }, { outcome: 'answered', result: { value: { value: { amount: 50 } } } }],
    ['the text false for no', { approved: 'false' }, { outcome: 'denied', result: { value: 'The call was refused' } }],
    ['a number as reason', { approved: false, reason: 5 }, { outcome: 'denied', result: { value: '5' } }],
    ['the JSON text of an answer', '{"approved": true}', { outcome: 'answered', result: { value: { value: { amount: 50 } } } }],
  ])('reads an answer as its form does: %s', async (_what, input, result) => {
    expect(resultOf(await answered(paying, await run(paying), input))).toMatchObject(result as object);
  });

  it('is refused with the reason, which the model is shown', async () => {
    const refused = await answered(paying, await run(paying), { approved: false, reason: 'Too much' });
    expect(resultOf(refused)).toMatchObject({ outcome: 'denied', result: { kind: 'denied', value: 'Too much' } });
    expect(refused.models.requests).toHaveLength(1);
    expect(refused.models.requests[0]?.messages.at(-1)).toMatchObject({ role: 'tool', content: [{ kind: 'denied', value: 'Too much' }] });
    expect(refused.events.filter(({ type, payload }) => type === 'execution.effect-intended' && payload.kind === 'tool')).toEqual([]);
  });

  it('needs the approval of all who have answered', async () => {
    const [yes, no] = [{ approved: true }, { approved: false, reason: 'Too much' }];
    for (const inputs of [
      [no, yes],
      [yes, no],
      [yes, no, yes],
    ]) {
      expect(resultOf(await answeredByAll(await run(paying), inputs))).toMatchObject({ outcome: 'denied', result: { value: 'Too much' } });
    }
    expect(resultOf(await answeredByAll(await run(paying), [null, yes]))).toMatchObject({ outcome: 'denied' });
    const same = [yes, { approved: 'true', arguments: '{"amount": 50}' }];
    const approved = await answeredByAll(await run(paying), same);
    expect(resultOf(approved)).toMatchObject({ outcome: 'answered', result: { value: { value: { amount: 50 } } } });
  });

  it('is asked about again when the approvals are for different arguments', async () => {
    const again = await answeredByAll(await run(paying), [{ approved: true }, { approved: true, arguments: { amount: 5_000 } }]);
    expect(again.outcome).toMatchObject({
      kind: 'paused',
      output: { response: { data: { arguments: { amount: 5_000 }, problem: expect.stringContaining('different arguments') } } },
    });
    expect(again.events.filter(({ type, payload }) => type === 'execution.effect-intended' && payload.kind === 'tool')).toEqual([]);
  });

  it('is asked about again when the changed arguments do not fit the tool', async () => {
    const again = await answered(paying, await run(paying), { approved: true, arguments: { amount: 'many' } });
    expect(again.outcome).toMatchObject({ kind: 'paused' });
    expect(again.events.at(-1)?.payload).toMatchObject({ node: 'A#0.0', pause: { contextId: 'A!0.0.2' } });
    expect(again.outcome).toMatchObject({ output: { response: { data: { problem: expect.stringContaining('amount') } } } });
    const asShown = await answered(paying, again, { approved: true });
    expect(asShown.outcome).toMatchObject({ kind: 'paused' });
    const settled = await answered(paying, again, { approved: true, arguments: { amount: 7 } });
    expect(resultOf(settled)).toMatchObject({ outcome: 'answered', result: { value: { value: { amount: 7 } } } });
  });

  it('ends the agent when no one answers in time, or is refused then, as the author wants', async () => {
    const approval = (onExpiry: string) => ({ approvers: [], requiredApprovals: 1, expiresInMs: 60_000, onExpiry });
    const failing = await answered(paying, await run(paying, [], approval('fail')), null, 'expired', approval('fail'));
    expect(failing.outcome).toMatchObject({ kind: 'failed', error: expect.stringContaining('No answer about a tool call arrived') });
    const going = await run(paying, [], approval('continue'));
    const continued = await answered(
      paying,
      going,
      { approved: false, reason: 'No one answered in time' },
      'expired',
      approval('continue'),
    );
    expect(continued.outcome).toMatchObject({ kind: 'completed' });
    expect(resultOf(continued)).toMatchObject({ outcome: 'denied' });
  });

  it('is one of several in a turn, each with its own answer, in any order', async () => {
    const script: Script = [{ calls: [1, 2].map((amount) => ({ name: 'pay', arguments: { amount } })) }, { text: 'done' }];
    const before = await run(script);
    const pauses = before.events.filter(({ type }) => type === 'execution.block-paused');
    expect(pauses.map(({ payload }) => (payload as { node: string }).node)).toEqual(['A#0.0', 'A#0.1']);
    const second = await answered(script, before, { approved: true });
    expect(second.outcome).toMatchObject({ kind: 'paused' });
    const first = PauseEnded({ node: 'A#0.0', blockId: 'A', reason: 'answered', input: { approved: false }, answers: [], at });
    const done = await run(script, [...second.events.slice(1), first]);
    expect(done.outcome).toMatchObject({
      kind: 'completed',
      output: { told: ['a: answered', 'pay: answered', 'pay: denied', 'a: answered'] },
    });
    expect(done.models.requests.at(-1)?.messages.at(-1)).toMatchObject({ content: [{ kind: 'denied' }, { kind: 'json' }] });
  });
});
