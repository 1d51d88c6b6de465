import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { costOfTokens } from '../domain/token-cost.js';
import { vendors } from '../domain/provider.js';
import { catalogueName, isSameModel, PriceCatalogue, type LoadedCatalogue } from './price-catalogue.js';

const [openai, anthropic, google] = vendors as [(typeof vendors)[0], (typeof vendors)[0], (typeof vendors)[0]];
const day = new Date('2026-11-22T12:00:00Z');
const usage = { input: 10_000, cacheRead: 2_000, cacheWrite: 0, output: 500 };

describe('the catalogue of prices', () => {
  let catalogue: LoadedCatalogue;
  beforeAll(async () => void (catalogue = await new PriceCatalogue().load()));

  it('has the version of the package', () => {
    const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: Record<string, string> };
    expect(catalogueName).toBe(`genai-prices ${dependencies['@pydantic/genai-prices']}`);
  });

  it.each([
    [openai, 'gpt-4o', 27_500_000],
    [openai, 'gpt-4.1-mini', 4_200_000],
    [anthropic, 'claude-haiku-4-5', 10_700_000],
    [anthropic, 'claude-sonnet-5', 21_400_000],
    [google, 'gemini-2.5-flash', 3_710_000],
    [{ ...openai, kind: 'openai-compatible', baseUrl: 'https://api.groq.com/openai/v1' } as const, 'llama-3.3-70b-versatile', 6_295_000],
  ])('knows what %p costs: %s', (place, model, nanoUsd) => {
    expect(costOfTokens(usage, pricesOf(place, model)?.prices ?? fail()).totalNanoUsd).toBe(nanoUsd);
  });

  it('chooses the tier by the tokens of the request', () => {
    const at = (tokens: number): unknown => catalogue.pricesOf(google, 'gemini-2.5-pro', tokens, day)?.prices;
    expect(at(200_000)).toEqual({ input: 1.25, cacheRead: 0.125, output: 10 });
    expect(at(200_001)).toEqual({ input: 2.5, cacheRead: 0.25, output: 15 });
  });

  it('names the entry whose prices apply', () => {
    expect(pricesOf(openai, 'gpt-4o-2024-08-06')?.pricedAs).toBe('openai/gpt-4o');
    expect(pricesOf(anthropic, 'claude-haiku-4-5-20251001')?.pricedAs).toBe('anthropic/claude-haiku-4-5');
    expect(pricesOf(anthropic, 'claude-sonnet-4-20250514')?.pricedAs).toBe('anthropic/claude-sonnet-4-0');
  });

  it('does not take one version of a model for another', () => {
    expect(pricesOf(anthropic, 'claude-sonnet-5.5')).toBeUndefined();
    expect(pricesOf(openai, 'gpt-9')).toBeUndefined();
    expect([isSameModel('a-1-latest', 'a-1'), isSameModel('a-1', 'a-1-mini'), isSameModel('A-1@20260101', 'a-1')]).toEqual([
      true,
      false,
      true,
    ]);
  });

  it('knows no prices of servers in private networks and of unknown hosts', () => {
    expect(pricesOf({ ...openai, allowsPrivate: true }, 'gpt-4o')).toBeUndefined();
    expect(pricesOf({ ...openai, kind: 'openai-compatible', baseUrl: 'https://models.example/v1' }, 'gpt-4o')).toBeUndefined();
  });

  it('has prices of embeddings, and context windows', () => {
    expect(pricesOf(openai, 'text-embedding-3-small')?.prices).toEqual({ input: 0.02, output: 0 });
    expect(catalogue.contextWindowOf(anthropic, 'claude-haiku-4-5')).toBe(200_000);
    expect(catalogue.contextWindowOf(openai, 'gpt-9')).toBeNull();
  });

  function pricesOf(place: Parameters<LoadedCatalogue['pricesOf']>[0], model: string): ReturnType<LoadedCatalogue['pricesOf']> {
    return catalogue.pricesOf(place, model, usage.input, day);
  }
});

function fail(): never {
  throw new Error('There is no price');
}
