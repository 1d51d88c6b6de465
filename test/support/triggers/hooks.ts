import type { JsonObject } from '#kernel/json.js';
import { eventually } from '../eventually.js';
import type { TestApp } from '../test-app.js';
import { createWorkflow } from '../workflow-api.js';

/** A deployed workflow with one webhook. */
export interface Hook {
  readonly workflowId: string;
  readonly triggerId: string;
  /** Path of the address. */
  readonly url: string;
}

/** Deploys a state with one webhook. */
export async function deployedHook(server: TestApp, state: JsonObject): Promise<Hook> {
  return deployed(server, await createWorkflow(server, { state }));
}

/** Imports a document with one webhook into a workspace that has these secrets, and deploys it. */
export async function importedHook(server: TestApp, workflow: JsonObject, variables: Readonly<Record<string, string>> = {}): Promise<Hook> {
  const { workspaceId, apiKey } = server.first;
  const owner = server.as(apiKey);
  await owner.put(`/api/v1/workspaces/${workspaceId}/environment`).send({ variables }).expect(200);
  const { body } = await owner.post('/api/v1/workflows/import').send({ workspaceId, workflow });
  if (body.data === undefined) throw new Error(JSON.stringify(body));
  return deployed(server, body.data.id as string);
}

async function deployed(server: TestApp, workflowId: string): Promise<Hook> {
  await server.as(server.first.apiKey).post(`/api/v1/workflows/${workflowId}/deploy`).expect(200);
  const { rows } = await server.database.pool.query<{ id: string; path: string }>('select id, path from trigger where workflow_id = $1', [
    workflowId,
  ]);
  return { workflowId, triggerId: rows[0]?.id ?? '', url: `/api/webhooks/trigger/${rows[0]?.path}` };
}

/** What the function at the end of a run returned, once the run has ended. */
export async function runResult(server: TestApp, executionId: string | undefined): Promise<unknown> {
  return eventually(async () => {
    const { rows } = await server.database.pool.query<{ result: unknown }>(
      `select data->'output'->'result' as result from run_event where stream_id = $1 and type = 'execution.completed'`,
      [executionId ?? ''],
    );
    if (rows[0] === undefined) throw new Error('The run has not ended');
    return rows[0].result;
  });
}
