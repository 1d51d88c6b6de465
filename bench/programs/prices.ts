import { vendors, type FoundModel } from '#modules/models/domain/provider.js';
import { ModelPricing } from '#modules/models/prices/model-pricing.js';
import { PriceCatalogue } from '#modules/models/prices/price-catalogue.js';
import type { Section } from '../support/report.js';
import { median, round } from '../support/statistics.js';

const rounds = 11;
const lookups = 5_000;
const usage = { input: 10_000, output: 500, cacheRead: 2_000, cacheWrite: 0, reasoning: 0, estimated: false };
const at = new Date('2026-11-22T12:00:00Z');

/** What the price of one call costs to find, beside the bare look-up of the catalogue. */
export async function priceLookups(): Promise<Section> {
  const [heapBefore, began] = [process.memoryUsage().heapUsed, performance.now()];
  const { calcPrice } = await import('@pydantic/genai-prices');
  const [loadMs, heapMb] = [performance.now() - began, (process.memoryUsage().heapUsed - heapBefore) / 1e6];
  const pricing = new ModelPricing(new PriceCatalogue());
  const [openai] = vendors;
  if (openai === undefined) throw new Error('There is no vendor');
  const listed = { id: 'own', prices: { input: 1, output: 2 } };
  const models: Readonly<Record<string, FoundModel>> = {
    'listed by the operator': { provider: openai, id: 'own', listed },
    'in the catalogue': { provider: openai, id: 'gpt-5.4', listed: undefined },
    unknown: { provider: openai, id: 'gpt-unknown', listed: undefined },
  };
  const bare = (): void =>
    void calcPrice({ input_tokens: 10_000, cache_read_tokens: 2_000, output_tokens: 500 }, 'gpt-5.4', { providerId: 'openai' });
  const rows: (string | number)[][] = [];
  for (const [name, model] of Object.entries(models)) {
    const [own, baseline] = await inTurns(async () => (await pricing.of(model))(usage, at), bare);
    rows.push([name, round(own, 2), round(baseline, 2), round(own / baseline, 2)]);
  }
  return {
    title: 'Prices of models',
    columns: ['', 'µs a look-up', 'µs of the bare catalogue', 'ratio'],
    rows,
    notes: [
      `Medians of ${rounds} turns of ${lookups} look-ups each; the budget is 50 µs. The catalogue was loaded in ${round(loadMs)} ms, with ${round(heapMb, 1)} MB of heap, at its first use.`,
    ],
  };
}

async function inTurns(own: () => Promise<unknown>, baseline: () => void): Promise<readonly [number, number]> {
  const times: { own: number[]; baseline: number[] } = { own: [], baseline: [] };
  for (let turn = 0; turn <= rounds; turn += 1) {
    const began = performance.now();
    for (let count = 0; count < lookups; count += 1) await own();
    const between = performance.now();
    for (let count = 0; count < lookups; count += 1) baseline();
    // The first turn warms up.
    if (turn === 0) continue;
    times.own.push(((between - began) * 1000) / lookups);
    times.baseline.push(((performance.now() - between) * 1000) / lookups);
  }
  return [median(times.own), median(times.baseline)];
}
