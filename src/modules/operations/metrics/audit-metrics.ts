import { Injectable } from '@nestjs/common';
import { Gauge, Registry } from 'prom-client';
import type { Lag } from '#ledger/projections/event-feed.js';
import { VitalSigns } from '#ledger/vitals/vital-signs.js';
import { AuditLag } from '#modules/audit/index.js';

/** The lag of the audit log behind the events. While the database does not answer, there are no values. */
@Injectable()
export class AuditMetrics {
  constructor(registry: Registry, audit: AuditLag, vitals: VitalSigns) {
    const read = async (): Promise<Lag | undefined> =>
      (await vitals.read()) === undefined ? undefined : audit.read().catch(() => undefined);
    const gauge = (name: string, help: string, value: (lag: Lag) => number): void =>
      registry.registerMetric(
        new Gauge({
          name,
          help,
          registers: [],
          async collect() {
            const lag = await read();
            this.remove({});
            if (lag !== undefined) this.set(value(lag));
          },
        }),
      );
    gauge('sluice_audit_lag_seconds', 'Age of the oldest event that the audit log has not passed', ({ ms }) => ms / 1000);
    gauge('sluice_audit_lag_events', 'Events that the audit log has not passed; beyond 10,000 not all are counted', ({ events }) => events);
  }
}
