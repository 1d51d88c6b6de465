import type { ModelSpending } from '#engine/trace/run-spending.js';
import type { ModelUses } from './log-view.js';

/** What a run has spent on each model, in US dollars. */
export function modelUses(models: ReadonlyMap<string, Readonly<ModelSpending>>): ModelUses {
  return Object.fromEntries(
    [...models].map(([name, { inputNanoUsd, outputNanoUsd, totalNanoUsd, inputTokens, outputTokens, calls, unpricedCalls }]) => [
      name,
      {
        input: inputNanoUsd / 1e9,
        output: outputNanoUsd / 1e9,
        total: totalNanoUsd / 1e9,
        calls,
        unpricedCalls,
        tokens: { input: inputTokens, output: outputTokens, total: inputTokens + outputTokens },
      },
    ]),
  );
}
