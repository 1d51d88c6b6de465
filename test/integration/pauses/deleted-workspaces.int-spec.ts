import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { ResumeRun } from '#modules/runs/index.js';
import { eventually } from '../../support/eventually.js';
import { askBlock } from '../../support/resume-api.js';
import { inARow } from '../../support/run-api.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
}, 60_000);
afterEach(() => void jest.restoreAllMocks());
afterAll(() => server.close());

const owner = () => server.as(server.first.apiKey);
const remove = (workspaceId: string) => owner().delete(`/api/v1/workspaces/${workspaceId}`).expect(200);

interface Asking {
  readonly workspaceId: string;
  /** Runs that wait for an answer, without an end. */
  readonly runs: readonly string[];
}

async function askingIn(count: number): Promise<Asking> {
  const { body: workspace } = await owner().post('/api/v1/workspaces').send({ name: 'Short-lived' }).expect(200);
  const workspaceId = workspace.data.id as string;
  const { body: workflow } = await owner().post('/api/v1/workflows').send({ workspaceId, name: 'Asks' }).expect(200);
  const id = workflow.data.id as string;
  await owner()
    .put(`/api/v1/workflows/${id}/state`)
    .send({ state: inARow(askBlock('ask')) })
    .expect(200);
  await owner().post(`/api/v1/workflows/${id}/deploy`).expect(200);
  const runs: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const { body } = await owner().post(`/api/workflows/${id}/execute`).send({}).expect(200);
    runs.push(body.executionId as string);
  }
  return { workspaceId, runs };
}

/** Wakes fail from now on, the first ones or all. @returns the runs for which one failed */
function failingWakes(most = Infinity): readonly string[] {
  const resume = server.app.get(ResumeRun, { strict: false });
  const wake = resume.wake.bind(resume);
  const failed: string[] = [];
  jest.spyOn(resume, 'wake').mockImplementation(async (executionId) => {
    if (failed.length >= most) return wake(executionId);
    failed.push(executionId);
    throw new Error('The database is away');
  });
  return failed;
}

async function openRuns({ workspaceId }: Asking): Promise<readonly string[]> {
  const { rows } = await server.database.pool.query<{ execution_id: string }>(
    `select execution_id from paused_execution where workspace_id = $1 and status in ('paused', 'partially_resumed')`,
    [workspaceId],
  );
  return rows.map(({ execution_id: id }) => id);
}

async function endOf(executionId: string | undefined): Promise<unknown> {
  const { rows } = await server.database.pool.query<{ type: string; reason: string }>(
    `select type, data->>'reason' as reason from run_event where stream_id = $1 order by version desc limit 1`,
    [executionId],
  );
  return rows[0];
}

const orphaned = { type: 'execution.cancelled', reason: 'workspace-deleted' };

describe('an open question', () => {
  it('of a deleted workspace that nothing ended at the deletion is ended later', async () => {
    const asking = await askingIn(2);
    const failed = failingWakes();
    await remove(asking.workspaceId);
    await eventually(() => expect(failed).toHaveLength(2));
    jest.restoreAllMocks();
    expect(await openRuns(asking)).toHaveLength(2);

    await server.database.housekeeper.tidy();
    await eventually(async () => expect(await openRuns(asking)).toEqual([]));
    for (const run of asking.runs) expect(await endOf(run)).toEqual(orphaned);
  });

  it('of a deleted workspace is ended although another one could not be', async () => {
    const asking = await askingIn(3);
    const failed = failingWakes(1);
    await remove(asking.workspaceId);
    await eventually(async () => expect(await openRuns(asking)).toEqual(failed));
    expect(failed).toHaveLength(1);

    await server.database.housekeeper.tidy();
    await eventually(async () => expect(await endOf(failed[0])).toEqual(orphaned));
  });

  it('of another workspace is left alone', async () => {
    const asking = await askingIn(1);
    const woken = failingWakes();
    await server.database.housekeeper.tidy();
    expect(woken).toEqual([]);
    expect(await openRuns(asking)).toEqual(asking.runs);
  });
});
