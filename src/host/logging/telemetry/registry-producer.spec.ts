import { describe, expect, it } from '@jest/globals';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { metricsOf, type Series } from './registry-producer.js';

async function sent(...all: readonly (Counter | Gauge | Histogram)[]): Promise<unknown[]> {
  const registry = new Registry();
  for (const metric of all) registry.registerMetric(metric);
  const series = (await registry.getMetricsAsJSON()) as unknown as readonly Series[];
  return metricsOf(series, [
    [1, 0],
    [2, 0],
  ]).map(({ descriptor, dataPoints }) => [descriptor.name, dataPoints.map(({ attributes, value }) => [attributes, value])]);
}

describe('the metrics of a registry', () => {
  it('are sent under their names, with their labels', async () => {
    const counter = new Counter({ name: 'runs_total', help: 'Runs', labelNames: ['outcome'], registers: [] });
    counter.inc({ outcome: 'failed' }, 3);
    const gauge = new Gauge({ name: 'limit', help: 'Limit', registers: [] });
    gauge.set(7);
    expect(await sent(counter, gauge)).toEqual([
      ['runs_total', [[{ outcome: 'failed' }, 3]]],
      ['limit', [[{}, 7]]],
    ]);
  });

  it('count each value of a histogram in one bucket', async () => {
    const histogram = new Histogram({ name: 'seconds', help: 'Time', labelNames: ['route'], buckets: [0.1, 1], registers: [] });
    for (const value of [0.05, 0.5, 0.7, 9]) histogram.observe({ route: '/a' }, value);
    expect(await sent(histogram)).toEqual([
      ['seconds', [[{ route: '/a' }, { buckets: { boundaries: [0.1, 1], counts: [1, 2, 1] }, sum: 10.25, count: 4 }]]],
    ]);
  });

  it('leave out what has no value', async () => {
    expect(await sent(new Gauge({ name: 'absent', help: 'Absent', labelNames: ['a'], registers: [] }))).toEqual([]);
  });
});
