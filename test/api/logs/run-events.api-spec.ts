import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../../support/eventually.js';
import { openStream, type OpenStream } from '../../support/event-stream.js';
import { createUser } from '../../support/issue-key.js';
import { askOnce, pausedRun, resumePath } from '../../support/resume-api.js';
import { deployState, functionBlock, inARow } from '../../support/run-api.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let server: TestApp;
let other: TestApp;
let large: string;
let asking: string;

beforeAll(async () => {
  server = await startTestApp();
  other = await startTestApp({ beside: server });
  large = await deployState(
    server,
    inARow(
      functionBlock('Make', 'return { text: "ab".repeat(10000), rows: [1, 2, 3] }'),
      functionBlock('count', 'return <make.result.rows>.length'),
    ),
  );
  asking = await askOnce(server);
}, 60_000);
afterAll(async () => {
  await other.close();
  await server.close();
});

const owner = () => server.as(server.first.apiKey);
const path = (executionId: string, rest = ''): string => `/api/v1/logs/executions/${executionId}/events${rest}`;
const follow = (on: TestApp, executionId: string, headers = {}, query = ''): Promise<OpenStream> =>
  openStream(
    { url: on.url, first: server.first },
    { path: path(executionId, query), headers: { Accept: 'text/event-stream', ...headers } },
  );
const typesOf = (events: readonly { readonly type: string }[]): string[] => events.map(({ type }) => type);
const idsOf = ({ frames }: OpenStream): string[] => frames.map(({ id }) => id);

async function run(workflowId: string): Promise<string> {
  const { body } = await owner().post(`/api/workflows/${workflowId}/execute`).send({}).expect(200);
  return body.executionId as string;
}

const whole = [
  'execution.started',
  'execution.block-completed',
  'execution.block-completed',
  'execution.block-completed',
  'execution.completed',
];

describe('GET /api/v1/logs/executions/{executionId}/events', () => {
  it('lists the events of a run in pages', async () => {
    const id = await run(large);
    const { body: all } = await owner().get(path(id)).expect(200);
    expect(typesOf(all.data)).toEqual(whole);
    expect(all).toMatchObject({ status: 'completed', nextAfter: null });
    expect(all.data[2]).toMatchObject({ position: 3, at: expect.stringMatching(/Z$/), node: 'Make', blockId: 'Make' });
    const { body: first } = await owner().get(path(id, '?limit=2')).expect(200);
    const { body: second } = await owner()
      .get(path(id, `?limit=10&after=${first.nextAfter}`))
      .expect(200);
    expect([...first.data, ...second.data]).toEqual(all.data);
    // A page that is not the last one has the status of the log, which follows.
    const statusOfFirst = async () => (await owner().get(path(id, '?limit=2')).expect(200)).body.status as unknown;
    await eventually(async () => expect(await statusOfFirst()).toBe('completed'));
  });

  it('lists the events of the named blocks and of the run itself', async () => {
    const { body } = await owner()
      .get(path(await run(large), '?node=cou'))
      .expect(200);
    expect(body.data.map(({ position }: { position: number }) => position)).toEqual([1, 4, 5]);
  });

  it('shows previews of large values, and returns the values part by part', async () => {
    const id = await run(large);
    const { body } = await owner().get(path(id)).expect(200);
    const { result } = body.data[2].payload.output;
    expect(result).toEqual({ text: { isLeftOut: true, bytes: 20_002, preview: 'ab'.repeat(500) }, rows: [1, 2, 3] });
    const part = await owner().get(path(id, '/3?path=output.result.text&offset=5&limit=4')).expect(200);
    expect(part.body.data).toEqual({ kind: 'text', length: 20_000, bytes: 20_002, offset: 5, part: 'baba', nextOffset: 9 });
    const member = await owner().get(path(id, '/3?path=output.result.rows[1]')).expect(200);
    expect(member.body.data).toMatchObject({ kind: 'value', part: 2, nextOffset: null });
  });

  it.each([
    ['/3?path=output.nothing', 404, 'Value not found'],
    ['/99', 404, 'Event not found'],
    ['/first', 404, 'Event not found'],
    ['/3?path=output..x', 400, 'path must be names and indexes, such as output.rows[3] or output["a.b"]'],
    ['?after=-1', 400, 'after must be a whole number from 0 to 999999999'],
  ])('answers %s with %i and says why', async (rest, status, error) => {
    const { body } = await owner()
      .get(path(await run(large), rest))
      .expect(status);
    expect(JSON.stringify(body)).toContain(JSON.stringify(error).slice(1, -1));
  });

  it('answers a foreign and an absent run with the same bytes', async () => {
    const stranger = await createUser(server);
    const id = await run(large);
    const foreign = await server.as(stranger.key).get(path(id)).expect(404);
    const absent = await server.as(stranger.key).get(path('0199a1b2-0000-7000-8000-000000000001')).expect(404);
    expect(foreign.text.replace(/"requestId":"[^"]+"/, '')).toBe(absent.text.replace(/"requestId":"[^"]+"/, ''));
    const stream = await openStream(
      { url: server.url, first: { ...server.first, apiKey: stranger.key } },
      {
        path: path(id),
        headers: { Accept: 'text/event-stream' },
      },
    );
    expect(stream.status).toBe(404);
  });
});

describe('the stream of the events of a run', () => {
  it('sends what the pages list, and ends with the run', async () => {
    const id = await run(large);
    const stream = await follow(server, id);
    await stream.ended;
    expect(stream.headers['content-type']).toBe('text/event-stream');
    const { body } = await owner().get(path(id)).expect(200);
    expect(stream.frames).toEqual(body.data.map((event: { position: number }) => ({ id: String(event.position), data: event })));
  });

  it('continues behind the last event that the client has, and answers 204 behind the end', async () => {
    const id = await run(large);
    const rest = await follow(server, id, { 'Last-Event-ID': '3' });
    await rest.ended;
    expect(idsOf(rest)).toEqual(['4', '5']);
    expect((await follow(server, id, { 'Last-Event-ID': '5' })).status).toBe(204);
    expect((await follow(server, id, {}, '?after=5')).status).toBe(204);
    for (const sent of ['6', 'x']) expect((await follow(server, id, { 'Last-Event-ID': sent })).status).toBe(400);
  });

  it('stays open over a pause and sends what another process does, without gaps or repetitions', async () => {
    const id = await pausedRun(server, asking);
    const begun = await follow(server, id);
    await eventually(() => expect(typesOf(begun.frames.map(({ data }) => data as { type: string }))).toContain('execution.paused'), 20_000);
    begun.leave();
    const last = idsOf(begun).at(-1) ?? '';
    const there = await follow(other, id, { 'Last-Event-ID': last });
    await owner()
      .post(resumePath(asking, id))
      .send({ input: { approved: true } })
      .expect(200);
    await there.ended;
    const { body } = await owner().get(path(id)).expect(200);
    expect([...idsOf(begun), ...idsOf(there)]).toEqual(body.data.map(({ position }: { position: number }) => String(position)));
    expect(body.status).toBe('completed');
  });

  it('says in pages that the run is paused', async () => {
    const { body } = await owner()
      .get(path(await pausedRun(server, asking)))
      .expect(200);
    expect(body).toMatchObject({ status: 'paused', nextAfter: null });
  });
});
