import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { createWorkflow, deployedWorkflow, greeting } from '../../support/workflow-api.js';
import { aBlock, anEdge, aState } from '../../support/workflow-documents.js';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
}, 60_000);
afterAll(() => server.close());

const owner = () => server.as(server.first.apiKey);
const save = (id: string, state: unknown) => owner().put(`/api/v1/workflows/${id}/state`).send({ state });
const status = async (id: string) => (await owner().get(`/api/workflows/${id}/status`).expect(200)).body as Record<string, unknown>;

describe('a draft', () => {
  it('is saved and read', async () => {
    const id = await createWorkflow(server);
    expect((await save(id, greeting()).expect(200)).body).toEqual({ data: { valid: true, problems: [], warnings: [] } });
    const { body } = await owner().get(`/api/v1/workflows/${id}/state`).expect(200);
    expect(body.data.state).toMatchObject(greeting());
  });

  it('of a new workflow is empty', async () => {
    const { body } = await owner()
      .get(`/api/v1/workflows/${await createWorkflow(server)}/state`)
      .expect(200);
    expect(body.data.state).toEqual({ blocks: {}, edges: [], loops: {}, parallels: {}, variables: {}, metadata: { strictInput: true } });
  });

  it('may be saved while it cannot be deployed: report and error list the same problems', async () => {
    const id = await createWorkflow(server);
    const state = aState([aBlock('a'), aBlock('b', 'teleporter')], [anEdge('a', 'b'), anEdge('b', 'a'), anEdge('b', 'gone')]);
    const { data } = (await save(id, state).expect(200)).body;
    expect(data.valid).toBe(false);
    expect(data.problems.map(({ code }: { code: string }) => code)).toEqual(
      expect.arrayContaining(['cycle', 'no_start', 'unknown_block_type']),
    );
    const { body } = await owner().post(`/api/v1/workflows/${id}/deploy`).expect(400);
    expect(body.details.map(({ path: _, ...problem }: { path: unknown }) => problem)).toEqual(data.problems);
    expect(await status(id)).toEqual({ isDeployed: false, deployedAt: null, needsRedeployment: false });
  });

  it('that cannot be parsed is rejected, and the previous one is kept', async () => {
    const id = await createWorkflow(server, { state: greeting() });
    const { body } = await save(id, { blocks: { a: { id: 'a', type: 'function' } }, edges: 'none' }).expect(400);
    expect(body.details).toEqual(expect.arrayContaining([expect.objectContaining({ path: ['state', 'edges'] })]));
    expect((await owner().get(`/api/v1/workflows/${id}/state`)).body.data.state).toMatchObject(greeting());
  });

  it.each<readonly [string, object, readonly (string | number)[]]>([
    ['a number for the id of an edge', { edges: [{ id: 1, source: 'a', target: 'b' }] }, ['edges', 0, 'id']],
    ['no edge', { edges: [null] }, ['edges', 0]],
    ['a number for a field', { blocks: { a: { ...aBlock('a'), subBlocks: { code: 5 } } } }, ['blocks', 'a', 'subBlocks', 'code']],
    ['a text for a place', { blocks: { a: { ...aBlock('a'), position: { x: '1', y: 0 } } } }, ['blocks', 'a', 'position', 'x']],
  ])('with %s is rejected with the path of it in the request', async (_, parts, path) => {
    const id = await createWorkflow(server);
    const { body } = await save(id, { ...aState([]), ...parts }).expect(400);
    expect(body.details).toMatchObject([{ path: ['state', ...path] }]);
  });

  it('warns of members that it loses, when it is saved, validated and imported', async () => {
    const id = await createWorkflow(server);
    const state = { ...greeting(), edgez: [], lastSaved: 1 };
    const warnings = [{ field: 'edgez', message: expect.stringContaining('Did you mean edges?'), code: 'unknown_field' }];
    expect((await save(id, state).expect(200)).body.data).toEqual({ valid: true, problems: [], warnings });
    const validated = await owner().post(`/api/v1/workflows/${id}/validate`).send({ state }).expect(200);
    expect(validated.body.data).toEqual({ valid: true, problems: [], warnings });
    const { workspaceId } = server.first;
    const imported = await owner().post('/api/v1/workflows/import').send({ workspaceId, workflow: { state } }).expect(201);
    expect(imported.body.data.warnings).toEqual(warnings);
  });

  it('of megabytes is saved, deployed and read completely', async () => {
    const state = greeting(`return ${JSON.stringify('ü\\u0000'.repeat(100_000))}`);
    const id = await createWorkflow(server, { state });
    await owner().post(`/api/v1/workflows/${id}/deploy`).expect(200);
    expect((await owner().get(`/api/v1/workflows/${id}/state`)).body.data.state).toMatchObject(state);
    expect(await status(id)).toMatchObject({ needsRedeployment: false });
  });

  it('without a state is rejected', async () => {
    const { body } = await owner()
      .put(`/api/v1/workflows/${await createWorkflow(server)}/state`)
      .send({})
      .expect(400);
    expect(body.details).toMatchObject([{ path: ['state'], code: 'required' }]);
  });

  it('declares the inputs and variables of the workflow', async () => {
    const inputFormat = {
      id: 'inputFormat',
      type: 'input-format',
      value: [{ id: 'f', name: 'amount', type: 'number', description: 'in euros' }],
    };
    const variables = { v1: { id: 'v1', name: 'rate', type: 'number', value: 2 } };
    const state = { ...aState([aBlock('start', 'start_trigger', { subBlocks: { inputFormat } })]), variables };
    const id = await createWorkflow(server, { name: 'With inputs', state });
    const { body } = await owner().get(`/api/v1/workflows/${id}`).expect(200);
    const inputs = [{ name: 'amount', type: 'number', description: 'in euros' }];
    expect(body.data).toMatchObject({ id, name: 'With inputs', isDeployed: false, inputs, variables });
  });
});

describe('the status of a workflow', () => {
  it('reports after an edit, but not after moving a block, that it needs redeployment', async () => {
    const id = await deployedWorkflow(server);
    expect(await status(id)).toEqual({ isDeployed: true, deployedAt: expect.stringMatching(/Z$/), needsRedeployment: false });
    await save(id, greeting(undefined, { x: 999, y: 1 }));
    expect(await status(id)).toMatchObject({ needsRedeployment: false });
    await save(id, greeting('return 2'));
    expect(await status(id)).toMatchObject({ isDeployed: true, needsRedeployment: true });
    expect(await status(id)).toMatchObject({ needsRedeployment: true });
    await save(id, greeting());
    expect(await status(id)).toMatchObject({ needsRedeployment: false });
  });

  it('is up to date again after the next deployment', async () => {
    const id = await deployedWorkflow(server);
    await save(id, greeting('return 2'));
    await owner().post(`/api/v1/workflows/${id}/deploy`).expect(200);
    expect(await status(id)).toMatchObject({ isDeployed: true, needsRedeployment: false });
  });

  it('reports after a rollback that the draft differs', async () => {
    const id = await deployedWorkflow(server);
    await save(id, greeting('return 2'));
    await owner().post(`/api/v1/workflows/${id}/deploy`).expect(200);
    await owner().post(`/api/v1/workflows/${id}/rollback`).expect(200);
    expect(await status(id)).toMatchObject({ isDeployed: true, needsRedeployment: true });
  });
});
