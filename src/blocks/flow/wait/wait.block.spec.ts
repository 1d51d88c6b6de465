import { describe, expect, it } from '@jest/globals';
import type { Json } from '#kernel/json.js';
import { blockAlone } from '../../../../test/support/engine/block-alone.js';
import { aBlock } from '../../../../test/support/engine/documents.js';
import { runBlock } from '../../../../test/support/engine/run-block.js';
import type { PauseEnd } from '../../block.js';
import { waitBlock } from './wait.block.js';

type Fields = Readonly<Record<string, Json>>;

const resumeAt = '2026-01-05T12:00:00.000Z';
const hours = 3_600_000;

describe('a short wait', () => {
  it.each<[Fields, number]>([
    [{}, 10_000],
    [{ timeValue: '2' }, 2_000],
    [{ timeValue: 0.5, timeUnit: 'minutes' }, 30_000],
    [{ timeValue: 0, async: 'false' }, 0],
    [{ timeValue: 5, timeUnit: 'minutes', timeUnitLong: 'days' }, 300_000],
  ])('of %j takes its time in the process', async (fields, ms) => {
    const block = blockAlone(waitBlock, fields);
    expect(await block.run()).toEqual({ output: { waitDuration: ms, status: 'completed' }, input: { waitDuration: ms } });
    expect(block.pauses).toEqual([ms]);
  });

  it('may take as long as the data of the run says', async () => {
    expect((await runBlock('wait', { timeValue: '<start.s>' }, { input: { s: 3 } })).output).toMatchObject({ waitDuration: 3_000 });
  });

  it('ends when the run does', async () => {
    const ended = new Error('The run has ended');
    await expect(blockAlone(waitBlock, {}, { sleep: () => Promise.reject(ended) }).run()).rejects.toBe(ended);
  });
});

describe('a long wait', () => {
  it.each<[Fields, string]>([
    [{ timeValue: 2, async: true, timeUnitLong: 'hours' }, resumeAt],
    [{ timeValue: '120', async: 'true' }, resumeAt],
    [{ timeValue: 30, async: true, timeUnitLong: 'days', timeUnit: 'seconds' }, '2026-02-04T10:00:00.000Z'],
  ])('of %j pauses the run', async (fields, at) => {
    const block = blockAlone(waitBlock, fields);
    const waitDuration = Date.parse(at) - Date.parse('2026-01-05T10:00:00.000Z');
    const output = { waitDuration, status: 'waiting', resumeAt: at };
    expect(await block.run()).toEqual({ pause: { kind: 'time', resumeAt: at }, output, input: { waitDuration } });
    expect(block.pauses).toEqual([]);
  });

  it('is completed when its time has come', async () => {
    const output = { waitDuration: 2 * hours, status: 'waiting', resumeAt };
    const ended: PauseEnd = { reason: 'due', input: null, answers: [], at: resumeAt };
    const paused = { pause: { kind: 'time', resumeAt }, output, input: { waitDuration: 2 * hours }, pausedAt: resumeAt } as const;
    expect(await blockAlone(waitBlock, { async: true }).resume({ ...paused, ended })).toEqual({
      output: { waitDuration: 2 * hours, status: 'completed', resumeAt },
      input: { waitDuration: 2 * hours },
    });
  });
});

describe('a wait that is not valid', () => {
  it.each<[Fields, string, string]>([
    [{ timeValue: 301 }, 'timeValue', 'must not be more than 5 minutes; set async to wait longer'],
    [{ timeValue: 6, timeUnit: 'minutes' }, 'timeValue', 'must not be more than 5 minutes'],
    [{ timeValue: 31, timeUnitLong: 'days', async: true }, 'timeValue', 'must not be more than 30 days'],
    [{ timeValue: 1e308, timeUnitLong: 'days', async: true }, 'timeValue', 'must not be more than 30 days'],
    [{ timeValue: 'soon' }, 'timeValue', 'must be a number of 0 or more'],
    [{ timeValue: -1 }, 'timeValue', 'must be a number of 0 or more'],
    [{ timeUnit: 'hours' }, 'timeUnit', 'must be one of seconds, minutes'],
    [{ timeUnit: 'constructor' }, 'timeUnit', 'must be one of seconds, minutes'],
    [{ timeUnitLong: 'seconds', async: true }, 'timeUnitLong', 'must be one of minutes, hours, days'],
  ])('is refused before any run and in a run: %j', async (fields, field, what) => {
    expect(waitBlock.check(aBlock('b', 'wait', fields))).toMatchObject([
      { blockId: 'b', field, message: expect.stringContaining(`${field} ${what}`) },
    ]);
    await expect(blockAlone(waitBlock, fields).run()).rejects.toMatchObject({
      message: expect.stringContaining(what),
      status: 400,
    });
  });

  it('is refused in a run when the data says so', async () => {
    expect(waitBlock.check(aBlock('b', 'wait', { timeValue: '<start.s>' }))).toEqual([]);
    expect((await runBlock('wait', { timeValue: '<start.s>' }, { input: { s: 400 } })).error).toContain('5 minutes');
    expect((await runBlock('wait', { timeValue: '<start.s>' })).error).toBe('timeValue must be a number of 0 or more');
  });
});
