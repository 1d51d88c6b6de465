import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { EventStore } from '#ledger/events/event-store.js';
import { Signals } from '#ledger/signals/signals.js';
import { ActiveRuns } from '#modules/runs/drive/active-runs.js';
import { TextPieces } from '#modules/runs/store/texts/text-pieces.js';
import { eventually } from '../../support/eventually.js';
import { openStream } from '../../support/event-stream.js';
import { blockWith, deployState, functionBlock, inARow } from '../../support/run-api.js';
import { serverPassword, signalsServers, startSmallServer, type SignalsServer } from '../../support/signals-server.js';
import { startSilentServer, type SilentServer } from '../../support/silent-server.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

/** The level of warnings in a log line. */
const warn = 40;

const owner = (at: TestApp) => at.as(at.first.apiKey);

const isConnected = (app: TestApp) => eventually(() => expect(app.app.get(Signals).state.server).toBe('connected'));

/** Two processes on one database and one signals server. */
async function startTwo(server: SignalsServer): Promise<[TestApp, TestApp]> {
  const env = { SLUICE_OUTBOUND_ALLOW: '127.0.0.1', SLUICE_SIGNALS_URL: server.address };
  const one = await startTestApp({ inProcess: true, env });
  const other = await startTestApp({ env, beside: one });
  await Promise.all([one, other].map(isConnected));
  return [one, other];
}

describe('a signals server', () => {
  let server: SignalsServer;
  let outside: SilentServer;
  let one: TestApp;
  let other: TestApp;
  let calling: string;

  beforeAll(async () => {
    server = await startSmallServer();
    outside = await startSilentServer();
    [one, other] = await startTwo(server);
    const call = blockWith('call', 'api', { url: outside.url, method: 'POST', body: '{}', timeout: '120000' });
    calling = await deployState(one, inARow(functionBlock('before', 'return { done: 1 }'), call));
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });
  afterAll(async () => {
    await other.close();
    await one.close();
    await outside.close();
    await server.close();
  });

  /** A run of the first process that waits for an answer from the outside. */
  const begin = async (id: string) => {
    await eventually(() => expect(outside.waiting).toBe(0));
    const answer = owner(one)
      .post(`/api/workflows/${calling}/execute`)
      .set('X-Execution-Id', id)
      .send({})
      .then((given) => given);
    await eventually(() => expect(outside.waiting).toBe(1));
    return { answer, path: `/api/workflows/${calling}/executions/${id}` };
  };

  it('brings the frames of a run to another process, without a look at the database', async () => {
    const { answer, path } = await begin('frames');
    // What polls would find.
    jest.spyOn(other.app.get(EventStore), 'grown').mockResolvedValue([]);
    jest.spyOn(other.app.get(TextPieces), 'grown').mockResolvedValue([]);
    const stream = await openStream(other, { path: `${path}/stream?selectedOutputs=before.result` });
    await eventually(() => expect(stream.frames.map(({ data }) => data)).toContainEqual(expect.objectContaining({ blockId: 'before' })));
    await owner(one).post(`${path}/cancel`).expect(200);
    await stream.ended;
    await answer;
    expect(stream.frames.at(-1)?.data).toBe('[DONE]');
  });

  it('brings a cancellation to the process that drives the run', async () => {
    const { answer, path } = await begin('cancellation');
    expect(other.app.get(ActiveRuns).has('cancellation')).toBe(false);
    const { body } = await owner(other).post(`${path}/cancel`).expect(200);
    expect(body).toMatchObject({ success: true, locallyAborted: false });
    expect((await answer).status).toBe(499);
    await eventually(() => expect(outside.waiting).toBe(0));
  });

  it('is part of the health checks and the metrics, and its loss is logged once, without the password', async () => {
    const health = async () => (await one.as().get('/health/ready').expect(200)).body as { status: string; checks: { signals: object } };
    await eventually(async () => expect((await health()).checks.signals).toEqual({ status: 'ok', carrier: 'server' }));
    const metrics = async () => (await one.as().get('/metrics').expect(200)).text;
    await eventually(async () => expect(await metrics()).toMatch(/^sluice_signals_server_connected 1$/m));
    expect(await metrics()).toMatch(/^sluice_signals_hop_seconds 0\.\d+$/m);
    await server.stop();
    await eventually(async () => {
      expect(await health()).toMatchObject({ status: 'degraded', checks: { signals: { status: 'slow', carrier: 'postgres' } } });
      expect(await metrics()).toMatch(/^sluice_signals_server_connected 0$/m);
    });
    await server.start();
    await isConnected(one);
    const lines = one.logLines.filter(({ msg }) => String(msg).includes('signals server'));
    expect(lines).toContainEqual(
      expect.objectContaining({ level: warn, reason: expect.any(String), server: new URL(server.address).host }),
    );
    const levels = lines.map(({ level }) => level);
    expect(levels.filter((level, index) => level === levels[index - 1])).toEqual([]);
    const printed = JSON.stringify(one.logLines);
    for (const secret of [serverPassword, encodeURIComponent(serverPassword)]) expect(printed).not.toContain(secret);
  });
});

/** A short form of `bench signals`, which does the same with ten thousand runs. */
describe.each(signalsServers)('runs while %s fails', (_, startServer) => {
  let server: SignalsServer;
  let one: TestApp;
  let other: TestApp;
  let workflowId: string;

  beforeAll(async () => {
    server = await startServer();
    [one, other] = await startTwo(server);
    workflowId = await deployState(one, inARow(functionBlock('twice', 'return <start.n> * 2')));
  });
  afterAll(async () => {
    server.thaw();
    await other.close();
    await one.close();
    await server.close();
  });

  const faults: readonly (readonly [string, () => Promise<void> | void, () => Promise<void> | void])[] = [
    ['is stopped', () => server.stop(), () => server.start()],
    ['is frozen', () => server.freeze(), () => server.thaw()],
    ['is wiped', () => server.wipe(), () => undefined],
  ];

  it.each(faults)('end once each when it %s', async (_name, fail, repair) => {
    const started: string[] = [];
    const start = async (at: TestApp, n: number) => {
      const { body } = await owner(at).post(`/api/workflows/${workflowId}/execute`).send({ async: true, n }).expect(202);
      started.push(body.executionId as string);
    };
    const some = async (): Promise<void> => {
      for (let n = 0; n < 10; n += 1) await Promise.all([start(one, n), start(other, n)]);
    };
    await some();
    await fail();
    await some();
    await repair();
    await some();
    await eventually(async () => {
      const { rows } = await one.database.pool.query<{ runs: number; most: number }>(
        `select count(*)::int as runs, max(n)::int as most from (select count(*) as n from run_event
         where stream_id = any($1) and type = 'execution.completed' group by stream_id) as ended`,
        [started],
      );
      expect(rows).toEqual([{ runs: started.length, most: 1 }]);
    });
    await Promise.all([one, other].map(isConnected));
  });
});
