import { diag, DiagLogLevel, SpanKind, SpanStatusCode, TraceFlags, type HrTime } from '@opentelemetry/api';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes, type Resource } from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BatchSpanProcessor, type ReadableSpan } from '@opentelemetry/sdk-trace';
import { RegistryProducer } from './registry-producer.js';
import type { FinishedSpan, Sender } from './finished-span.js';

interface Receiver {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly resource: Readonly<Record<string, string>>;
}

const metricsEveryMs = 60_000;
const closeWithinMs = 2_000;
const reportEveryMs = 60_000;

/** Sends by OTLP over HTTP, as JSON. A receiver that is away is reported once a minute. */
export function openSender({ url, headers, resource: attributes }: Receiver, warn: (message: string) => void): Sender {
  reportTo(warn);
  const resource = resourceFromAttributes(attributes);
  const exporter = new OTLPTraceExporter({ url: `${url}/v1/traces`, headers: { ...headers }, timeoutMillis: 5_000 });
  const processor = new BatchSpanProcessor({ exporter });
  let meters: MeterProvider | undefined;
  return {
    send: (span) => processor.onEnd(readable(span, resource)),
    watch: (registries) => {
      const metricExporter = new OTLPMetricExporter({ url: `${url}/v1/metrics`, headers: { ...headers }, timeoutMillis: 5_000 });
      const metricProducers = registries.map((registry) => new RegistryProducer(registry, resource));
      const reader = new PeriodicExportingMetricReader({ exporter: metricExporter, exportIntervalMillis: metricsEveryMs, metricProducers });
      meters = new MeterProvider({ resource, readers: [reader] });
    },
    close: async () => {
      const closing = Promise.all([processor.shutdown(), meters?.shutdown()]).catch(() => undefined);
      await Promise.race([closing, new Promise((resolve) => setTimeout(resolve, closeWithinMs).unref())]);
    },
  };
}

/** The library reports through a global logger. */
function reportTo(warn: (message: string) => void): void {
  let reportedAt = -reportEveryMs;
  const report = (message: string): void => {
    if (performance.now() - reportedAt < reportEveryMs) return;
    reportedAt = performance.now();
    warn(`Telemetry cannot be sent: ${message.slice(0, 300)}`);
  };
  const ignore = (): void => undefined;
  diag.setLogger(
    { error: report, warn: report, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
}

/** Spans have their ids and times already, so no tracer makes them. */
function readable({ name, trace, isParentRemote, startedAt, endedAt, attributes, error }: FinishedSpan, resource: Resource): ReadableSpan {
  const { traceId, spanId, parentSpanId } = trace;
  const traceFlags = TraceFlags.SAMPLED;
  const [startTime, endTime] = [hrTimeOf(startedAt), hrTimeOf(endedAt)];
  return {
    name,
    kind: SpanKind.INTERNAL,
    spanContext: () => ({ traceId, spanId, traceFlags }),
    ...(parentSpanId === undefined ? {} : { parentSpanContext: { traceId, spanId: parentSpanId, traceFlags, isRemote: isParentRemote } }),
    startTime,
    endTime,
    duration: hrTimeOfMs(Math.max(0, Date.parse(endedAt) - Date.parse(startedAt))),
    status: error === undefined ? { code: SpanStatusCode.OK } : { code: SpanStatusCode.ERROR, message: error },
    attributes: { ...attributes },
    links: [],
    events: [],
    ended: true,
    resource,
    instrumentationScope: { name: 'sluice' },
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  };
}

const hrTimeOfMs = (ms: number): HrTime => [Math.floor(ms / 1000), (ms % 1000) * 1_000_000];
const hrTimeOf = (iso: string): HrTime => hrTimeOfMs(Date.parse(iso));
