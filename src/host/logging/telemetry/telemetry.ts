import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Registry } from 'prom-client';
import { supervised, type Config } from '#host/config/config.js';
import type { Logger } from '#host/logging/logger.js';
import { packageVersion } from '#host/program/package-version.js';
import type { FinishedSpan, Sender } from './finished-span.js';
import { traceOfRun, traceparentOf, type RunTrace } from './trace-context.js';

type Settings = Pick<Config, 'otlpUrl' | 'otlpHeaders' | 'otlpSample' | 'role'>;

/** Sends traces of runs and metrics to a receiver of OpenTelemetry. Without SLUICE_OTLP_URL it does nothing, and no package of it is loaded. */
export class Telemetry {
  static readonly off = new Telemetry(undefined, 0);

  private constructor(
    private readonly sender: Sender | undefined,
    private readonly ratio: number,
  ) {}

  static async open(config: Settings, logger: Pick<Logger, 'warn'>): Promise<Telemetry> {
    const { otlpUrl: url } = config;
    if (url === undefined) return Telemetry.off;
    const { openSender } = await import('./otlp-sender.js');
    const settings = { url, headers: config.otlpHeaders, resource: resourceOf(config) };
    return new Telemetry(
      openSender(settings, (message) => logger.warn(message)),
      config.otlpSample,
    );
  }

  /** The trace of a run; undefined: its spans are not sent, and its requests carry no header. */
  traceOf(executionId: string, traceparent: string | undefined): RunTrace | undefined {
    return this.sender === undefined ? undefined : traceOfRun(executionId, traceparent, this.ratio);
  }

  /** The headers that a request of the run gets; those of its author come first. */
  headersOf(executionId: string, traceparent: string | undefined): Readonly<Record<string, string>> {
    const trace = this.traceOf(executionId, traceparent);
    return trace === undefined ? {} : { traceparent: traceparentOf(trace) };
  }

  /** Never waits and never throws: spans are sent together, and dropped when the receiver is away. */
  send(span: FinishedSpan): void {
    this.sender?.send(span);
  }

  /** Sends the metrics of registries once a minute. */
  watch(...registries: readonly Registry[]): void {
    this.sender?.watch(registries);
  }

  /** Sends what is left, for 2 s at most. */
  async close(): Promise<void> {
    await this.sender?.close();
  }
}

/** Processes of several containers often have the same number, and metrics of two processes with the same identity become one series. */
export function resourceOf({ role }: Pick<Config, 'role'>): Readonly<Record<string, string>> {
  return {
    'service.name': 'sluice',
    'service.version': packageVersion(),
    'service.instance.id': randomUUID(),
    'host.name': hostname(),
    'process.pid': String(process.pid),
    'sluice.role': role,
    ...(supervised.label === undefined ? {} : { 'sluice.process': supervised.label }),
  };
}
