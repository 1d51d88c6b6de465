import { describe, expect, it } from '@jest/globals';
import { InfrastructureFault } from '#kernel/errors.js';
import { strictest, type EffectiveModelPolicy } from '#kernel/models/model-policy.js';
import { FullQueue } from '#world/outbound/origin-queues.js';
import { ModelFailure } from '#blocks/ports/language-models.js';
import { ScriptedModels, type ScriptedTurn } from '../../../../test/support/engine/scripted-models.js';
import { aRequest, asked, failureOf } from '../../../../test/support/models/asking.js';
import { RatedModels } from './rated-models.js';

const never = new AbortController().signal;
const outage = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' });

function rated(
  policy: Promise<EffectiveModelPolicy>,
  entered: Promise<(output: number) => void> = Promise.resolve(() => undefined),
  turn: ScriptedTurn = { text: 'Hello' },
) {
  const models = new ScriptedModels(turn);
  const parts = { policies: { of: () => policy }, rates: { enter: () => entered } };
  return { models, rated: new RatedModels(models, { workspaceId: 'w' }, parts) };
}

const limited = Promise.resolve(strictest([{ callsAtOnce: 1 }]));

describe('models under the policy of a workspace', () => {
  it('report a lost database as a fault of the infrastructure wherever the policy is read', async () => {
    const { rated: models } = rated(Promise.reject(outage));
    await expect(asked(models.ask(aRequest(), never))).rejects.toThrow(InfrastructureFault);
    await expect(models.approvesWrites()).rejects.toThrow(InfrastructureFault);
    await expect(models.toolRefusal()).rejects.toThrow(InfrastructureFault);
  });

  it('report a lost database as a fault of the infrastructure when tokens are taken', async () => {
    await expect(asked(rated(limited, Promise.reject(outage)).rated.ask(aRequest(), never))).rejects.toThrow(InfrastructureFault);
  });

  it('fail a call as overloaded, and ask nothing, while too many calls wait for their turn', async () => {
    const { models, rated: few } = rated(limited, Promise.reject(new FullQueue('1000 calls already wait for it in this process')));
    const failure = await failureOf(asked(few.ask(aRequest(), never)));
    expect(failure).toMatchObject({ kind: 'overloaded', partial: null, tries: 0, message: expect.stringContaining('raise callsAtOnce') });
    expect(models.requests).toHaveLength(0);
  });

  it('count the tokens of an answer, also of one that fails or that nothing waits for any more', async () => {
    const counted: number[] = [];
    const entered = Promise.resolve((output: number) => void counted.push(output));
    const written = 'x'.repeat(400);
    const askedFor = (turn: ScriptedTurn, signal = never) => asked(rated(limited, entered, turn).rated.ask(aRequest(), signal));
    await askedFor({ text: written, usage: { output: 90 } });
    const cut = new ModelFailure('The connection was cut', 'cut', null, 1);
    await failureOf(askedFor({ text: written, usage: { output: 80 }, fails: cut }));
    const end = new AbortController();
    const ended = askedFor({ text: [written], reasoning: written, until: new Promise(() => undefined) }, end.signal);
    setImmediate(() => end.abort(new Error('cancelled')));
    await expect(ended).rejects.toThrow('cancelled');
    expect(counted).toEqual([90, 80, 200]);
  });
});
