import { Injectable } from '@nestjs/common';
import { Gauge, Registry } from 'prom-client';
import { VitalSigns, type Vitals } from '#ledger/vitals/vital-signs.js';

interface VitalGauge {
  readonly name: string;
  readonly help: string;
  /** The label that distinguishes the values; absent if there is one value. */
  readonly label?: string;
  readonly values: (vitals: Vitals) => readonly (readonly [value: number, label?: string])[];
}

const gauges: readonly VitalGauge[] = [
  {
    name: 'sluice_queue_items',
    help: 'Items of work in the queue of all processes',
    label: 'state',
    values: ({ queue }) => [
      [queue.waiting, 'waiting'],
      [queue.running, 'running'],
    ],
  },
  {
    name: 'sluice_queue_oldest_due_seconds',
    help: 'How long the oldest due item of work has waited',
    values: ({ queue }) => [[queue.oldestDueMs / 1000]],
  },
  {
    name: 'sluice_projection_lag_seconds',
    help: 'Age of the oldest event that a projection has not seen',
    label: 'projection',
    values: ({ projections }) => projections.map(({ name, lagMs }) => [lagMs / 1000, name]),
  },
  {
    name: 'sluice_projection_lag_events',
    help: 'Events that a projection has not seen; beyond 10,000 not all are counted',
    label: 'projection',
    values: ({ projections }) => projections.map(({ name, lagEvents }) => [lagEvents, name]),
  },
  {
    name: 'sluice_projection_dead_letters',
    help: 'Events that a projection could not digest',
    label: 'projection',
    values: ({ projections }) => projections.map(({ name, deadLetters }) => [deadLetters, name]),
  },
  {
    name: 'sluice_clock_skew_seconds',
    help: 'How far the clock of this machine is ahead of that of the database; negative if it is behind',
    values: ({ clockSkewMs }) => [[clockSkewMs / 1000]],
  },
  {
    name: 'sluice_horizon_age_seconds',
    help: 'Age of the oldest running transaction that writes: no asynchronous projection gets past it',
    values: ({ horizonAgeMs }) => [[horizonAgeMs / 1000]],
  },
];

/** Metrics from the database. While it does not answer, only `sluice_database_up` has a value. */
@Injectable()
export class VitalMetrics {
  constructor(registry: Registry, vitals: VitalSigns) {
    for (const gauge of gauges) registry.registerMetric(vitalGauge(vitals, gauge));
    registry.registerMetric(databaseUp(vitals));
  }
}

function databaseUp(vitals: VitalSigns): Gauge {
  return new Gauge({
    name: 'sluice_database_up',
    help: 'Whether the database answers in time',
    registers: [],
    async collect() {
      this.set((await vitals.read()) === undefined ? 0 : 1);
    },
  });
}

function vitalGauge(vitals: VitalSigns, { name, help, label, values }: VitalGauge): Gauge {
  return new Gauge({
    name,
    help,
    labelNames: label === undefined ? [] : [label],
    registers: [],
    async collect() {
      const reading = await vitals.read();
      this.reset();
      // A reset gauge without labels has the value zero, which would be wrong: without a reading it has no value.
      this.remove({});
      for (const [value, text] of reading === undefined ? [] : values(reading))
        this.set(text === undefined ? {} : { [String(label)]: text }, value);
    },
  });
}
