import { Injectable } from '@nestjs/common';
import { Counter, Registry } from 'prom-client';
import { OverloadGate } from '#edge/gate/overload-gate.js';
import { stallWatch, type StallCount } from '#host/loop/stall-watch.js';
import { SecurityLog } from '#host/logging/security-log.js';
import { counter, gauge } from './plain-metrics.js';

/** Admitted and refused requests. */
@Injectable()
export class GateMetrics {
  constructor(registry: Registry, gate: OverloadGate, security: SecurityLog) {
    registry.registerMetric(securityCounter(security));
    registry.registerMetric(
      stallCounter(
        'sluice_stalls_total',
        'How often the event loop of this process stood still for more than 100 ms',
        ({ count }) => count,
      ),
    );
    registry.registerMetric(
      stallCounter('sluice_stall_cpu_seconds_total', 'Processor time of the stalls of the event loop', ({ cpuMs }) => cpuMs / 1000),
    );
    registry.registerMetric(
      gauge('sluice_requests_limit', 'Requests that this process works on at the same time, at most', () => gate.limit),
    );
    registry.registerMetric(gauge('sluice_requests_in_progress', 'Requests that this process works on', () => gate.inProgress));
    registry.registerMetric(gauge('sluice_requests_arriving', 'Requests whose body is still arriving', () => gate.arriving));
    registry.registerMetric(
      counter('sluice_requests_refused_total', 'Requests that were answered with 503 because the process was busy', () => gate.refused),
    );
  }
}

/** By what occupied the event loop: the type of a block, or a route. */
function stallCounter(name: string, help: string, read: (stalls: StallCount) => number): Counter<'kind' | 'name'> {
  return new Counter({
    name,
    help,
    labelNames: ['kind', 'name'],
    registers: [],
    collect() {
      this.reset();
      for (const stalls of stallWatch.counts) this.inc({ kind: stalls.kind, name: stalls.name }, read(stalls));
    },
  });
}

function securityCounter(security: SecurityLog): Counter<'event'> {
  return new Counter({
    name: 'sluice_security_events_total',
    help: 'Events of the security log, those without a line included',
    labelNames: ['event'],
    registers: [],
    collect() {
      this.reset();
      for (const [event, count] of security.counts) this.inc({ event }, count);
    },
  });
}
