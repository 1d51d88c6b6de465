import type { SluiceClient, TraceSpan } from '#client';
import { setTimeout as delay } from 'node:timers/promises';

interface TracedRun {
  readonly client: SluiceClient;
  readonly workflowId: string;
  readonly executionId: string;
}

const lookEveryMs = 500;

/** The trace of a run so far; undefined when the key may not read logs. */
export async function traceOf({ client, workflowId, executionId }: TracedRun): Promise<readonly TraceSpan[] | undefined> {
  try {
    const { workspaceId } = (await client.workflows.get(workflowId)).data;
    const filter = { workspaceId, executionId, workflowIds: [workflowId], includeTraceSpans: true, details: 'full', limit: 1 } as const;
    const { data } = await client.logs.list(filter);
    return data[0]?.traceSpans ?? [];
  } catch (error) {
    if ((error as { status?: unknown }).status === 403) return undefined;
    throw error;
  }
}

/** Shows the trace of a run repeatedly until `signal` is aborted. @returns whether the key may read it */
export async function followTrace(run: TracedRun, show: (spans: readonly TraceSpan[]) => void, signal: AbortSignal): Promise<boolean> {
  while (!signal.aborted) {
    // The stream reports the end of the run, so a failed read of the trace is ignored.
    const spans = await traceOf(run).catch(() => []);
    if (spans === undefined) return false;
    if (!signal.aborted && spans.length > 0) show(spans);
    await delay(lookEveryMs, undefined, { signal }).catch(() => undefined);
  }
  return true;
}
