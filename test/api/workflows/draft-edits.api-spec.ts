import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { createWorkflow, greeting } from '../../support/workflow-api.js';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
}, 60_000);
afterAll(() => server.close());

const owner = () => server.as(server.first.apiKey);
const draftOf = async (id: string, query = '') => (await owner().get(`/api/v1/workflows/${id}/draft${query}`).expect(200)).body.data;
const patch = (id: string, edit: object) =>
  owner()
    .patch(`/api/v1/workflows/${id}/draft`)
    .send({ editId: randomUUID(), ...edit });
const rename = (name: string, id = 'start') => ({ op: 'rename', id, name });

async function aDraft(): Promise<{ id: string; revision: number }> {
  const id = await createWorkflow(server, { state: greeting() });
  return { id, revision: (await draftOf(id)).revision as number };
}

async function largeEdits(id: string): Promise<{ edits: number; whole: number }> {
  const { rows } = await server.database.pool.query<{ edits: number; whole: number }>(
    `select (select count(*)::int from ledger_event where stream_id = $1 and type = 'workflow.draft-edited') as edits,
       (select revision from workflow_draft where workflow_id = $1) as whole`,
    [id],
  );
  return rows[0] ?? { edits: 0, whole: 0 };
}

describe('an edit of a draft', () => {
  it('changes the named part, and the draft, its state and its export show it', async () => {
    const { id, revision } = await aDraft();
    const { body } = await patch(id, { base: revision, label: 'Rename', ops: [rename('Begin')] }).expect(200);
    expect(body.data).toMatchObject({ revision: revision + 1, others: [], valid: true, undo: [rename('start')] });
    expect(await draftOf(id)).toMatchObject({ revision: revision + 1, document: { blocks: { start: { name: 'Begin' } } } });
    const state = (await owner().get(`/api/v1/workflows/${id}/state`).expect(200)).body.data.state;
    expect(state.blocks.start.name).toBe('Begin');
    expect((await owner().get(`/api/v1/workflows/${id}/export`).expect(200)).text).toContain('Begin');
  });

  it('is deployed and run', async () => {
    const { id, revision } = await aDraft();
    const [block] = Object.values((await draftOf(id)).document.blocks as Record<string, { id: string; type: string }>).filter(
      ({ type }) => type === 'function',
    );
    await patch(id, { base: revision, ops: [{ op: 'set', id: block?.id, field: 'code', value: 'return { hello: 42 }' }] }).expect(200);
    await owner().post(`/api/v1/workflows/${id}/deploy`).expect(200);
    const { body } = await owner().post(`/api/workflows/${id}/execute`).send({}).expect(200);
    expect(JSON.stringify(body)).toContain('42');
  });

  it('that is sent again is applied once, and the same answer is given', async () => {
    const { id, revision } = await aDraft();
    const edit = { editId: 'the-same', base: revision, ops: [rename('Begin')] };
    const first = (await patch(id, edit).expect(200)).body.data;
    await patch(id, { base: first.revision, ops: [rename('Later')] }).expect(200);
    const again = (await patch(id, edit).expect(200)).body.data;
    expect(again).toEqual(first);
    expect((await draftOf(id)).document.blocks.start.name).toBe('Later');
    const { body } = await patch(id, { ...edit, ops: [rename('Other')] }).expect(409);
    expect(body).toMatchObject({ code: 'CONFLICT' });
  });

  it('of an earlier revision is merged with what others have changed elsewhere, and the client receives their changes', async () => {
    const { id, revision } = await aDraft();
    await patch(id, { editId: 'theirs', base: revision, ops: [rename('Begin')] }).expect(200);
    const { body } = await patch(id, { base: revision, ops: [{ op: 'move', id: 'start', x: 5, y: 6 }] }).expect(200);
    expect(body.data.others).toMatchObject([{ revision: revision + 1, editId: 'theirs', operations: [rename('Begin')] }]);
    expect((await draftOf(id)).document.blocks.start).toMatchObject({ name: 'Begin', position: { x: 5, y: 6 } });
  });

  it('of a part that others have changed since is refused, and nothing is written', async () => {
    const { id, revision } = await aDraft();
    await patch(id, { base: revision, ops: [rename('Begin')] }).expect(200);
    const { body } = await patch(id, { base: revision, ops: [{ op: 'move', id: 'start', x: 5, y: 6 }, rename('Mine')] }).expect(409);
    expect(body).toMatchObject({ code: 'DRAFT_CHANGED', details: [{ path: ['ops', 1], code: 'changed' }] });
    expect(await draftOf(id)).toMatchObject({ revision: revision + 1, document: { blocks: { start: { name: 'Begin' } } } });
  });

  it('after the whole draft was replaced is refused', async () => {
    const { id, revision } = await aDraft();
    await owner()
      .put(`/api/v1/workflows/${id}/state`)
      .send({ state: greeting('return 2') })
      .expect(200);
    const { body } = await patch(id, { base: revision, ops: [rename('Begin')] }).expect(409);
    expect(body).toMatchObject({ code: 'DRAFT_CHANGED', details: [{ code: 'replaced' }] });
  });

  it('of sixteen clients at once loses none: each is recorded, or refused with its reason', async () => {
    const { id, revision } = await aDraft();
    const sent = await Promise.all(
      Array.from({ length: 16 }, (_, client) =>
        patch(id, {
          editId: `c${client}`,
          base: revision,
          ops: [{ op: 'set-variable', variable: { id: `v${client % 8}`, name: `n${client}`, type: 'plain', value: client } }],
        }),
      ),
    );
    const accepted = sent.filter(({ status }) => status === 200).map(({ body }) => body.data.revision as number);
    expect(sent.filter(({ status }) => status === 409)).toHaveLength(16 - accepted.length);
    expect(new Set(accepted).size).toBe(8);
    expect(Object.keys((await draftOf(id)).document.variables)).toHaveLength(8);
  });

  it.each<readonly [string, object, readonly (string | number)[]]>([
    ['an operation that is unknown', { ops: [{ op: 'paint' }] }, ['ops', 0, 'op']],
    ['a block without a type', { ops: [{ op: 'add-block', block: { id: 'b', name: 'B' } }] }, ['ops', 0, 'block', 'type']],
    ['an edge to nowhere', { ops: [rename('A'), { op: 'add-edge', edge: { id: 'e', source: 'start' } }] }, ['ops', 1, 'edge', 'target']],
    ['a variable without a name', { ops: [{ op: 'set-variable', variable: { id: 'v' } }] }, ['ops', 0, 'variable', 'name']],
    ['no object', { ops: [5] }, ['ops', 0]],
    ['a number for a name', { ops: [rename('A'), { op: 'rename', id: 'start', name: 5 }] }, ['ops', 1, 'name']],
    ['an unknown field', { ops: [{ ...rename('A'), zz: 1 }] }, ['ops', 0, 'zz']],
    ['a field without its value', { ops: [{ op: 'set', id: 'start', field: 'code' }] }, ['ops', 0, 'value']],
    ['no operations', { ops: [] }, ['ops']],
    ['a block that is not there', { ops: [rename('A', 'none')] }, ['ops', 0]],
    ['a revision of the future', { base: 9_999, ops: [rename('A')] }, ['base']],
    ['no id', { editId: '', ops: [rename('A')] }, ['editId']],
    ['a wrong value', { ops: [{ op: 'option', id: 'start', name: 'enabled', value: 'maybe' }] }, ['ops', 0, 'value']],
  ])('with %s is refused, and the draft stays', async (_, edit, path) => {
    const { id, revision } = await aDraft();
    const { body } = await patch(id, { base: revision, ...edit }).expect(400);
    expect(body.details).toEqual(expect.arrayContaining([expect.objectContaining({ path })]));
    expect((await draftOf(id)).revision).toBe(revision);
  });
});

describe('the history of a draft', () => {
  it('lists edits and replacements with their authors', async () => {
    const { id, revision } = await aDraft();
    await patch(id, { base: revision, label: 'Rename', ops: [rename('Begin')] }).expect(200);
    await owner().put(`/api/v1/workflows/${id}/state`).send({ state: greeting() }).expect(200);
    const { body } = await owner().get(`/api/v1/workflows/${id}/draft/edits?after=${revision}`).expect(200);
    const { userId } = server.first;
    expect(body).toMatchObject({
      revision: revision + 2,
      nextAfter: null,
      data: [
        { revision: revision + 1, label: 'Rename', operations: [rename('Begin')], userId },
        { revision: revision + 2, editId: null, operations: null, userId },
      ],
    });
  });

  it('is recorded as a whole after large edits, so that few of them are read to know it', async () => {
    const { id, revision } = await aDraft();
    let base = revision;
    for (let edit = 0; edit < 10; edit += 1) {
      const ops = [{ op: 'metadata', name: 'notes', value: `${edit}`.repeat(300_000) }];
      base = (await patch(id, { base, ops }).expect(200)).body.data.revision as number;
    }
    const { edits, whole } = await largeEdits(id);
    expect(edits).toBe(10);
    expect(base - whole).toBeLessThan(4);
    expect((await draftOf(id)).document.metadata.notes).toBe('9'.repeat(300_000));
    expect((await draftOf(id, `?revision=${revision + 2}`)).document.metadata.notes).toBe('1'.repeat(300_000));
  });

  it('contains every revision, also after a snapshot', async () => {
    const { id, revision } = await aDraft();
    let base = revision;
    for (let edit = 0; edit < 205; edit += 1) {
      base = (await patch(id, { base, ops: [{ op: 'move', id: 'start', x: edit, y: 0 }] }).expect(200)).body.data.revision as number;
    }
    expect((await draftOf(id)).document.blocks.start.position.x).toBe(204);
    expect(base).toBe(revision + 206);
    for (const edit of [0, 100, 199]) {
      expect((await draftOf(id, `?revision=${revision + 1 + edit}`)).document.blocks.start.position.x).toBe(edit);
    }
    await owner()
      .get(`/api/v1/workflows/${id}/draft?revision=${base + 1}`)
      .expect(404);
  });
});
