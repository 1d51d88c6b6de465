import { describe, expect, it } from '@jest/globals';
import type { Json } from '#kernel/json.js';
import { shownResult } from './shown-result.js';

const shown = (value: Json) => shownResult({ callId: 'c', name: 'look_up', kind: 'json' }, value);
const limit = 65_536;

describe('the result of a tool that a model is shown', () => {
  it.each<[Json]>([['x'.repeat(limit)], [null], [7], [{ rows: [1, 2] }]])('is the whole of a small one', (value) => {
    expect(shown(value)).toEqual({ result: { callId: 'c', name: 'look_up', kind: 'json', value } });
  });

  it.each<[string, Json, number]>([
    ['a text', 'x'.repeat(limit + 1), limit + 1],
    ['data', { rows: 'x'.repeat(limit) }, limit + 11],
    ['characters of several bytes', `x${'€'.repeat(30_000)}`, 90_001],
  ])('is the beginning of %s above 64 KB, with a note, and the whole is kept', (_, value, size) => {
    const { result, output } = shown(value);
    expect(output).toEqual(value);
    const [text = '', note] = (result.value as string).split('\n');
    expect(result.kind).toBe('text');
    expect(note).toBe(`[Cut: the first 65536 of ${size} bytes]`);
    expect(Buffer.byteLength(text)).toBeGreaterThan(limit - 4);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(limit);
    expect(typeof value === 'string' ? value : JSON.stringify(value)).toContain(text);
  });
});
