import { expect } from '@jest/globals';
import type { Json, JsonObject } from '#kernel/json.js';
import { prices } from './imported-models.js';

/** An object with these properties among others. */
export const like = (part: JsonObject): JsonObject => expect.objectContaining(part) as unknown as JsonObject;

interface Tokens {
  readonly input: number;
  readonly output: number;
  readonly total: number;
}

/** What each block with a model says of its calls: tokens, and a cost that fits the prices. */
export function expectCallFacts(output: JsonObject | undefined): void {
  const tokens = output?.['tokens'] as unknown as Tokens;
  expect([tokens.input > 0, tokens.output > 0, tokens.total]).toEqual([true, true, tokens.input + tokens.output]);
  const dollars = (nanoUsd: number): Json => expect.closeTo(nanoUsd / 1e9, 9) as unknown as Json;
  const [forInput, forOutput] = [tokens.input * prices.input * 1_000, tokens.output * prices.output * 1_000];
  expect(output?.['cost']).toMatchObject({
    input: dollars(forInput),
    output: dollars(forOutput),
    total: dollars(forInput + forOutput),
    pricing: prices,
  });
}

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as unknown as Json;
const milliseconds = expect.any(Number) as unknown as Json;
const span = { startTime: time, endTime: time, duration: milliseconds };

/** What an agent says besides: its calls of tools, their times, how often a model was asked, and why it ended. */
export function expectAgentFacts(
  output: JsonObject,
  { steps, stopReason = 'stop' }: { readonly steps: number; readonly stopReason?: string },
): void {
  const calls = output['toolCalls'] as { readonly list: readonly JsonObject[]; readonly count: number };
  for (const call of calls.list) expect(call).toEqual(like({ ...span, name: expect.any(String) as unknown as Json }));
  expect(calls.count).toBe(calls.list.length);
  expect(output).toMatchObject({ steps, stopReason, warnings: expect.any(Array) });
  expect(output['providerTiming']).toEqual({
    ...span,
    modelTime: milliseconds,
    toolsTime: milliseconds,
    firstResponseTime: milliseconds,
    iterations: steps,
    timeSegments: expect.any(Array),
  });
  const { timeSegments } = output['providerTiming'] as { readonly timeSegments: readonly JsonObject[] };
  const segments = timeSegments.map((segment) => {
    expect(segment).toMatchObject({ ...span, name: expect.any(String) });
    return segment['type'];
  });
  expect(segments).toEqual(Array.from({ length: steps + calls.count }, (_, place) => (place % 2 === 0 ? 'model' : 'tool')));
}
