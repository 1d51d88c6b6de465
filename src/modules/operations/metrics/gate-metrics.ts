import { Injectable } from '@nestjs/common';
import { Registry } from 'prom-client';
import { OverloadGate } from '#infrastructure/http/overload-gate.js';
import { counter, gauge } from './plain-metrics.js';

/** Who was let in, and who was not. */
@Injectable()
export class GateMetrics {
  constructor(registry: Registry, gate: OverloadGate) {
    registry.registerMetric(
      gauge('sluice_requests_limit', 'Requests that this process works on at the same time, at most', () => gate.limit),
    );
    registry.registerMetric(
      counter('sluice_requests_refused_total', 'Requests that were answered with 503 because the process was busy', () => gate.refused),
    );
  }
}
