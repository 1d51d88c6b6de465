import { Module, type NestModule } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { Registry } from 'prom-client';
import { HttpMetrics } from '#edge/gate/http-metrics.js';
import { Telemetry } from '#host/logging/telemetry/telemetry.js';
import { VitalSigns } from '#ledger/vitals/vital-signs.js';
import { AuditModule } from '#modules/audit/index.js';
import { ExportsModule } from '#modules/exports/index.js';
import { McpModule } from '#modules/mcp/index.js';
import { ModelsModule } from '#modules/models/index.js';
import { McpCallMetrics } from '#modules/mcp/index.js';
import { ModelMetrics, RunsModule, RunTelemetry } from '#modules/runs/index.js';
import { ChatModule } from '#modules/chat/index.js';
import { TriggersModule } from '#modules/triggers/index.js';
import { ApiReferenceController } from './http/api-reference.controller.js';
import { HealthController } from './http/health.controller.js';
import { MetricsController } from './http/metrics.controller.js';
import { OperatorController } from './http/operator.controller.js';
import { AuditMetrics } from './metrics/audit-metrics.js';
import { BreakerMetrics } from './metrics/breaker-metrics.js';
import { DiskMetrics } from './metrics/disk-metrics.js';
import { ExportMetrics } from './metrics/export-metrics.js';
import { GateMetrics } from './metrics/gate-metrics.js';
import { MetricsServer } from './metrics/metrics-server.js';
import { MetricsText } from './metrics/metrics-text.js';
import { MetricsToken } from './metrics/metrics-token.js';
import { ProcessMetrics } from './metrics/process-metrics.js';
import { ChatMetrics } from './metrics/chat-metrics.js';
import { McpServerMetrics } from './metrics/mcp-server-metrics.js';
import { TriggerCounts, TriggerMetrics } from './metrics/trigger-metrics.js';
import { VitalMetrics } from './metrics/vital-metrics.js';
import { ClockWatch } from './queries/clock-watch.js';
import { Readiness } from './queries/readiness.js';
import { GetOperatorStatusHandler } from './queries/status/get-operator-status.query.js';
import { ProcessRoll } from './queries/status/process-roll.js';

/** Health, readiness, metrics and the API reference, for operators. */
@Module({
  imports: [AuditModule, ChatModule, ExportsModule, McpModule, ModelsModule, RunsModule, TriggersModule],
  controllers: [HealthController, MetricsController, OperatorController, ApiReferenceController],
  providers: [
    VitalSigns,
    Readiness,
    ProcessRoll,
    GetOperatorStatusHandler,
    ClockWatch,
    ProcessMetrics,
    GateMetrics,
    TriggerCounts,
    TriggerMetrics,
    ChatMetrics,
    McpServerMetrics,
    VitalMetrics,
    DiskMetrics,
    ExportMetrics,
    AuditMetrics,
    BreakerMetrics,
    MetricsText,
    MetricsToken,
    MetricsServer,
    { provide: Registry, useFactory: () => new Registry() },
    { provide: HttpMetrics, useFactory: (registry: Registry) => new HttpMetrics(registry), inject: [Registry] },
  ],
})
export class OperationsModule implements NestModule {
  constructor(
    private readonly adapterHost: HttpAdapterHost,
    private readonly http: HttpMetrics,
    registry: Registry,
    models: ModelMetrics,
    mcp: McpCallMetrics,
    telemetry: Telemetry,
    runs: RunTelemetry,
  ) {
    for (const metric of models.all) registry.registerMetric(metric);
    registry.registerMetric(mcp.calls);
    telemetry.watch(registry, runs.registry);
  }

  /** Registered at the adapter: middleware of the framework costs more on every request. */
  configure(): void {
    this.adapterHost.httpAdapter.use(this.http.handler);
  }
}
