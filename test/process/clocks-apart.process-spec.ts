import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { startEffectSink, type EffectSink } from '../support/effect-sink.js';
import { eventually } from '../support/eventually.js';
import { jump, jumpingClock } from '../support/jumping-clock.js';
import { reachServers } from '../support/reached-servers.js';
import { blockWith, inARow } from '../support/run-api.js';
import { serverEnv, startServerProcess, type ServerProcess } from '../support/server-process.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

const hourMs = 3_600_000;

let database: TestDatabase;
let sink: EffectSink;
const started: ServerProcess[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  sink = await startEffectSink(() => 1000);
}, 60_000);
afterEach(() => Promise.all(started.splice(0).map((server) => server.kill('SIGKILL'))));
afterAll(async () => {
  await sink.close();
  await database.drop();
});

interface Run {
  readonly executionData: { readonly status: string };
  readonly startedAt: string;
  readonly endedAt: string;
}

/** A process whose clock is right, too early or too late. */
async function start(clock: 'right' | 'early' | 'late'): Promise<ServerProcess> {
  const server = await startServerProcess(await serverEnv(database, jumpingClock(3)));
  started.push(server);
  if (clock !== 'right') await set(server, -3);
  if (clock === 'late') await set(server, 3);
  return server;
}

async function set(server: ServerProcess, hoursAhead: number): Promise<void> {
  jump(server);
  await eventually(async () => {
    const { body } = await server.call<{ checks: { clock: { skewMs: number } } }>('GET', '/health/ready');
    expect(Math.round(body.checks.clock.skewMs / hourMs)).toBe(hoursAhead);
  });
}

/** A run that the first process begins and the second one ends. */
async function takenOver([first, second]: readonly [ServerProcess, ServerProcess], meanwhile = (): void => undefined): Promise<Run> {
  const { deploy, workspaceId } = await reachServers([first]);
  const calls = sink.seen.size;
  const workflowId = await deploy(
    `Calls ${calls}`,
    inARow(
      blockWith('call', 'api', { url: sink.url, method: 'POST', body: '{}' }),
      blockWith('again', 'api', { url: `${sink.url}/again`, method: 'POST', body: '{}' }),
    ),
  );
  const lost = first.call('POST', `/api/workflows/${workflowId}/execute`, {}).catch(() => undefined);
  await eventually(async () => expect(sink.seen.size).toBe(calls + 1));
  meanwhile();
  await first.kill('SIGKILL');
  await lost;
  return eventually(async () => {
    const { body } = await second.call<{ data: Run[] }>(
      'GET',
      `/api/v1/logs?workspaceId=${workspaceId}&workflowIds=${workflowId}&details=full`,
    );
    const [run] = body.data;
    if (run === undefined || run.executionData.status === 'running') throw new Error(JSON.stringify(body));
    return run;
  }, 40_000);
}

describe('processes whose clocks are three hours apart', () => {
  it.each([
    ['right', 'late'],
    ['right', 'early'],
    ['late', 'right'],
    ['early', 'right'],
    ['early', 'late'],
  ] as const)('take a run over with the time that it has left: one is %s, the next one %s', async (former, next) => {
    const run = await takenOver([await start(former), await start(next)]);
    expect(run.executionData.status).toBe('completed');
    expect([hoursOff(run.startedAt), hoursOff(run.endedAt)]).toEqual([0, 0]);
  });

  it('take a run over after their clocks were set', async () => {
    const servers = [await start('right'), await start('right')] as const;
    const run = await takenOver(servers, () => servers.forEach(jump));
    expect([run.executionData.status, hoursOff(run.endedAt)]).toEqual(['completed', 0]);
  });
});

function hoursOff(time: string): number {
  return Math.round(Math.abs(Date.parse(time) - Date.now()) / hourMs);
}
