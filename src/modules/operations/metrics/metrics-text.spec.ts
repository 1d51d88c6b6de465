import { describe, expect, it } from '@jest/globals';
import { Gauge, Registry } from 'prom-client';
import { MetricsText } from './metrics-text.js';

describe('the text of the metrics', () => {
  it('is collected once for all who ask at the same time', async () => {
    const registry = new Registry();
    let collected = 0;
    registry.registerMetric(
      new Gauge({
        name: 'collected',
        help: 'How often',
        registers: [],
        collect() {
          this.set((collected += 1));
        },
      }),
    );
    const text = new MetricsText(registry);
    const answers = await Promise.all(Array.from({ length: 64 }, () => text.read()));
    expect([new Set(answers).size, collected]).toEqual([1, 1]);
  });
});
