import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Registry } from 'prom-client';
import { VitalSigns } from '#ledger/vitals/vital-signs.js';
import { ExportStatus, type ConsumerStatus } from '#modules/exports/index.js';

/** The lag of the consumers of exports. While the database does not answer, there are no values. */
@Injectable()
export class ExportMetrics {
  constructor(registry: Registry, exports: ExportStatus, vitals: VitalSigns) {
    const readNow = async (): Promise<readonly ConsumerStatus[]> =>
      (await vitals.read()) === undefined ? [] : exports.read().catch(() => []);
    // The metrics of a scrape are collected at the same time, and a status reads a batch of each consumer.
    let reading: Promise<readonly ConsumerStatus[]> | undefined;
    const read = (): Promise<readonly ConsumerStatus[]> => (reading ??= readNow().finally(() => (reading = undefined)));
    const labelNames = ['consumer'] as const;
    registry.registerMetric(
      new Gauge({
        name: 'sluice_export_lag_seconds',
        help: 'How long the oldest batch or entry has waited that has not arrived at a consumer',
        labelNames,
        registers: [],
        async collect() {
          this.reset();
          for (const { consumer, lagMs } of await read()) this.set({ consumer }, lagMs / 1000);
        },
      }),
    );
    registry.registerMetric(
      new Gauge({
        name: 'sluice_export_lag_entries',
        help: 'Entries that are in no batch of a consumer yet; beyond 10,000 not all are counted',
        labelNames,
        registers: [],
        async collect() {
          const status = await read();
          this.reset();
          for (const { consumer, lagEntries } of status) this.set({ consumer }, lagEntries);
        },
      }),
    );
    registry.registerMetric(
      new Counter({
        name: 'sluice_export_batches_total',
        help: 'Batches that have arrived at a consumer: the number of the last one',
        labelNames,
        registers: [],
        async collect() {
          const status = await read();
          this.reset();
          for (const { consumer, batches } of status) this.inc({ consumer }, batches);
        },
      }),
    );
  }
}
