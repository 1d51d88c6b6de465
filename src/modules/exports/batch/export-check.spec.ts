import { describe, expect, it } from '@jest/globals';
import { batchOf, makeBatch, type Batch } from './batch.js';
import { ExportCheck, type CheckedExport } from './export-check.js';

const at = '2031-03-04T05:06:07.000Z';

/** Batches of two entries each, at the positions 7.0, 7.1, 7.2 … */
function batches(count: number, consumer = 'siem'): readonly Batch[] {
  const made: Batch[] = [];
  for (let number = 1; number <= count; number += 1) {
    const [one, two] = [2 * number - 2, 2 * number - 1].map((n) => ({ position: `7.${n}`, text: `{"log":{"n":${n}}}` }));
    if (one === undefined || two === undefined) throw new Error('There are two');
    made.push(makeBatch({ consumer, feed: 'logs', number, at, previous: made.at(-1)?.hash ?? null }, [one, two]));
  }
  return made;
}

function check(text: string): CheckedExport {
  const checked = new ExportCheck();
  for (const line of text.split('\n').slice(0, -1)) checked.take(line);
  return checked.finish();
}

const joined = (...some: readonly (Batch | undefined)[]): string => some.map((batch) => batch?.text).join('');
const [one, two, three] = batches(3);

describe('a check of an export', () => {
  it('finds batches that follow each other complete', () => {
    expect(check(joined(one, two, three))).toEqual({
      consumer: 'siem',
      feed: 'logs',
      from: 1,
      to: 3,
      entries: 6,
      repeats: 0,
      hash: three?.hash,
    });
  });

  it('finds the files of later days complete by themselves', () => {
    expect(check(joined(two, three))).toMatchObject({ from: 2, to: 3, entries: 4 });
  });

  it('counts each batch once, however often and late it comes', () => {
    expect(check(joined(one, one, two, three, one))).toMatchObject({ from: 1, to: 3, entries: 6, repeats: 2 });
  });

  it.each([
    ['a missing batch', joined(one, three), 'Line 4 is of batch 3, and batch 2 is missing'],
    ['a missing entry', joined(one, two).replace(/\{"position":"7\.1".*\n/, ''), 'Line 3 is not an entry'],
    ['a changed entry', joined(one, two).replace('"n":1', '"n":9'), 'Line 3 ends batch 1, which was changed'],
    ['entries that changed places', joined(one).replace(/(\{"position":"7.0".*\n)(.*\n)/, '$2$1'), 'Line 2 is not where batch 1 begins'],
    ['a batch of another history', joined(one, makeOther()), 'Line 4 does not follow batch 1: it was changed, or is another one'],
    ['a batch that says something else the second time', joined(one, makeFirst()), 'Line 4 says something else about batch 1 than before'],
    ['a batch of another consumer', joined(one, batches(2, 'other')[1]), 'Line 4 is of another export'],
    ['a batch that was cut', joined(one, two).replace(/.*\n$/, ''), 'Batch 2 was cut: it has 1 of 2 entries'],
    ['other lines', 'hello\n', 'Line 1 is not the head of a batch'],
    ['nothing', '', 'There is no batch in it'],
  ])('refuses %s', (_what, text, message) => {
    expect(() => check(text)).toThrow(message);
  });
});

describe('a batch', () => {
  it('is known from its text', () => {
    expect(batchOf(one?.text ?? '')).toEqual(one);
  });
});

function makeOther(): Batch {
  return makeBatch({ consumer: 'siem', feed: 'logs', number: 2, at, previous: 'x' }, [{ position: '8.0', text: '{"log":{}}' }]);
}

function makeFirst(): Batch {
  return makeBatch({ consumer: 'siem', feed: 'logs', number: 1, at, previous: null }, [{ position: '8.0', text: '{"log":{}}' }]);
}
