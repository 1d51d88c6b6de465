import type { ExecutionEvent } from '#engine/execution.events.js';
import { spanIdOf, type RunTrace } from '#host/logging/telemetry/trace-context.js';
import type { FinishedSpan } from '#host/logging/telemetry/finished-span.js';

/** What a run is, as its spans say it. */
export interface TracedRun {
  readonly executionId: string;
  readonly workflowId: string;
  readonly workspaceId: string;
  readonly trigger: string;
  readonly mode: string;
  readonly trace: RunTrace;
}

/** Passed on by {@link RunSpans.take}: the types that end work. */
const ends = {
  'execution.completed': 'completed',
  'execution.failed': 'failed',
  'execution.cancelled': 'cancelled',
} as const;

/**
 * Makes the spans of a run from the events that this process records: one for each block that has run, and one for the run when it ends. Spans have no
 * input, output or error text, since a receiver may be open to others than the readers of a workspace.
 */
export class RunSpans {
  #startedAt: string | undefined;

  constructor(
    private readonly run: TracedRun,
    private readonly send: (span: FinishedSpan) => void,
    startedAt?: string,
  ) {
    this.#startedAt = startedAt;
  }

  take(event: ExecutionEvent): void {
    if (event.type === 'execution.started') this.#startedAt = event.payload.startedAt;
    else if (event.type === 'execution.block-completed' || event.type === 'execution.block-failed') this.#takeBlock(event);
    else if (event.type in ends) this.#takeEnd(event as Extract<ExecutionEvent, { type: keyof typeof ends }>);
  }

  #takeBlock({ type, payload }: Extract<ExecutionEvent, { type: 'execution.block-completed' | 'execution.block-failed' }>): void {
    const { node, blockId, startedAt, endedAt, tries = 1, recorded } = payload;
    // It ran in the run that this one repeats.
    if (recorded === true) return;
    const { executionId, trace } = this.run;
    const spanId = spanIdOf(executionId, `${node} ${startedAt}`);
    this.send({
      name: `block ${blockId}`,
      trace: { traceId: trace.traceId, spanId, parentSpanId: trace.spanId },
      isParentRemote: false,
      startedAt,
      endedAt,
      attributes: { 'sluice.run.id': executionId, 'sluice.block.id': blockId, 'sluice.block.node': node, 'sluice.block.tries': tries },
      ...(type === 'execution.block-failed' ? { error: 'The block failed' } : {}),
    });
  }

  #takeEnd({ type, payload }: Extract<ExecutionEvent, { type: keyof typeof ends }>): void {
    const { executionId, workflowId, workspaceId, trigger, mode, trace } = this.run;
    const outcome = ends[type];
    this.send({
      name: 'run',
      trace,
      isParentRemote: true,
      startedAt: this.#startedAt ?? payload.endedAt,
      endedAt: payload.endedAt,
      attributes: {
        'sluice.run.id': executionId,
        'sluice.run.outcome': outcome,
        'sluice.run.mode': mode,
        'sluice.run.trigger': trigger,
        'sluice.workflow.id': workflowId,
        'sluice.workspace.id': workspaceId,
      },
      ...(outcome === 'failed' ? { error: 'The run failed' } : {}),
    });
  }
}
