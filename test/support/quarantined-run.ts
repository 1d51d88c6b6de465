import { appendTo, EventStore } from '#ledger/events/event-store.js';
import { ExecutionFailed, ExecutionStarted, executionStream } from '#engine/execution.events.js';
import { SystemIds } from '#host/system-ids.js';
import type { TestApp } from './test-app.js';

const ids = new SystemIds();

/** Stores a run that began as this one, and was quarantined before its first block. @returns its id */
export async function quarantinedLike({ app }: TestApp, executionId: string): Promise<string> {
  const store = app.get(EventStore, { strict: false });
  const [started] = await store.read(executionStream, executionId, 0, 1);
  if (started?.type !== 'execution.started') throw new Error(`Run ${executionId} has no events`);
  const { workspaceId, startedAt: endedAt } = started.payload;
  const failed = ExecutionFailed({ error: 'The run was quarantined', reason: 'quarantined', output: {}, endedAt, durationMs: 0 });
  const quarantined = ids.next();
  const events = [ExecutionStarted(started.payload), failed];
  await store.append({ streams: [appendTo(executionStream.at(quarantined, workspaceId), { expected: 0, events, meta: {} })] });
  return quarantined;
}
