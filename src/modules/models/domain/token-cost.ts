import type { ModelPrices, ModelUsage } from '#engine/agents/model-answer.js';

export interface TokenCost {
  readonly inputNanoUsd: number;
  readonly outputNanoUsd: number;
  readonly totalNanoUsd: number;
}

/** Prices are counted in parts of 1e-9 dollars for a million tokens, so that their products are whole numbers and halves are rounded up. */
const partsOfDollar = 1e9;
const partsPerNanoUsd = 1e6;

/** What tokens cost, in whole nano-dollars. Request and answer are each rounded once. Cached tokens without a price cost what others cost. */
export function costOfTokens(usage: Omit<ModelUsage, 'estimated' | 'reasoning'>, prices: ModelPrices): TokenCost {
  const cacheRead = Math.min(usage.cacheRead, usage.input);
  const cacheWrite = Math.min(usage.cacheWrite, usage.input - cacheRead);
  const plain = usage.input - cacheRead - cacheWrite;
  const { input, output } = prices;
  const inputNanoUsd = nanoUsd(
    parts(plain, input) + parts(cacheRead, prices.cacheRead ?? input) + parts(cacheWrite, prices.cacheWrite ?? input),
  );
  const outputNanoUsd = nanoUsd(parts(usage.output, output));
  return { inputNanoUsd, outputNanoUsd, totalNanoUsd: inputNanoUsd + outputNanoUsd };
}

function parts(tokens: number, price: number): number {
  return tokens * Math.round(price * partsOfDollar);
}

function nanoUsd(sum: number): number {
  return Math.round(sum / partsPerNanoUsd);
}
