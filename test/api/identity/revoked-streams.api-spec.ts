import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { openStreamAt, type OpenStream } from '../../support/event-stream.js';
import { eventually } from '../../support/eventually.js';
import { createUser, issueKey, type TestUser } from '../../support/issue-key.js';
import { askOnce, pausedRun, resumePath } from '../../support/resume-api.js';
import { blockWith, deployState, functionBlock, inARow } from '../../support/run-api.js';
import { testPassword, userWithPassword, visitor } from '../../support/signed-in.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let server: TestApp;
let other: TestApp;
let asking: string;
let executionId: string;
let member: TestUser;

beforeAll(async () => {
  server = await startTestApp();
  other = await startTestApp({ beside: server });
  asking = await askOnce(server);
}, 60_000);
afterAll(async () => {
  await other.close();
  await server.close();
});
beforeEach(async () => {
  executionId = await pausedRun(server, asking);
  member = await createUser(server);
  await admit(member);
});

const owner = () => server.as(server.first.apiKey);
const members = (): string => `/api/v1/workspaces/${server.first.workspaceId}/members`;
const admit = ({ email }: TestUser) => owner().post(members()).send({ email, permission: 'write' }).expect(200);
const dismiss = ({ id }: TestUser) => owner().delete(`${members()}/${id}`).expect(200);
const answer = () =>
  owner()
    .post(resumePath(asking, executionId))
    .send({ input: { approved: true, note: 'late' } })
    .expect(200);

const events = (): string => `/api/v1/logs/executions/${executionId}/events`;
const frames = (): string => `/api/workflows/${asking}/executions/${executionId}/stream`;
const changes = (): string => `/api/v1/logs/changes?workspaceId=${server.first.workspaceId}`;

async function follow(path: string, key: string, on = server): Promise<OpenStream> {
  const stream = await openStreamAt(`${on.url}${path}`, { method: 'GET', headers: { 'X-API-Key': key, Accept: 'text/event-stream' } });
  await eventually(() => expect(stream.frames.length).toBeGreaterThan(0));
  return stream;
}

/** Whether the stream ends soon. */
function hasEnded({ ended }: OpenStream, ms = 2000): Promise<boolean> {
  const late = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), ms).unref());
  return Promise.race([ended.then(() => true), late]);
}

describe('a stream of a run', () => {
  it('ends when its reader is no member any more, and sends nothing of what happens then', async () => {
    const open = await Promise.all([follow(events(), member.key), follow(frames(), member.key), follow(changes(), member.key)]);
    const before = open.map((stream) => stream.frames.length);
    await dismiss(member);
    expect(await Promise.all(open.map((stream) => hasEnded(stream)))).toEqual([true, true, true]);
    await answer();
    expect(open.map((stream) => stream.frames.length)).toEqual(before);
    expect(open.map((stream) => stream.text().includes('reconnect'))).toEqual([false, false, false]);
    await server.as(member.key).get(events()).set('Accept', 'text/event-stream').expect(404);
  });

  it('ends when its key is revoked, and those of other keys continue to the end of the run', async () => {
    const key = await issueKey(server, { name: 'lost', userId: member.id });
    const [lost, kept] = [await follow(events(), key.key), await follow(events(), member.key)];
    await owner().delete(`/api/v1/users/${member.id}/api-keys/${key.id}`).expect(200);
    expect(await hasEnded(lost)).toBe(true);
    await answer();
    expect(await hasEnded(kept, 10_000)).toBe(true);
    expect(kept.text()).toContain('execution.completed');
    expect(lost.text()).not.toContain('execution.completed');
  });

  it('ends in every process when its user is suspended', async () => {
    const elsewhere = await follow(events(), member.key, other);
    await owner().patch(`/api/v1/users/${member.id}`).send({ suspended: true }).expect(200);
    expect(await hasEnded(elsewhere)).toBe(true);
  });

  it('continues when its reader gets another permission that reads as well', async () => {
    const stream = await follow(events(), member.key);
    await owner().patch(`${members()}/${member.id}`).send({ permission: 'read' }).expect(200);
    expect(await hasEnded(stream, 1500)).toBe(false);
    await answer();
    expect(await hasEnded(stream, 10_000)).toBe(true);
    expect(stream.text()).toContain('execution.completed');
  });

  it('ends when its person signs out', async () => {
    const person = await userWithPassword(server);
    await admit(person);
    const { cookie, delete: send } = await visitor(server, person.email, testPassword);
    const headers = { Cookie: cookie, Accept: 'text/event-stream', 'Sec-Fetch-Site': 'same-origin' };
    const stream = await openStreamAt(`${server.url}${events()}`, { method: 'GET', headers });
    await eventually(() => expect(stream.frames.length).toBeGreaterThan(0));
    await send('/api/v1/session').expect(200);
    expect(await hasEnded(stream)).toBe(true);
  });

  it('that its reader has started ends as well, and the run continues', async () => {
    const wait = blockWith('pause', 'wait', { timeValue: '4', timeUnit: 'seconds' });
    const slow = await deployState(server, inARow(functionBlock('first', 'return 1'), wait, functionBlock('second', 'return "late"')));
    const body = { stream: true, selectedOutputs: ['first.result', 'second.result'] };
    const headers = { 'X-API-Key': member.key };
    const stream = await openStreamAt(`${server.url}/api/workflows/${slow}/execute`, { method: 'POST', body, headers });
    await eventually(() => expect(stream.frames.length).toBeGreaterThan(0));
    await dismiss(member);
    expect(await hasEnded(stream)).toBe(true);
    const own = String(stream.headers['x-execution-id']);
    await eventually(
      async () => expect((await owner().get(`/api/workflows/${slow}/executions/${own}`)).body).toMatchObject({ status: 'completed' }),
      15_000,
    );
    expect(stream.text()).not.toContain('late');
  });
});
