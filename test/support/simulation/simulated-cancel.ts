import { LeaseLost, StreamConflict, type Lease } from '#ledger/events/event-store.js';
import { timer } from '#ledger/work/timer.js';
import { workItem } from '#ledger/work/work-item.js';
import { DomainError } from '#kernel/errors.js';
import { ExecutionCancelled, executionStream, type ExecutionEvent } from '../../../src/engine/execution.events.js';
import { foldExecution, isOver } from '../../../src/engine/execution.state.js';
import type { SimulatedProcess, Surroundings } from './simulated-process.js';

interface Cancelling {
  readonly executionId: string;
  readonly parts: Surroundings;
  readonly all: readonly SimulatedProcess[];
}

const patienceMs = 1_000;
const tries = 3;

/** A caller cancels the run at one process. The process notifies the process that drives the run, and ends the run itself if that one does not. */
export async function cancelFrom(process: SimulatedProcess, cancelling: Cancelling): Promise<void> {
  const { parts, all, executionId } = cancelling;
  const tell = (): void => {
    for (const each of all)
      parts.time.after(
        parts.network.latency(),
        `process ${each.owner} receives the request to cancel`,
        each,
        () => void each.active.cancel(executionId),
      );
  };
  tell();
  await new Promise<void>((resolve) => void parts.time.after(patienceMs, 'patience is over', process, resolve));
  for (let attempt = 1; attempt <= tries; attempt += 1) {
    if (await isEnded(process, cancelling).catch(() => false)) return;
    await end(process, cancelling).catch((error: unknown) => {
      // Another process was faster, or the database was unavailable: read the run again.
      if (!(error instanceof LeaseLost || error instanceof StreamConflict || error instanceof DomainError)) throw error;
    });
    tell();
  }
}

async function isEnded({ store }: SimulatedProcess, { executionId }: Cancelling): Promise<boolean> {
  const state = foldExecution(await read(store, executionId));
  return state !== undefined && isOver(state);
}

/** Ends a run that no process ends, as the canceller of the server does. The real one uses the clock of the machine. */
async function end(process: SimulatedProcess, { executionId, parts }: Cancelling): Promise<void> {
  const { store, driver, jobs } = process;
  const job = await jobs.find(executionId);
  const before = foldExecution(await read(store, executionId));
  const lease = (job === undefined ? undefined : await take(process, job.jobId)) ?? (await take(process, executionId));
  if (lease === undefined && before?.status !== 'paused') return;
  const history = await read(store, executionId);
  const state = foldExecution(history);
  const endedAt = new Date(parts.time.now).toISOString();
  const latest = await jobs.find(executionId);
  const streams = latest === undefined || latest.completedAt !== null ? [] : [latest.cancelling(endedAt, {})];
  const writes = [lease === undefined ? timer.remove({ id: executionId }) : workItem.remove({ id: lease.itemId })];
  const held = lease === undefined ? {} : { lease };
  if (state === undefined || isOver(state)) return store.append({ streams, writes, ...held });
  const event = ExecutionCancelled({ endedAt, durationMs: parts.time.now - Date.parse(state.started.startedAt) });
  await driver.end({ executionId, history, meta: {}, ...held, finishing: () => ({ streams, writes }) }, event);
}

async function take({ queue, owner }: SimulatedProcess, itemId: string): Promise<Lease | undefined> {
  const fence = await queue.take(owner, itemId);
  return fence === undefined ? undefined : { itemId, fence };
}

function read(store: SimulatedProcess['store'], executionId: string): Promise<readonly ExecutionEvent[]> {
  return store.read(executionStream, executionId);
}
