import { describe, expect, it } from '@jest/globals';
import { WaitingLine } from './waiting-line.js';

describe('the line of documents that found no reader', () => {
  it('retries ten documents of a workspace each second, in order, however many wait', () => {
    const line = new WaitingLine();
    const due = Array.from({ length: 1000 }, (_, index) => line.next('bulk', index));
    expect(due.toSorted((a, b) => a - b)).toEqual(due);
    const firstAt = due[0] ?? 0;
    expect(due.filter((at) => at < firstAt + 30_000)).toHaveLength(300);
  });

  it('does not delay a document behind those of another workspace', () => {
    const line = new WaitingLine();
    const [first] = Array.from({ length: 1000 }, () => line.next('bulk', 0));
    expect(line.next('quiet', 0)).toBe(first);
  });

  it('is forgotten once it has passed', () => {
    const line = new WaitingLine();
    for (let index = 0; index < 100; index += 1) line.next('bulk', 0);
    expect(line.next('bulk', 60_000)).toBe(60_000 + new WaitingLine().next('bulk', 0));
  });
});
