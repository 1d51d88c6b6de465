import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../support/eventually.js';
import { startKilledServers, type KilledServers } from '../support/killed-servers.js';
import { askBlock } from '../support/resume-api.js';
import { blockWith, inARow } from '../support/run-api.js';
import { startSilentServer, type SilentServer } from '../support/silent-server.js';

let servers: KilledServers;
let outside: SilentServer;

/** Runs that a process has active at the same time. */
const slots = 3;

beforeAll(async () => {
  outside = await startSilentServer();
  servers = await startKilledServers({ SLUICE_WORKER_CONCURRENCY: String(slots) });
}, 120_000);

afterAll(async () => {
  await servers.finish();
  await outside.close();
});

interface Run {
  readonly workflowId: string;
  readonly executionId: string;
}

async function start(workflowId: string, count: number): Promise<readonly Run[]> {
  const runs: Run[] = [];
  for (let n = 0; n < count; n += 1) {
    const path = `/api/workflows/${workflowId}/execute`;
    runs.push({ workflowId, ...(await servers.send<{ executionId: string }>('POST', path, { async: true })) });
  }
  return runs;
}

const states = (runs: readonly Run[]): Promise<readonly string[]> =>
  Promise.all(
    runs.map(async ({ workflowId, executionId }) => {
      const path = `/api/workflows/${workflowId}/executions/${executionId}`;
      const { status, error } = await servers.send<{ status: string; error: string | null }>('GET', path);
      return error ?? status;
    }),
  );

describe('a server that is killed as soon as it has answered that workflows are deleted', () => {
  it('leaves no run of them queued, active or paused, and none calls anything more', async () => {
    const call = blockWith('call', 'api', { url: outside.url, method: 'POST', body: '{}', timeout: '120000' });
    const nap = blockWith('nap', 'wait', { timeValue: '30', async: true, timeUnitLong: 'days' });
    const asking = await servers.deploy('Asks', inARow(askBlock('ask'), call));
    const waiting = await servers.deploy('Waits', inARow(nap, call));
    const calling = await servers.deploy('Calls', inARow(call));
    const paused = [...(await start(asking, 3)), ...(await start(waiting, 3))];
    await eventually(async () => expect(new Set(await states(paused))).toEqual(new Set(['paused'])));
    const active = await start(calling, 2 * slots);
    await eventually(() => expect(outside.waiting).toBe(active.length));
    const queued = await start(calling, 20);
    expect(new Set(await states(queued))).toEqual(new Set(['queued']));

    const [first] = servers.servers;
    if (first === undefined) throw new Error('No server was started');
    const answers = await Promise.all([asking, waiting, calling].map((id) => first.call('DELETE', `/api/v1/workflows/${id}`)));
    await first.kill('SIGKILL');
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);

    const runs = [...paused, ...active, ...queued];
    const cancelled = 'The run was cancelled because its workflow was deleted';
    await eventually(async () => expect(new Set(await states(runs))).toEqual(new Set([cancelled])), 60_000);
    await eventually(() => expect(outside.waiting).toBe(0));
    for (const table of ['work_item', 'timer']) await eventually(async () => expect(await servers.count(table)).toBe(0));
    expect(await servers.count(`paused_execution where status in ('paused', 'partially_resumed')`)).toBe(0);
    expect(await servers.count(`run_event where type = 'execution.cancelled'`)).toBe(paused.length + active.length);
    expect(await servers.count(`run_event where type = 'execution.effect-intended'`)).toBe(active.length);
  }, 180_000);
});
