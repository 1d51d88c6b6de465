import { describe, expect, it } from '@jest/globals';
import { embeddingsOf } from './embedding-answer.js';

const answer = (data: unknown): Buffer => Buffer.from(JSON.stringify({ object: 'list', data }));
const vectorsOf = (body: Buffer, count: number): readonly Float32Array[] =>
  embeddingsOf(
    body,
    Array.from({ length: count }, () => 'a text'),
  ).vectors;
const numbers = (vectors: readonly Float32Array[]): number[][] => vectors.map((vector) => [...vector]);

describe('the answer of an embeddings endpoint', () => {
  it('is sorted into the order of the texts', () => {
    const body = answer([
      { index: 1, embedding: [0, 1] },
      { index: 0, embedding: [1, 0] },
    ]);
    expect(numbers(vectorsOf(body, 2))).toEqual([
      [1, 0],
      [0, 1],
    ]);
  });

  it('is normalized to length 1', () => {
    expect(numbers(vectorsOf(answer([{ index: 0, embedding: [0, 5] }]), 1))).toEqual([[0, 1]]);
  });

  it.each([
    [{ prompt_tokens: 3, total_tokens: 3 }, 3],
    [{ prompt_tokens: 4 }, 4],
    [undefined, 2],
    [{ total_tokens: -1 }, 2],
    [{ total_tokens: '7' }, 2],
  ])('reports the number of tokens, or it is estimated: %j', (usage, tokens) => {
    const body = Buffer.from(JSON.stringify({ data: [{ embedding: [1] }], usage }));
    expect(embeddingsOf(body, ['8 chars.']).tokens).toBe(tokens);
  });

  it.each([
    ['no JSON', Buffer.from('<html>')],
    ['no data', Buffer.from('{"error":{}}')],
    ['too few', answer([{ index: 0, embedding: [1] }])],
    [
      'different lengths',
      answer([
        { index: 0, embedding: [1] },
        { index: 1, embedding: [1, 2] },
      ]),
    ],
    [
      'texts',
      answer([
        { index: 0, embedding: ['1'] },
        { index: 1, embedding: [1] },
      ]),
    ],
    [
      'zeros',
      answer([
        { index: 0, embedding: [0] },
        { index: 1, embedding: [1] },
      ]),
    ],
    [
      'nothing',
      answer([
        { index: 0, embedding: [] },
        { index: 1, embedding: [] },
      ]),
    ],
  ])('is rejected when it contains %s', (_, body) => {
    expect(() => vectorsOf(body, 2)).toThrow('The embeddings endpoint did not answer with');
  });
});
