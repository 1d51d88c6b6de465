import { CommandBus } from '@nestjs/cqrs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { executionStream } from '#engine/execution.events.js';
import { ResumeExecution } from '#modules/pauses/commands/resume-execution.command.js';
import { eventually } from '../../support/eventually.js';
import { blockWith, deployState, functionBlock } from '../../support/run-api.js';
import { askBlock, pausedRun, resumePath } from '../../support/resume-api.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { aBlock, anEdge, aState } from '../../support/workflow-documents.js';

let server: TestApp;
let workflowId: string;

/** A workflow that asks a question and waits for a time in parallel. */
const askAndWait = aState(
  [
    aBlock('start', 'start_trigger'),
    askBlock('ask'),
    blockWith('nap', 'wait', { timeValue: '30', async: true, timeUnitLong: 'days' }),
    functionBlock('after', 'return { said: <ask.approved> }'),
  ],
  [anEdge('start', 'ask'), anEdge('start', 'nap'), anEdge('ask', 'after')],
);

beforeAll(async () => {
  server = await startTestApp();
  workflowId = await deployState(server, askAndWait);
  // From here on no worker takes items of the queue.
  await server.database.worker.drain(1);
});
afterAll(() => server.close());

/** A run whose work lies in the queue, since a moment of it has come. */
async function runInBacklog(): Promise<string> {
  const executionId = await pausedRun(server, workflowId);
  await server.database.pool.query(`update timer set due_at = now() - interval '1 minute' where id = $1`, [executionId]);
  await server.database.queue.wake();
  expect(await workOf(executionId)).toMatchObject([{ owner: null }]);
  return executionId;
}

const workOf = async (executionId: string) =>
  (
    await server.database.pool.query<{ owner: number | null; fence: string }>('select owner, fence from work_item where id = $1', [
      executionId,
    ])
  ).rows;

const typesOf = async (executionId: string) => (await server.database.store.read(executionStream, executionId)).map(({ type }) => type);

describe('an answer to a run whose work waits in the queue', () => {
  it('takes the run along at once', async () => {
    const executionId = await runInBacklog();
    const { body } = await server.as(server.first.apiKey).post(resumePath(workflowId, executionId)).send({ approved: true }).expect(200);
    expect(body).toMatchObject({ success: true, status: 'paused' });
    expect(await typesOf(executionId)).toEqual(expect.arrayContaining(['execution.pause-ended', 'execution.resumed']));
    expect(await workOf(executionId)).toEqual([]);
    expect((await server.database.pool.query('select 1 from timer where id = $1', [executionId])).rows).toHaveLength(1);
  });

  it('is applied with the queued work where no caller waits for the run', async () => {
    const executionId = await runInBacklog();
    const [before] = await workOf(executionId);
    await server.app.get(CommandBus).execute(
      new ResumeExecution({
        workflowId,
        executionId,
        contextId: 'ask',
        input: { approved: true },
        answering: { by: 'link', email: null },
        answered: 'at-once',
        meta: {},
      }),
    );
    const [after] = await workOf(executionId);
    expect(after?.owner).toBeNull();
    expect(Number(after?.fence)).toBeGreaterThan(Number(before?.fence));
    const other = await startTestApp({ beside: server });
    try {
      await eventually(async () => expect((await typesOf(executionId)).at(-1)).toBe('execution.paused'));
      expect(await typesOf(executionId)).toContain('execution.resumed');
    } finally {
      await other.close();
    }
  });

  it('is refused as unavailable while a process holds the run without driving it', async () => {
    const executionId = await runInBacklog();
    const { owner } = server.database.leases;
    await server.database.pool.query(`update work_item set owner = $1, lease_until = now() + interval '1 minute' where id = $2`, [
      owner,
      executionId,
    ]);
    const { body } = await server.as(server.first.apiKey).post(resumePath(workflowId, executionId)).send({ approved: true }).expect(503);
    expect(body.code).toBe('UNAVAILABLE');
    expect(await typesOf(executionId)).not.toContain('execution.pause-ended');
  });
});
