import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { JsonObject } from '#kernel/json.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { createWorkflow, greeting, memberKey } from '../../support/workflow-api.js';
import { aBlock, anEdge, aState } from '../../support/workflow-documents.js';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
}, 60_000);
afterAll(() => server.close());

interface Report {
  readonly valid: boolean;
  readonly problems: readonly { readonly code: string; readonly message: string }[];
  readonly warnings: readonly { readonly code: string; readonly message: string }[];
}

const owner = () => server.as(server.first.apiKey);
const codesOf = ({ problems, warnings }: Report): object => ({
  problems: problems.map(({ code }) => code),
  warnings: warnings.map(({ code }) => code),
});

async function validate(id: string, body: object = {}): Promise<Report> {
  const answer = await owner().post(`/api/v1/workflows/${id}/validate`).send(body).expect(200);
  return (answer.body as { readonly data: Report }).data;
}

/** Reads an address with a secret, and answers. */
function fetching(url: string, data = '<fetch.data>'): object {
  const answer = { data: { id: 'data', value: data }, dataMode: { id: 'dataMode', value: 'json' } };
  const fetch = aBlock('fetch', 'api', { name: 'Fetch', subBlocks: { url: { id: 'url', value: url } } });
  return aState(
    [aBlock('start', 'start_trigger'), fetch, aBlock('answer', 'response', { subBlocks: answer })],
    [anEdge('start', 'fetch'), anEdge('fetch', 'answer')],
  );
}

describe('a validation', () => {
  it('reports the problems and warnings of a draft, the same as saving and deploying it', async () => {
    const id = await createWorkflow(server);
    const state = greeting('return <strat.a> + "{{NO_SUCH_SECRET}}"');
    const saved = await owner().put(`/api/v1/workflows/${id}/state`).send({ state }).expect(200);
    const report = await validate(id);
    expect(report).toEqual(saved.body.data);
    expect(report).toMatchObject({
      valid: false,
      problems: [{ blockId: 'greet', field: 'code', position: { offset: 7, line: 1, column: 8 }, code: 'unknown_reference' }],
      warnings: [{ blockId: 'greet', field: 'code', code: 'missing_secret' }],
    });
    const refused = await owner().post(`/api/v1/workflows/${id}/deploy`).expect(400);
    expect(refused.body.details.map(({ path: _, ...problem }: { path: unknown }) => problem)).toEqual(report.problems);
    expect(refused.body.details[0].path).toEqual(['blocks', 'greet', 'code']);
  });

  it('reports a document in place of the draft, and changes nothing', async () => {
    const id = await createWorkflow(server, { state: greeting() });
    expect(await validate(id)).toEqual({ valid: true, problems: [], warnings: [] });
    expect(codesOf(await validate(id, { state: greeting('return (') }))).toEqual({ problems: ['syntax_error'], warnings: [] });
    expect(await validate(id)).toMatchObject({ valid: true });
    expect(codesOf(await validate(id, { state: { blocks: 1, edges: [] } }))).toEqual({ problems: ['wrong_type'], warnings: [] });
  });

  it('reports a document as a new workflow of a workspace', async () => {
    const send = (workflow: unknown) =>
      owner().post('/api/v1/workflows/validate').send({ workspaceId: server.first.workspaceId, workflow });
    const good = await send({ version: '1.0', state: greeting() }).expect(200);
    expect(good.body.data).toEqual({ valid: true, problems: [], warnings: [] });
    const bad = await send(JSON.stringify({ state: greeting('return 1 +') })).expect(200);
    expect(codesOf(bad.body.data as Report)).toEqual({ problems: ['syntax_error'], warnings: [] });
    expect((await send('no document').expect(200)).body.data).toMatchObject({ valid: false });
  });

  it('knows the secrets, tables and workflows of the workspace', async () => {
    const { workspaceId } = server.first;
    const id = await createWorkflow(server);
    const state = fetching('https://example.org/{{SET_BY_VALIDATE}}');
    expect(codesOf(await validate(id, { state }))).toEqual({ problems: [], warnings: ['missing_secret'] });
    await owner()
      .put(`/api/v1/workspaces/${workspaceId}/environment`)
      .send({ variables: { SET_BY_VALIDATE: 'something long' } })
      .expect(200);
    expect(codesOf(await validate(id, { state }))).toEqual({ problems: [], warnings: [] });

    const columns = [{ name: 'a', type: 'string' }];
    const made = await owner().post('/api/v1/tables').send({ workspaceId, name: 'validated', schema: { columns } }).expect(200);
    const using = (tableId: string, workflowId: string): object => {
      const field = (name: string, value: string): JsonObject => ({ [name]: { id: name, value } });
      const blocks = [
        aBlock('start', 'start_trigger'),
        aBlock('rows', 'table', { subBlocks: field('tableId', tableId) }),
        aBlock('other', 'workflow', { subBlocks: field('workflowId', workflowId) }),
      ];
      return aState(blocks, [anEdge('start', 'rows'), anEdge('rows', 'other')]);
    };
    const tableId = made.body.data.table.id as string;
    expect(codesOf(await validate(id, { state: using(tableId, id) }))).toEqual({ problems: [], warnings: ['workflow_not_deployed'] });
    const nothing = '00000000-0000-4000-8000-000000000000';
    expect(codesOf(await validate(id, { state: using(nothing, nothing) }))).toEqual({
      problems: [],
      warnings: ['unknown_table', 'unknown_workflow'],
    });
  });

  it('needs write access, since it tells which secrets exist', async () => {
    const id = await createWorkflow(server, { state: greeting() });
    const reader = server.as(await memberKey(server, 'read'));
    await reader.post(`/api/v1/workflows/${id}/validate`).send({}).expect(403);
    await reader.post('/api/v1/workflows/validate').send({ workspaceId: server.first.workspaceId, workflow: {} }).expect(403);
  });
});

describe('a deployment', () => {
  it('answers with the warnings about the deployed document', async () => {
    const id = await createWorkflow(server);
    await owner()
      .put(`/api/v1/workflows/${id}/state`)
      .send({ state: fetching('https://example.org', '<fetch.dat>') })
      .expect(200);
    const { body } = await owner().post(`/api/v1/workflows/${id}/deploy`).expect(200);
    expect(body.data).toMatchObject({
      isDeployed: true,
      warnings: [{ blockId: 'answer', field: 'data', position: { offset: 0 }, code: 'unknown_output' }],
    });
  });
});
