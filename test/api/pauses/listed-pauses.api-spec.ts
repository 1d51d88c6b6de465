import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../../support/eventually.js';
import { createUser, type TestUser } from '../../support/issue-key.js';
import { askBlock, askOnce, pausedRun, resumePath } from '../../support/resume-api.js';
import { deployState, functionBlock, inARow } from '../../support/run-api.js';
import { behindProxy, userWithPassword, visitor } from '../../support/signed-in.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let server: TestApp;
let workflow: string;
let anna: TestUser;

const form = [
  { name: 'approved', title: 'Do you approve?', type: 'boolean', required: true },
  { name: 'region', type: 'string', options: ['north', { value: 'south', label: 'The south' }] },
];

beforeAll(async () => {
  server = await startTestApp({ env: behindProxy });
  anna = await userWithPassword(server);
  await owner().post(`/api/v1/workspaces/${server.first.workspaceId}/members`).send({ email: anna.email, permission: 'write' }).expect(200);
  workflow = await askOnce(server, { inputFormat: form, approvers: anna.email });
});
afterAll(() => server.close());

const owner = () => server.as(server.first.apiKey);
const inbox = (key = server.first.apiKey, query = '') =>
  server.as(key).get(`/api/v1/pauses?workspaceId=${server.first.workspaceId}${query}`);

describe('GET /api/v1/pauses', () => {
  it('shows an open question with its form and the people who are asked', async () => {
    const executionId = await pausedRun(server, workflow);
    const { body } = await inbox().expect(200);
    expect(body.data).toEqual([
      {
        contextId: 'ask',
        executionId,
        workflowId: workflow,
        workflowName: expect.any(String),
        blockId: 'ask',
        title: 'ask',
        status: 'open',
        data: expect.anything(),
        form: [
          { name: 'approved', title: 'Do you approve?', type: 'boolean', description: null, required: true, value: null },
          {
            name: 'region',
            type: 'string',
            description: null,
            required: false,
            value: null,
            options: [
              { value: 'north', label: 'north' },
              { value: 'south', label: 'The south' },
            ],
          },
        ],
        approvers: [anna.email],
        requiredApprovals: 1,
        approvals: 0,
        answers: [],
        outcome: null,
        mayAnswer: false,
        hindrance: 'not-asked',
        askedAt: expect.any(String),
        expiresAt: null,
        onExpiry: 'fail',
        apiUrl: `${server.config.baseUrl}${resumePath(workflow, executionId)}`,
        uiUrl: `${server.config.baseUrl}/resume/${workflow}/${executionId}`,
      },
    ]);
    expect(body.nextCursor).toBeNull();
    await owner().post(`/api/workflows/${workflow}/executions/${executionId}/cancel`).expect(200);
    await eventually(async () => expect((await inbox().expect(200)).body.data).toEqual([]));
  });

  it('shows a person what they may answer, until they have answered', async () => {
    const [forAnna, forAll] = [await pausedRun(server, workflow), await pausedRun(server, await askOnce(server))];
    const idsFor = async (of: string): Promise<unknown> =>
      (await inbox(of, '&for=me').expect(200)).body.data.map(({ executionId }: { executionId: string }) => executionId);
    expect(await idsFor(anna.key)).toEqual([forAll, forAnna]);
    expect(await idsFor(server.first.apiKey)).toEqual([forAll]);
    await server
      .as(anna.key)
      .post(resumePath(workflow, forAnna))
      .send({ input: { approved: true } })
      .expect(200);
    expect(await idsFor(anna.key)).toEqual([forAll]);
  });

  it('shows answered questions with who answered, the answer and what became of it', async () => {
    const answered = await askOnce(server, { approvers: anna.email });
    const [executionId, open] = [await pausedRun(server, answered), await pausedRun(server, answered)];
    const browser = await visitor(server, anna.email);
    await browser.post(resumePath(answered, executionId)).send({ approved: false, note: 'Too much' }).expect(200);
    const settled = async (key: string, query = '') =>
      (await inbox(key, `&status=answered,expired,closed${query}`).expect(200)).body.data as { executionId: string }[];
    const [pause] = await eventually(async () => {
      const found = await settled(server.first.apiKey);
      expect(found[0]).toMatchObject({ outcome: { status: 'continued' } });
      return found;
    });
    expect(pause).toMatchObject({
      executionId,
      status: 'answered',
      answers: [
        { userId: anna.id, email: anna.email, via: 'session', at: expect.any(String), input: { approved: false, note: 'Too much' } },
      ],
      outcome: { status: 'continued', at: expect.any(String), reason: null },
      mayAnswer: false,
      hindrance: null,
    });
    expect((await settled(anna.key)).map((each) => each.executionId)).not.toContain(open);
    expect((await settled(anna.key, '&for=me'))[0]).toMatchObject({ executionId });
    expect((await settled(server.first.apiKey, '&for=me')).map((each) => each.executionId)).not.toContain(executionId);
    const all = await inbox(server.first.apiKey, '&status=answered,open').expect(200);
    const ids = all.body.data.map((each: { executionId: string }) => each.executionId) as string[];
    expect(ids).toEqual(expect.arrayContaining([open, executionId]));
  });

  it('shows a question that was closed with its run as closed, and one whose run failed with the answer as failed', async () => {
    const [closing, failing] = [
      await askOnce(server),
      await deployState(server, inARow(askBlock('ask'), functionBlock('after', 'throw new Error("No money")'))),
    ];
    const [closed, failed] = [await pausedRun(server, closing), await pausedRun(server, failing)];
    await owner().post(`/api/workflows/${closing}/executions/${closed}/cancel`).expect(200);
    await owner().post(resumePath(failing, failed)).send({ approved: true });
    await eventually(async () => {
      const { body } = await inbox(server.first.apiKey, '&status=closed').expect(200);
      expect(body.data[0]).toMatchObject({ executionId: closed, status: 'closed', answers: [], outcome: null });
    });
    const { body } = await inbox(server.first.apiKey, '&status=answered').expect(200);
    expect(body.data[0]).toMatchObject({ executionId: failed, outcome: { status: 'failed', reason: expect.stringContaining('No money') } });
  });

  it('is refused with a status that does not exist', async () => {
    const { body } = await inbox(server.first.apiKey, '&status=open,lost').expect(400);
    expect(body.details).toMatchObject([
      { path: ['status'], message: 'status must be a comma-separated list of open, answered, expired, closed' },
    ]);
  });

  it('is read page by page', async () => {
    const other = await askOnce(server);
    const runs = [await pausedRun(server, other), await pausedRun(server, other), await pausedRun(server, other)];
    const first = await inbox(server.first.apiKey, '&limit=2').expect(200);
    expect(first.body.data).toHaveLength(2);
    expect(first.body.data[0].executionId).toBe(runs[2]);
    const next = await inbox(server.first.apiKey, `&limit=2&cursor=${encodeURIComponent(first.body.nextCursor as string)}`).expect(200);
    expect(next.body.data[0].executionId).toBe(runs[0]);
  });

  it('is refused for a workspace that the caller does not reach, and for another person', async () => {
    const stranger = await createUser(server);
    await inbox(stranger.key).expect(403);
    const { body } = await inbox(server.first.apiKey, '&for=anna').expect(400);
    expect(body.details).toMatchObject([{ path: ['for'] }]);
  });
});

describe('an answer with an option', () => {
  it('is refused when it is not one of the options', async () => {
    const asking = await askOnce(server, { inputFormat: form });
    const executionId = await pausedRun(server, asking);
    const answer = (region: string) =>
      server
        .as(anna.key)
        .post(resumePath(asking, executionId))
        .send({ input: { approved: true, region } });
    expect((await answer('east').expect(400)).body.details).toMatchObject([{ path: ['region'], code: 'invalid_choice' }]);
    await answer('south').expect(200);
  });
});

describe('a job whose run waits for a person', () => {
  it('stays processing and says since when it waits and where people answer', async () => {
    const { body: started } = await owner().post(`/api/workflows/${workflow}/execute`).send({ async: true }).expect(202);
    const job = async () => (await owner().get(`/api/jobs/${started.jobId}`).expect(200)).body;
    const waiting = await eventually(async () => {
      const { status, metadata } = await job();
      expect(metadata.answerUrl).toMatch(/\/resume\//);
      return { status, metadata };
    });
    expect(waiting).toMatchObject({ status: 'processing', metadata: { pausedAt: expect.any(String), completedAt: null } });
  });
});
