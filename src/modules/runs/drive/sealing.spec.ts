import { describe, expect, it } from '@jest/globals';
import { SecretBox } from '#host/secrets/secret-box.js';
import { BlockCompleted, BlockPaused, ExecutionCompleted } from '#engine/execution.events.js';
import { Sealing } from './sealing.js';

const box = new SecretBox('ab'.repeat(32));
const secret = 'hunter2-and-more';

const completed = BlockCompleted({
  node: `${secret}/a`,
  blockId: 'a',
  input: { header: `Bearer ${secret}` },
  output: { token: secret, [secret]: 1 },
  handle: 'source',
  stdout: `${secret}\n`,
  startedAt: '2026-01-05T10:00:00.000Z',
  endedAt: '2026-01-05T10:00:00.000Z',
});

function sealing(names: readonly string[] = ['KEY'], executionId = 'run'): Sealing {
  const made = new Sealing(
    new Map([
      ['KEY', secret],
      ['EMPTY', ''],
    ]),
    box,
    executionId,
  );
  made.cover(new Set(names));
  return made;
}

describe('an event that is written down', () => {
  it('shows the names of secrets in place of their values, in whatever is data', () => {
    expect(sealing().seal(completed).payload).toMatchObject({
      node: `${secret}/a`,
      input: { header: 'Bearer {{KEY}}' },
      output: { token: '{{KEY}}', '{{KEY}}': 1 },
      stdout: '{{KEY}}\n',
    });
  });

  it('gives the real values that the rest of the run needs back to the process that continues it', () => {
    const { payload } = sealing().open(sealing().seal(completed));
    expect(payload).toMatchObject({ output: completed.payload.output, stdout: '{{KEY}}\n', input: { header: 'Bearer {{KEY}}' } });
  });

  it('keeps no values of an event that nothing depends on', () => {
    const end = ExecutionCompleted({ output: { token: secret }, endedAt: '2026-01-05T10:00:00.000Z', durationMs: 1 });
    expect(sealing().seal(end).payload).toEqual({ ...end.payload, output: { token: '{{KEY}}' } });
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

  it('is as it was where no author named a secret', () => {
    expect(sealing([]).seal(completed)).toBe(completed);
    expect(sealing(['EMPTY', 'UNKNOWN']).seal(completed)).toBe(completed);
  });

  it('opens in its own run alone', () => {
    const sealed = sealing(['KEY'], 'another run').seal(completed);
    expect(() => sealing().open(sealed)).toThrow('belongs to another place');
  });
});
