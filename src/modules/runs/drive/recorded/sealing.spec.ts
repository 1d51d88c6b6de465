import { describe, expect, it } from '@jest/globals';
import { SecretBox } from '#host/secrets/secret-box.js';
import { BlockCompleted, BlockPaused, ExecutionFailed } from '#engine/execution.events.js';
import { openedOutput } from '../../jobs/sealed-output.js';
import { Sealing } from './sealing.js';

const box = new SecretBox('ab'.repeat(32));
const secret = 'hunter2-and-more';

const completed = BlockCompleted({
  node: `${secret}/a`,
  blockId: 'a',
  input: { header: `Bearer ${secret}` },
  output: { text: secret, [secret]: 1 },
  handle: 'source',
  stdout: `${secret}\n`,
  startedAt: '2026-01-05T10:00:00.000Z',
  endedAt: '2026-01-05T10:00:00.000Z',
});

function sealing(secrets: Readonly<Record<string, string>> = { KEY: secret, EMPTY: '' }, executionId = 'run'): Sealing {
  return new Sealing(new Map(Object.entries(secrets)), box, executionId);
}

describe('an event that is written down', () => {
  it('shows the names of secrets in place of their values, in whatever is data', () => {
    expect(sealing().seal(completed).payload).toMatchObject({
      node: `${secret}/a`,
      input: { header: 'Bearer {{KEY}}' },
      output: { text: '{{KEY}}', [secret]: 1 },
      stdout: '{{KEY}}\n',
    });
  });

  it('gives the real values that the rest of the run needs back to the process that continues it', () => {
    const { payload } = sealing().open(sealing().seal(completed));
    expect(payload).toMatchObject({ output: completed.payload.output, stdout: '{{KEY}}\n', input: { header: 'Bearer {{KEY}}' } });
  });

  it('keeps the real output for the caller of the run, and its own copy of nothing else', () => {
    const end = ExecutionFailed({
      output: { text: secret },
      error: `no ${secret}`,
      reason: 'block',
      endedAt: '2026-01-05T10:00:00.000Z',
      durationMs: 1,
    });
    const sealed = sealing().seal(end);
    expect(sealed.payload).toEqual({ ...end.payload, output: { text: '{{KEY}}' }, error: 'no {{KEY}}', sealed: expect.any(String) });
    const state = { output: sealed.payload.output, sealed: String(sealed.payload.sealed) };
    expect(openedOutput(state, box, 'run')).toEqual({ text: secret });
    expect(openedOutput(state, new SecretBox('cd'.repeat(32)), 'run')).toEqual({ text: '{{KEY}}' });
  });

  it('shows what the author wrote in place of a secret that is too short to be searched for', () => {
    const { payload, ...event } = completed;
    const output = { region: 'Oslo', city: 'Oslo' };
    const shown = { output: { region: '{{REGION}}', city: 'Oslo' } };
    const sealed = sealing({ REGION: 'Oslo' }).seal({ ...event, payload: { ...payload, output }, shown });
    expect(sealed.payload.output).toEqual(shown.output);
    expect(sealed).not.toHaveProperty('shown');
    expect(sealing({}).open(sealed).payload.output).toEqual(output);
  });

  it('masks the value that a secret had when the run was begun', () => {
    const taken = sealing({ KEY: 'another-value' });
    taken.open(sealing().seal(completed));
    expect(taken.seal(completed).payload.output).toEqual({ text: '{{KEY}}', [secret]: 1 });
  });

  it('shows no credentials in inputs, which only traces read, and keeps them in data', () => {
    const { payload, ...event } = completed;
    const data = { Authorization: 'Basic abc', password: 'p' };
    const sealed = sealing({}).seal({ ...event, payload: { ...payload, input: data, output: data, stdout: '' } });
    expect(sealed.payload).toMatchObject({ input: { Authorization: '[REDACTED]', password: '[REDACTED]' }, output: data });
  });

  it('of a question shows no secret in its default answers, and keeps the question as it is', () => {
    const field = { name: 'KEY', type: 'string' as const, description: null, required: false, value: secret };
    const place = { contextId: secret, parallelScope: null, loopScope: null };
    const terms = {
      expiresAt: null,
      onExpiry: 'continue' as const,
      remindAt: null,
      approvers: [`${secret}@example.com`],
      requiredApprovals: 1,
    };
    const pause = { kind: 'human' as const, ...place, ...terms, fields: [field], defaultInput: { KEY: secret } };
    const { node, blockId, startedAt } = completed.payload;
    const paused = BlockPaused({ node, blockId, pause, input: null, output: {}, startedAt, pausedAt: startedAt });
    const sealed = sealing().seal(paused);
    expect(sealed.payload.pause).toEqual({ ...pause, fields: [{ ...field, value: '{{KEY}}' }], defaultInput: { KEY: '{{KEY}}' } });
    expect(sealing().open(sealed).payload.pause).toEqual(pause);
  });

  it('is as it was where there is no secret to be found', () => {
    expect(sealing({}).seal(completed)).toBe(completed);
    expect(sealing({ EMPTY: '', SHORT: secret.slice(0, 7), OTHER: 'another-value' }).seal(completed)).toBe(completed);
  });

  it('opens in its own run alone', () => {
    const sealed = sealing({ KEY: secret }, 'another run').seal(completed);
    expect(() => sealing().open(sealed)).toThrow('belongs to another place');
  });
});
