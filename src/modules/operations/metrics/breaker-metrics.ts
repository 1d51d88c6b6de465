import { Injectable } from '@nestjs/common';
import { Gauge, Registry } from 'prom-client';
import { OperatorBreakers } from '#modules/models/index.js';

/** The circuit breakers of the model providers of the operator. */
@Injectable()
export class BreakerMetrics {
  constructor(registry: Registry, breakers: OperatorBreakers) {
    const metric = new Gauge({
      name: 'sluice_model_breaker_state',
      help: 'The state in which this process has the circuit breaker of a provider of models: 1',
      labelNames: ['provider', 'state'],
      registers: [],
      collect() {
        this.reset();
        for (const [provider, state] of breakers.states()) this.set({ provider, state }, 1);
      },
    });
    registry.registerMetric(metric);
  }
}
