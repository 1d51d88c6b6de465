import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { JsonObject } from '#kernel/json.js';
import { feeGateExample } from '#document/fee-gate-example.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { aBlock, anEdge, aState, workflowFixture } from '../../support/workflow-documents.js';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
}, 60_000);
afterAll(() => server.close());

const importing = (workflow: unknown, more: object = {}) =>
  server
    .as(server.first.apiKey)
    .post('/api/v1/workflows/import')
    .send({ workspaceId: server.first.workspaceId, workflow, ...more });

const stateOf = async (id: string) => {
  const { body } = await server.as(server.first.apiKey).get(`/api/v1/workflows/${id}/state`).expect(200);
  return body.data.state as { blocks: Record<string, { name: string }>; edges: { source: string; sourceHandle: string }[] };
};

async function workflowCount(): Promise<number> {
  const { rows } = await server.database.pool.query('select count(*)::int as count from workflow');
  return rows[0].count as number;
}

describe('an import', () => {
  it('creates a deployable draft from an exported document', async () => {
    const { body } = await importing(workflowFixture('fee-gate')).expect(201);
    expect(body.data).toMatchObject({ name: 'Fee gate', isDeployed: false, deployedAt: null, folderId: null, problems: [] });
    const deployed = await server.as(server.first.apiKey).post(`/api/v1/workflows/${body.data.id}/deploy`).expect(200);
    expect(deployed.body.data).toEqual({
      id: body.data.id,
      isDeployed: true,
      deployedAt: expect.any(String),
      version: 1,
      warnings: [],
      authors: [expect.objectContaining({ userId: server.first.userId, edits: 1 })],
    });
  });

  it('replaces the ids of all blocks, and the handles of branches with them', async () => {
    const [first, second] = [await importing(workflowFixture('fee-gate')), await importing(workflowFixture('fee-gate'))];
    const [one, other] = [await stateOf(first.body.data.id), await stateOf(second.body.data.id)];
    expect(Object.keys(one.blocks)).toHaveLength(5);
    expect(Object.keys(one.blocks).filter((id) => id in other.blocks || id.startsWith('b-'))).toEqual([]);
    const check = Object.entries(one.blocks).find(([, { name }]) => name === 'Fee Check')?.[0];
    expect(one.edges.filter(({ source }) => source === check).map(({ sourceHandle }) => sourceHandle)).toEqual([
      `condition-${check}-if`,
      `condition-${check}-else`,
    ]);
  });

  it.each<[string, (document: JsonObject) => unknown]>([
    ['JSON text', (document) => JSON.stringify(document)],
    ['a document in {data}', (document) => ({ data: document })],
    ['JSON text of a document in {data}', (document) => JSON.stringify({ data: document })],
    ['blocks and edges at the root', ({ state }) => state],
  ])('accepts %s', async (_, wrapped) => {
    const { body } = await importing(wrapped(workflowFixture('fee-gate'))).expect(201);
    expect(body.data.name).toBe('Fee gate');
    expect(Object.keys((await stateOf(body.data.id)).blocks)).toHaveLength(5);
  });

  it('accepts the example of a new installation', async () => {
    const { body } = await importing(feeGateExample).expect(201);
    expect(body.data).toMatchObject({ name: 'Fee gate', problems: [] });
  });

  it('prefers name, description and folder of the request to those of the document', async () => {
    const { workspaceId, apiKey } = server.first;
    const { body: folder } = await server.as(apiKey).post('/api/v1/folders').send({ workspaceId, name: 'Fees' }).expect(200);
    const more = { name: 'Mine', description: 'about it', folderId: folder.data.id };
    const { body } = await importing(workflowFixture('fee-gate'), more).expect(201);
    expect(body.data).toMatchObject(more);
  });

  it('accepts an unknown block type and lists it; only its deployment is rejected', async () => {
    const document = aState([aBlock('s', 'start_trigger'), aBlock('Odd one', 'teleporter')], [anEdge('s', 'Odd one')]);
    const { body } = await importing(document).expect(201);
    const { id, problems } = body.data;
    expect(problems).toMatchObject([{ field: 'type', code: 'unknown_block_type', message: expect.stringContaining('teleporter') }]);
    const refusal = await server.as(server.first.apiKey).post(`/api/v1/workflows/${id}/deploy`).expect(400);
    expect(refusal.body).toMatchObject({ code: 'VALIDATION_FAILED', error: expect.stringMatching(/Odd one.*teleporter/) });
    expect(refusal.body.details).toEqual([{ path: ['blocks', problems[0].blockId, 'type'], ...problems[0] }]);
  });

  it('survives a round trip through export', async () => {
    const { body: first } = await importing(workflowFixture('orders-with-two-reviewers')).expect(201);
    const exported = await server.as(server.first.apiKey).get(`/api/v1/workflows/${first.data.id}/export`).expect(200);
    expect(exported.body.data).toMatchObject({ version: '1.0', exportedAt: expect.any(String), workflow: { id: first.data.id } });
    const { body: second } = await importing(exported.body).expect(201);
    // An export lists blocks in reading order.
    const names = async (id: string) =>
      Object.values((await stateOf(id)).blocks)
        .map(({ name }) => name)
        .toSorted();
    expect(await names(second.data.id)).toEqual(await names(first.data.id));
    expect(second.data.name).toBe(first.data.name);
  });
});

describe('an import of a broken document', () => {
  const start = aBlock('s', 'start_trigger');
  const [a, b] = [aBlock('a'), aBlock('b')];

  it.each<[string, unknown, object]>([
    ['without blocks', { edges: [] }, { path: ['workflow', 'blocks'], code: 'required' }],
    ['that is not JSON', '{"blocks":', { path: ['workflow'], code: 'invalid_json' }],
    ['of another version', { version: '2.0', state: {} }, { path: ['workflow', 'version'], code: 'unsupported_version' }],
    ['with blocks that are a list', { blocks: [], edges: [] }, { path: ['workflow', 'blocks'] }],
    [
      'with blocks that are a list, in envelopes',
      { data: { version: '1.0', state: { blocks: [], edges: [] } } },
      { path: ['workflow', 'data', 'state', 'blocks'] },
    ],
    [
      'with an edge to nowhere',
      { state: aState([start], [anEdge('s', 'gone')]) },
      { path: ['workflow', 'state', 'edges', 0, 'target'], edgeId: 's>gone' },
    ],
    [
      'with a long name of the workflow',
      { workflow: { name: 'n'.repeat(300) }, state: aState([start]) },
      { path: ['workflow', 'workflow', 'name'] },
    ],
    [
      'with a long name in its metadata',
      { state: { ...aState([start]), metadata: { name: 'n'.repeat(300) } } },
      { path: ['workflow', 'state', 'metadata', 'name'] },
    ],
    [
      'with a long description',
      { state: { ...aState([start]), metadata: { description: 'd'.repeat(3_000) } } },
      { path: ['workflow', 'state', 'metadata', 'description'] },
    ],
    ['with a cycle', aState([start, a, b], [anEdge('s', 'a'), anEdge('a', 'b'), anEdge('b', 'a')]), { code: 'cycle' }],
    [
      'with ambiguous names',
      aState([start, { ...a, name: 'Work It' }, { ...b, name: 'work.it' }]),
      { path: ['workflow', 'blocks', 'b', 'name'], blockId: 'b', field: 'name', code: 'duplicate_name' },
    ],
  ])('%s is rejected with the path of the fault, and nothing is written', async (_, document, detail) => {
    const before = await workflowCount();
    const { body } = await importing(document).expect(400);
    expect(body).toMatchObject({ code: 'VALIDATION_FAILED', error: body.details[0].message });
    expect(body.details).toEqual(expect.arrayContaining([expect.objectContaining(detail)]));
    expect(await workflowCount()).toBe(before);
  });

  it('without a document is rejected', async () => {
    const { body } = await importing(undefined).expect(400);
    expect(body.details).toMatchObject([{ path: ['workflow'] }]);
  });

  it('into an absent folder is rejected, and nothing is written', async () => {
    const before = await workflowCount();
    await importing(workflowFixture('fee-gate'), { folderId: '00000000-0000-4000-8000-000000000000' }).expect(404);
    expect(await workflowCount()).toBe(before);
  });
});
