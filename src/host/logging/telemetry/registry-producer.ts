import type { HrTime } from '@opentelemetry/api';
import { ValueType } from '@opentelemetry/api';
import type { Resource } from '@opentelemetry/resources';
import {
  AggregationTemporality,
  DataPointType,
  type CollectionResult,
  type DataPoint,
  type Histogram,
  type MetricData,
  type MetricProducer,
} from '@opentelemetry/sdk-metrics';
import type { Registry } from 'prom-client';

type Labels = Readonly<Record<string, string | number>>;

/** As `prom-client` returns a series. */
export interface Series {
  readonly name: string;
  readonly help: string;
  readonly type: string;
  readonly values: readonly { readonly value: number; readonly labels: Labels; readonly metricName?: string }[];
}

/** Gives the series of `/metrics` to a receiver of OpenTelemetry, under the same names. */
export class RegistryProducer implements MetricProducer {
  readonly #startedAt = hrTime();

  constructor(
    private readonly registry: Registry,
    private readonly resource: Resource,
  ) {}

  async collect(): Promise<CollectionResult> {
    try {
      const series = (await this.registry.getMetricsAsJSON()) as unknown as readonly Series[];
      const metrics = metricsOf(series, [this.#startedAt, hrTime()]);
      return { resourceMetrics: { resource: this.resource, scopeMetrics: [{ scope: { name: 'sluice' }, metrics }] }, errors: [] };
    } catch (error) {
      return { resourceMetrics: { resource: this.resource, scopeMetrics: [] }, errors: [error] };
    }
  }
}

/** Counters, gauges and histograms. Series without a value are left out. */
export function metricsOf(all: readonly Series[], [startTime, endTime]: readonly [HrTime, HrTime]): MetricData[] {
  const times = { startTime, endTime };
  return all.flatMap((series): MetricData[] => {
    const descriptor = { name: series.name, description: series.help, unit: '', valueType: ValueType.DOUBLE };
    const base = { descriptor, aggregationTemporality: AggregationTemporality.CUMULATIVE };
    if (series.values.length === 0) return [];
    if (series.type === 'histogram') return [{ ...base, dataPointType: DataPointType.HISTOGRAM, dataPoints: histogramsOf(series, times) }];
    const dataPoints = series.values.map(({ value, labels }) => ({ ...times, attributes: { ...labels }, value }));
    if (series.type === 'counter') return [{ ...base, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints }];
    return series.type === 'gauge' ? [{ ...base, dataPointType: DataPointType.GAUGE, dataPoints }] : [];
  });
}

/** Prometheus counts a value in every bucket above it, OpenTelemetry in one. */
function histogramsOf({ name, values }: Series, times: Pick<DataPoint<number>, 'startTime' | 'endTime'>): DataPoint<Histogram>[] {
  const groups = new Map<string, { labels: Labels; buckets: [number, number][]; sum: number; count: number }>();
  for (const { value, labels: all, metricName } of values) {
    const { le, ...labels } = all;
    const key = JSON.stringify(labels);
    const group = groups.get(key) ?? { labels, buckets: [], sum: 0, count: 0 };
    groups.set(key, group);
    if (metricName === `${name}_sum`) group.sum = value;
    else if (metricName === `${name}_count`) group.count = value;
    else if (le !== '+Inf') group.buckets.push([Number(le), value]);
  }
  return [...groups.values()].map(({ labels, buckets, sum, count }) => {
    const cumulated = [...buckets.map(([, value]) => value), count];
    const counts = cumulated.map((value, index) => value - (cumulated[index - 1] ?? 0));
    return { ...times, attributes: { ...labels }, value: { buckets: { boundaries: buckets.map(([le]) => le), counts }, sum, count } };
  });
}

function hrTime(): HrTime {
  const ms = performance.timeOrigin + performance.now();
  return [Math.floor(ms / 1000), Math.floor((ms % 1000) * 1_000_000)];
}
