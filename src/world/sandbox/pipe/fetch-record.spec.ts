import { describe, expect, it } from '@jest/globals';
import { type FetchAnswer, FetchRecord } from './fetch-record.js';

const answer = (text: string) => async (): Promise<FetchAnswer> => ({ isOk: true, text });
const never = (): never => {
  throw new Error('It was asked again');
};

describe('the record of requests', () => {
  it('asks once, and answers a repetition from what it knows', async () => {
    const record = new FetchRecord();
    expect(await record.answerTo(1, 'a', answer('first'))).toEqual({ isOk: true, text: 'first' });
    expect(await record.answerTo(2, 'a', answer('second'))).toEqual({ isOk: true, text: 'second' });
    expect(await record.answerTo(1, 'a', never)).toEqual({ isOk: true, text: 'first' });
  });

  it('gives a repetition the answer that is still under way', async () => {
    const record = new FetchRecord();
    const { promise, resolve } = Promise.withResolvers<FetchAnswer>();
    const first = record.answerTo(1, 'a', () => promise);
    expect(record.answerTo(1, 'a', never)).toBe(first);
    resolve({ isOk: false, text: 'no' });
    expect(await first).toEqual({ isOk: false, text: 'no' });
  });

  it('has no answer to another request of the same number', async () => {
    const record = new FetchRecord();
    await record.answerTo(1, 'a', answer('first'));
    expect(record.answerTo(1, 'b', never)).toBeUndefined();
  });

  it('is complete until it has seen more than 256 KB', async () => {
    const record = new FetchRecord();
    await record.answerTo(1, 'a', answer('x'.repeat(262_000)));
    expect(record.isComplete).toBe(true);
    await record.answerTo(2, 'b', answer('x'.repeat(200)));
    expect(record.isComplete).toBe(false);
  });

  it('still answers when it is not complete', async () => {
    const record = new FetchRecord();
    await record.answerTo(1, 'x'.repeat(300_000), answer('first'));
    expect(await record.answerTo(2, 'b', answer('second'))).toEqual({ isOk: true, text: 'second' });
  });
});
