import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../../support/eventually.js';
import { openStream, type OpenStream } from '../../support/event-stream.js';
import { createUser, issueKey } from '../../support/issue-key.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { createWorkflow, greeting } from '../../support/workflow-api.js';

let server: TestApp;
let other: TestApp;

beforeAll(async () => {
  server = await startTestApp();
  other = await startTestApp({ beside: server });
}, 60_000);
afterAll(async () => {
  await other.close();
  await server.close();
});

interface Message {
  readonly type: 'edit' | 'presence' | 'behind';
  readonly revision: number;
  readonly editId?: string;
  readonly operations?: readonly object[] | null;
  readonly userName?: string;
  readonly people?: readonly { readonly name: string; readonly client: string; readonly block: string | null }[];
}

const owner = (on = server) => on.as(server.first.apiKey);
const follow = (id: string, { on = server, query = '', key = server.first.apiKey, headers = {} } = {}): Promise<OpenStream> =>
  openStream(
    { url: on.url, first: { ...server.first, apiKey: key } },
    { path: `/api/v1/workflows/${id}/draft/stream${query}`, headers: { Accept: 'text/event-stream', ...headers } },
  );
const messages = ({ frames }: OpenStream): readonly Message[] => frames.map(({ data }) => data as unknown as Message);
const edits = (stream: OpenStream): readonly Message[] => messages(stream).filter(({ type }) => type === 'edit');
const clients = (stream: OpenStream): readonly string[] | undefined =>
  messages(stream)
    .findLast(({ type }) => type === 'presence')
    ?.people?.map(({ client, block }) => `${client} ${block ?? ''}`);
const hasBegun = (stream: OpenStream): Promise<void> => eventually(() => expect(stream.frames.length).toBeGreaterThan(0));
const report = (id: string, body: object, on = server, key = server.first.apiKey) =>
  on.as(key).post(`/api/v1/workflows/${id}/draft/presence`).send(body).expect(200);

async function aDraft(): Promise<{ id: string; revision: number }> {
  const id = await createWorkflow(server, { state: greeting() });
  const { body } = await owner().get(`/api/v1/workflows/${id}/draft`).expect(200);
  return { id, revision: body.data.revision as number };
}

async function edit(id: string, base: number, name: string, on = server): Promise<number> {
  const ops = [{ op: 'rename', id: 'start', name }];
  const { body } = await owner(on).patch(`/api/v1/workflows/${id}/draft`).send({ editId: randomUUID(), base, ops }).expect(200);
  return body.data.revision as number;
}

describe('the stream of a draft', () => {
  it('sends the edits of every process with their authors, and the id of an event is the revision', async () => {
    const { id, revision } = await aDraft();
    const streams = [await follow(id), await follow(id, { on: other })];
    await Promise.all(streams.map(hasBegun));
    const second = await edit(id, await edit(id, revision, 'One'), 'Two', other);
    for (const stream of streams) {
      await eventually(() => expect(edits(stream)).toHaveLength(2));
      expect(edits(stream)[1]).toMatchObject({
        revision: second,
        operations: [{ op: 'rename', name: 'Two' }],
        userName: expect.any(String),
      });
      expect(stream.frames.at(-1)?.id).toBe(String(second));
      stream.leave();
    }
  });

  it('continues after the last event that the client has received', async () => {
    const { id, revision } = await aDraft();
    const first = await edit(id, revision, 'One');
    const second = await edit(id, first, 'Two');
    const [whole, rest] = [
      await follow(id, { query: `?after=${revision}` }),
      await follow(id, { headers: { 'Last-Event-ID': String(first) } }),
    ];
    await eventually(() => expect(edits(whole).map((each) => each.revision)).toEqual([first, second]));
    await eventually(() => expect(edits(rest).map((each) => each.revision)).toEqual([second]));
    whole.leave();
    rest.leave();
  });

  it('answers programs that want no stream with what has happened so far', async () => {
    const { id, revision } = await aDraft();
    const first = await edit(id, revision, 'One');
    const { body } = await owner().get(`/api/v1/workflows/${id}/draft/stream?after=${revision}`).expect(200);
    expect(body.data).toMatchObject([
      { type: 'edit', revision: first },
      { type: 'presence', revision: first, people: [] },
    ]);
  });

  it('tells a client that knows a revision of the future to read the draft again', async () => {
    const { id, revision } = await aDraft();
    const stream = await follow(id, { query: `?after=${revision + 7}` });
    await eventually(() => expect(messages(stream)[0]).toEqual({ type: 'behind', revision }));
    stream.leave();
    expect((await follow(id, { headers: { 'Last-Event-ID': 'yesterday' } })).status).toBe(400);
  });

  it('ends when the reader loses access, and is refused then', async () => {
    const { id, revision } = await aDraft();
    const user = await createUser(server);
    const members = `/api/v1/workspaces/${server.first.workspaceId}/members`;
    await owner().post(members).send({ email: user.email, permission: 'read' }).expect(200);
    const stream = await follow(id, { on: other, key: user.key });
    await hasBegun(stream);
    await edit(id, revision, 'Seen');
    await eventually(() => expect(edits(stream)).toHaveLength(1));
    await owner().delete(`${members}/${user.id}`).expect(200);
    await stream.ended;
    expect((await follow(id, { key: user.key })).status).toBe(404);
  });

  it('ends when the key is revoked and when the workflow is deleted', async () => {
    const { id } = await aDraft();
    const key = await issueKey(server, { name: 'editor' });
    const [keyed, own] = [await follow(id, { key: key.key }), await follow(id)];
    await Promise.all([hasBegun(keyed), hasBegun(own)]);
    await owner().delete(`/api/v1/users/me/api-keys/${key.id}`).expect(200);
    await keyed.ended;
    await owner().delete(`/api/v1/workflows/${id}`).expect(200);
    await own.ended;
  });

  it('tells who has the draft open, across processes, until their tab is hidden', async () => {
    const { id } = await aDraft();
    const [here, there] = [await follow(id), await follow(id, { on: other })];
    await eventually(() => expect([clients(here), clients(there)]).toEqual([[], []]));
    const { body } = await report(id, { client: 'tab-1', block: 'start', field: 'inputFormat' });
    expect(body.data.people).toMatchObject([{ client: 'tab-1', block: 'start', field: 'inputFormat', userId: server.first.userId }]);
    await report(id, { client: 'tab-2', block: null, field: null }, other);
    for (const stream of [here, there]) await eventually(() => expect(clients(stream)).toEqual(['tab-1 start', 'tab-2 ']));
    await report(id, { client: 'tab-1', isHidden: true }, other);
    for (const stream of [here, there]) await eventually(() => expect(clients(stream)).toEqual(['tab-2 ']));
    here.leave();
    there.leave();
  });
});
