import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createLogger } from '#host/logging/logger.js';
import { ChangeFeed } from '#modules/logs/queries/changes/change-feed.js';
import { RunChanges } from '#modules/logs/queries/changes/run-changes.js';
import { eventually } from '../../support/eventually.js';
import { openStream, type OpenStream } from '../../support/event-stream.js';
import { createUser } from '../../support/issue-key.js';
import { askOnce, pausedRun, resumePath } from '../../support/resume-api.js';
import { deployState, functionBlock, inARow } from '../../support/run-api.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let server: TestApp;
let other: TestApp;
let workflow: string;
let asking: string;

beforeAll(async () => {
  server = await startTestApp();
  other = await startTestApp({ beside: server });
  workflow = await deployState(server, inARow(functionBlock('add', 'return 1 + 1')));
  asking = await askOnce(server);
}, 60_000);
afterAll(async () => {
  await other.close();
  await server.close();
});

interface Changes {
  readonly data: readonly {
    readonly executionId: string;
    readonly workflow: { readonly name: string };
    readonly executionData: { status: string };
  }[];
  readonly left: number;
  readonly isMissed: boolean;
  readonly nextAfter: string;
}

const owner = () => server.as(server.first.apiKey);
const path = (query = ''): string => `/api/v1/logs/changes?workspaceId=${server.first.workspaceId}${query}`;
const changesSince = async (after: string): Promise<Changes> =>
  (
    await owner()
      .get(path(`&after=${after}`))
      .expect(200)
  ).body as Changes;
const follow = (on: TestApp, headers = {}): Promise<OpenStream> =>
  openStream({ url: on.url, first: server.first }, { path: path(), headers: { Accept: 'text/event-stream', ...headers } });
const messages = ({ frames }: OpenStream): readonly Changes[] => frames.map(({ data }) => data as unknown as Changes);
const changed = (stream: OpenStream): readonly string[] =>
  messages(stream).flatMap(({ data }) => data.map(({ executionId, executionData }) => `${executionId} ${executionData.status}`));
const hasBegun = (stream: OpenStream): Promise<void> => eventually(() => expect(stream.frames.length).toBeGreaterThan(0));

async function run(): Promise<string> {
  const { body } = await owner().post(`/api/workflows/${workflow}/execute`).send({}).expect(200);
  return (body as { executionId: string }).executionId;
}

/** The place once the log contains everything so far. */
async function place(): Promise<string> {
  await owner().get(`/api/v1/logs?workspaceId=${server.first.workspaceId}`).expect(200);
  return ((await owner().get(path()).expect(200)).body as Changes).nextAfter;
}

const isAfter = ([tx, pos]: [bigint, bigint], [otherTx, otherPos]: [bigint, bigint]): boolean =>
  tx > otherTx || (tx === otherTx && pos > otherPos);

describe('GET /api/v1/logs/changes', () => {
  it('lists the runs that have changed since a place, each once and as it is now', async () => {
    const before = await place();
    const ids = [await run(), await run()];
    await eventually(async () => {
      const { data, left, isMissed } = await changesSince(before);
      expect(data.map(({ executionId, executionData }) => [executionId, executionData.status])).toEqual(
        ids.toReversed().map((id) => [id, 'completed']),
      );
      expect([left, isMissed]).toEqual([0, false]);
    });
    const { nextAfter, data } = await changesSince(before);
    expect(data[0]?.workflow.name).toEqual(expect.any(String));
    expect((await changesSince(nextAfter)).data).toEqual([]);
  });

  it('says how many changed runs it leaves out', async () => {
    const before = await place();
    const ids: string[] = [];
    for (let count = 0; count < 53; count += 1) ids.push(await run());
    await eventually(async () => {
      const { data, left } = await changesSince(before);
      expect(left).toBe(3);
      expect(data.map(({ executionId }) => executionId)).toEqual(ids.slice(3).toReversed());
    }, 20_000);
  });

  it('says that it knows nothing of a place that the log has not reached', async () => {
    const { data, isMissed, nextAfter } = await changesSince('999999999999.1');
    expect([data, isMissed]).toEqual([[], true]);
    expect((await changesSince(nextAfter)).isMissed).toBe(false);
  });

  it.each(['&after=17', '&after=x.y', '&after='])('refuses the place of %s and names the field', async (query) => {
    const { body } = await owner().get(path(query)).expect(400);
    expect(JSON.stringify(body)).toContain('after must be the id of an event of this stream');
  });

  it('shows nothing of a workspace to a stranger', async () => {
    const stranger = await createUser(server);
    await server.as(stranger.key).get(path()).expect(403);
    const stream = await openStream(
      { url: server.url, first: { ...server.first, apiKey: stranger.key } },
      { path: path(), headers: { Accept: 'text/event-stream' } },
    );
    expect(stream.status).toBe(403);
  });
});

describe('the stream of changed runs', () => {
  it('tells the place at once, then each change of a run', async () => {
    const stream = await follow(server);
    await hasBegun(stream);
    expect(messages(stream)[0]).toEqual({ data: [], left: 0, isMissed: false, nextAfter: stream.frames[0]?.id });
    const paused = await pausedRun(server, asking);
    await eventually(() => expect(changed(stream)).toContain(`${paused} paused`), 20_000);
    await owner()
      .post(resumePath(asking, paused))
      .send({ input: { approved: true } })
      .expect(200);
    await eventually(() => expect(changed(stream)).toContain(`${paused} completed`), 20_000);
    stream.leave();
  });

  it('continues in another process without gaps and repetitions', async () => {
    const first = await follow(server);
    await hasBegun(first);
    const early = await run();
    await eventually(() => expect(changed(first)).toContain(`${early} completed`), 20_000);
    first.leave();
    const missed = [await run(), await run()];
    const second = await follow(other, { 'Last-Event-ID': first.frames.at(-1)?.id });
    const late = await run();
    await eventually(() => expect(changed(second)).toContain(`${late} completed`), 20_000);
    for (const id of missed) expect(changed(second).some((text) => text.startsWith(id))).toBe(true);
    const places = [first, second].flatMap((stream) =>
      messages(stream).flatMap(({ data, nextAfter }) => (data.length === 0 ? [] : [nextAfter])),
    );
    const order = places.map((each) => each.split('.').map(BigInt) as [bigint, bigint]);
    expect(order.every(([tx, pos], index) => index === 0 || isAfter([tx, pos], order[index - 1] ?? [0n, 0n]))).toBe(true);
    second.leave();
  });

  it('sends to one workspace only what happened there', async () => {
    const { body } = await owner().post('/api/v1/workspaces').send({ name: 'Next door' }).expect(200);
    const elsewhere = (body as { data: { id: string } }).data.id;
    const stream = await openStream(server, {
      path: `/api/v1/logs/changes?workspaceId=${elsewhere}`,
      headers: { Accept: 'text/event-stream' },
    });
    await hasBegun(stream);
    const here = await follow(server);
    await hasBegun(here);
    const id = await run();
    await eventually(() => expect(changed(here)).toContain(`${id} completed`), 20_000);
    expect(changed(stream)).toEqual([]);
    stream.leave();
    here.leave();
  });

  it.each(['x', '17'])('refuses the last event id %s', async (id) => {
    const stream = await follow(server, { 'Last-Event-ID': id });
    expect(stream.status).toBe(400);
    await eventually(() => expect(stream.text()).toContain('Last-Event-ID must be the id of an event of this stream'));
  });
});

describe('the changes of runs at a process that is behind another one', () => {
  it('keep the place of a reader who comes from there', async () => {
    const feed = new ChangeFeed(server.database.pool);
    // Without readers it does not poll.
    const behind = new RunChanges(feed, createLogger({ logLevel: 'error' }));
    const { place: before } = await behind.after(server.first.workspaceId, undefined);
    await run();
    const ahead = await eventually(async () => {
      const head = await feed.head();
      expect(head).not.toEqual(before);
      return head;
    });
    expect(await behind.after(server.first.workspaceId, ahead)).toEqual({ changes: [], place: ahead, isMissed: false });
    const nowhere = { ...ahead, tx: '9000000000000000000' };
    expect(await behind.after(server.first.workspaceId, nowhere)).toMatchObject({ isMissed: true });
  });
});
