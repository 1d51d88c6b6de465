import { Injectable } from '@nestjs/common';
import { Histogram, Registry } from 'prom-client';
import { Telemetry } from '#host/logging/telemetry/telemetry.js';
import type { ExecutionEvent } from '#engine/execution.events.js';
import type { ExecutionStart, Started } from '../../jobs/execution-start.js';
import { RunSpans } from './run-spans.js';

/** Most workflows with series of their id. Further ones are `other`. */
const mostWorkflows = 100;

/** What telemetry says about the runs that this process drives. */
@Injectable()
export class RunTelemetry {
  /** Its series name workflows, so they are sent to the receiver of the operator, and `/metrics`, which may be public, does not have them. */
  readonly registry = new Registry();
  readonly #workflows = new Set<string>();
  readonly #durations = new Histogram({
    name: 'sluice_run_duration_seconds',
    help: 'Duration of runs that this process has ended, without the time for which they were paused',
    labelNames: ['workflow', 'outcome'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800],
    registers: [this.registry],
  });

  constructor(private readonly telemetry: Telemetry) {}

  /** To be called with each event that is recorded; undefined: no telemetry is sent. */
  observerOf(executionId: string, start: ExecutionStart | Started): ((event: ExecutionEvent) => void) | undefined {
    const trace = this.telemetry.traceOf(executionId, start.traceparent);
    if (trace === undefined) return undefined;
    const startedAt = 'startedAt' in start ? start.startedAt : undefined;
    const spans = new RunSpans({ executionId, ...start, trace }, (span) => this.telemetry.send(span), startedAt);
    return (event) => {
      if (trace.isSampled) spans.take(event);
      this.#count(start.workflowId, event);
    };
  }

  #count(workflowId: string, { type, payload }: ExecutionEvent): void {
    if (type !== 'execution.completed' && type !== 'execution.failed' && type !== 'execution.cancelled') return;
    const isKnown = this.#workflows.has(workflowId) || this.#workflows.size < mostWorkflows;
    if (isKnown) this.#workflows.add(workflowId);
    this.#durations.observe(
      { workflow: isKnown ? workflowId : 'other', outcome: type.slice('execution.'.length) },
      payload.durationMs / 1000,
    );
  }
}
