import { SystemIds } from '#host/system-ids.js';
import { ExecutionCompleted, ExecutionStarted, ModelAnswered } from '#engine/execution.events.js';
import { spentBy } from '#engine/trace/run-spending.js';
import { aModelCall } from './engine/agent-facts.js';
import type { TestStore } from './open-store.js';

type ModelCall = Parameters<typeof ModelAnswered>[0];

/** Who runs and pays. */
export interface Payer {
  readonly workspaceId: string;
  readonly accountId: string;
  readonly workflowId: string;
  readonly keyId?: string;
}

const ids = new SystemIds();

/** Appends a run that has called models, as a server would. @returns the id of the run */
export async function chargedRun(
  { store }: TestStore,
  payer: Payer,
  calls: readonly Partial<ModelCall>[],
  { startedAt = '2031-03-01T10:00:00.000Z', baseChargeUsd = 0.005 } = {},
): Promise<string> {
  const streamId = ids.next();
  const { workspaceId, keyId, ...paid } = payer;
  const started = ExecutionStarted({
    ...paid,
    workspaceId,
    startedAt,
    deadlineAt: startedAt,
    deploymentVersion: 1,
    trigger: 'api',
    mode: 'sync',
    input: {},
    userId: payer.accountId,
    baseChargeUsd,
    startBlockId: 'start',
  });
  const answered = calls.map((call, n) =>
    ModelAnswered(aModelCall({ ...paid, ...(keyId === undefined ? {} : { keyId }), effectKey: `k${n}`, endedAt: startedAt, ...call })),
  );
  const spent = spentBy([started, ...answered]);
  const end = ExecutionCompleted({ output: {}, endedAt: startedAt, durationMs: 0, ...(spent === undefined ? {} : { spent }) });
  const meta = keyId === undefined ? {} : { keyId };
  await store.append({ streams: [{ streamId, lifetime: 'run', workspaceId, expected: 0, events: [started, ...answered, end], meta }] });
  return streamId;
}
