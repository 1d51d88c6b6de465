import { Injectable } from '@nestjs/common';
import { EventStore } from '#ledger/events/event-store.js';
import { jsonSize, type Json } from '#kernel/json.js';
import { foldExecution } from '#engine/execution.state.js';
import { redactCredentials } from '#engine/masking/credential-names.js';
import { spendingOf } from '#engine/trace/run-spending.js';
import { traceSpans, workflowsIn } from '#engine/trace/spans.js';
import { type ExecutionEvent } from '#engine/execution.events.js';
import { type LabelsOf } from '#engine/trace/trace-span.js';
import { Deployments, WorkflowDirectory } from '#modules/workflows/index.js';
import { RunIntegrity } from '#modules/audit/index.js';
import type { LogView, RunHistory } from './log-view.js';
import { modelUses } from './model-uses.js';
import { runEvents } from './diagnosis/run-events.js';

const readAtOnce = 4;
/** Bytes of block inputs and outputs in the trace of one run. */
const mostTraced = 16 * 1024 * 1024;
const noHistory: RunHistory = { input: null, finalOutput: null, models: {}, costUsd: null, traceSpans: [] };

/** Adds details to entries. Histories are folded from the streams of runs, so that no data is stored twice. */
@Injectable()
export class LogDetails {
  constructor(
    private readonly store: EventStore,
    private readonly deployments: Deployments,
    private readonly directory: WorkflowDirectory,
    private readonly integrity: RunIntegrity,
  ) {}

  /** The entries with their workflows. */
  async described(entries: readonly LogView[]): Promise<readonly LogView[]> {
    const known = await this.directory.describe([...new Set(entries.map(({ workflowId }) => workflowId))]);
    const byId = new Map(known.map((workflow) => [workflow.id, workflow]));
    return entries.map((entry) => {
      const workflow = byId.get(entry.workflowId);
      return workflow === undefined ? entry : { ...entry, workflow };
    });
  }

  /** The first entries with their histories: all of them, or as many as it takes to pass about `budget` bytes. */
  async withHistories(entries: readonly LogView[], withTraceSpans: boolean, budget: number): Promise<readonly LogView[]> {
    const complete: LogView[] = [];
    let bytes = 0;
    while (complete.length < entries.length && bytes < budget) {
      const next = entries.slice(complete.length, complete.length + readAtOnce);
      const filled = await Promise.all(next.map(async (entry) => ({ ...entry, history: await this.history(entry, withTraceSpans) })));
      complete.push(...filled);
      for (const { history } of filled) bytes += jsonSize(history as unknown as Json, budget);
    }
    return complete;
  }

  /** A run whose stream is no longer kept, or was changed so that it cannot be read, has an empty history. */
  async history({ id, workspaceId }: Pick<LogView, 'id' | 'workspaceId'>, withTraceSpans: boolean): Promise<RunHistory> {
    try {
      return await this.#history(id, withTraceSpans);
    } catch (error) {
      await this.integrity.explain(error, id, workspaceId);
      return noHistory;
    }
  }

  async #history(id: string, withTraceSpans: boolean): Promise<RunHistory> {
    const events = await runEvents(this.store, id, withTraceSpans ? mostTraced : 0);
    const state = foldExecution(events);
    if (state === undefined) return noHistory;
    const { origin, input } = state.started;
    const spending = spendingOf(events);
    return {
      ...(origin === undefined ? {} : { origin }),
      input: redactCredentials(input),
      finalOutput: state.endedAt === null ? null : redactCredentials(state.output),
      models: modelUses(spending.models),
      costUsd: spending.costUsd,
      traceSpans: withTraceSpans ? traceSpans(events, await this.#labels(events)) : [],
    };
  }

  async #labels(events: readonly ExecutionEvent[]): Promise<LabelsOf> {
    const found = await Promise.all(
      workflowsIn(events).map(async ({ workflowId, version }) => {
        const { blocks } = await this.deployments.document(workflowId, version);
        return [`${workflowId}@${version}`, blocks] as const;
      }),
    );
    const labels = new Map(found);
    return (workflowId, version) => labels.get(`${workflowId}@${version}`) ?? {};
  }
}
