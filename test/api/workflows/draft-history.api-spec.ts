import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createUser } from '../../support/issue-key.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { createWorkflow, greeting } from '../../support/workflow-api.js';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
}, 60_000);
afterAll(() => server.close());

const owner = () => server.as(server.first.apiKey);
const get = async (id: string, path: string) => (await owner().get(`/api/v1/workflows/${id}/draft${path}`).expect(200)).body;

async function aDraft(): Promise<{ id: string; revision: number }> {
  const id = await createWorkflow(server, { state: greeting() });
  return { id, revision: (await get(id, '')).data.revision as number };
}

async function edit(id: string, base: number, op: object, key = server.first.apiKey): Promise<number> {
  const body = { editId: randomUUID(), base, label: 'Change', ops: [op] };
  return (await server.as(key).patch(`/api/v1/workflows/${id}/draft`).send(body).expect(200)).body.data.revision as number;
}

const named = (name: string) => ({ op: 'rename', id: 'start', name });
const field = (value: string) => ({ op: 'set', id: 'start', field: 'note', value });

describe('the history of a draft in groups', () => {
  it('has the changes of a person as one entry, with deployments between them', async () => {
    const { id, revision } = await aDraft();
    const user = await createUser(server);
    await owner()
      .post(`/api/v1/workspaces/${server.first.workspaceId}/members`)
      .send({ email: user.email, permission: 'write' })
      .expect(200);
    const second = await edit(id, await edit(id, revision, named('One')), named('Two'));
    await owner().post(`/api/v1/workflows/${id}/deploy`).send({ name: 'First' }).expect(200);
    const third = await edit(id, second, named('Three'), user.key);
    const { data, nextBefore, revision: head } = await get(id, '/history');
    expect([nextBefore, head]).toEqual([null, third]);
    expect(data).toMatchObject([
      { kind: 'edits', to: third, edits: 1, userId: user.id },
      { kind: 'deployed', version: 1, labels: ['First'], userId: server.first.userId },
      { kind: 'edits', from: revision, to: second, edits: 2, labels: ['Change'], userId: server.first.userId },
      { kind: 'replaced' },
    ]);
    expect((await get(id, `/history?before=${revision + 1}`)).data).toMatchObject([{ kind: 'replaced', to: revision }]);
  });

  it('has roll backs and ends of deployments, and the present name and description of each version', async () => {
    const { id } = await aDraft();
    const post = (path: string, body: object = {}) => owner().post(`/api/v1/workflows/${id}/${path}`).send(body).expect(200);
    await post('deploy', { name: 'First' });
    await post('deploy', { description: 'more' });
    await post('rollback');
    await owner().delete(`/api/v1/workflows/${id}/deploy`).expect(200);
    await owner().patch(`/api/v1/workflows/${id}/versions/1`).send({ name: 'Begin', description: 'the first' }).expect(200);
    expect((await get(id, '/history')).data).toMatchObject([
      { kind: 'undeployed', version: null, labels: [], description: null },
      { kind: 'activated', version: 1, labels: ['Begin'], description: 'the first' },
      { kind: 'deployed', version: 2, labels: [], description: 'more' },
      { kind: 'deployed', version: 1, labels: ['Begin'], description: 'the first', userId: server.first.userId },
      { kind: 'replaced', version: null, description: null },
    ]);
  });

  it('is read in pages without losing or repeating a revision', async () => {
    const { id, revision } = await aDraft();
    let base = revision;
    for (let round = 0; round < 3; round += 1) {
      for (let each = 0; each < 170; each += 1) base = await edit(id, base, { op: 'move', id: 'start', x: each, y: round });
      await owner().post(`/api/v1/workflows/${id}/deploy`).send({}).expect(200);
    }
    const entries: { kind: string; from: number; to: number; edits: number }[] = [];
    for (let before: number | null = null, first = true; first || before !== null; first = false) {
      const page = await get(id, `/history${before === null ? '' : `?before=${before}`}`);
      entries.push(...page.data);
      before = page.nextBefore as number | null;
    }
    expect(entries.reduce((sum, { edits }) => sum + edits, 0)).toBe(511);
    expect(entries.filter(({ kind }) => kind === 'deployed')).toHaveLength(3);
    for (const [index, { to }] of entries.slice(1).entries()) expect(to).toBeLessThan(entries[index]?.to ?? 0);
  }, 180_000);
});

describe('restoring a revision', () => {
  it('makes the draft what it was, as a new revision that others follow', async () => {
    const { id, revision } = await aDraft();
    const changed = await edit(id, revision, named('Changed'));
    const { body } = await owner().post(`/api/v1/workflows/${id}/draft/restore`).send({ revision }).expect(200);
    expect(body.data).toMatchObject({ revision: changed + 1, valid: true });
    expect((await get(id, '')).data).toEqual({ revision: changed + 1, document: (await get(id, `?revision=${revision}`)).data.document });
    expect((await get(id, '/history')).data[0]).toMatchObject({ kind: 'replaced', labels: [`Restore revision ${revision}`] });
    await owner().post(`/api/v1/workflows/${id}/draft/restore`).send({ revision: 999 }).expect(404);
    await owner().post(`/api/v1/workflows/${id}/draft/restore`).send({}).expect(400);
  });

  it('of an edit that left something out gives the draft as it was completed then', async () => {
    const { id, revision } = await aDraft();
    await edit(id, revision, { op: 'option', id: 'start', name: 'enabled', value: null });
    const { to: healed } = (await get(id, '/history')).data[0] as { to: number };
    const { document } = (await get(id, '')).data;
    expect(document.blocks.start.enabled).toBe(true);
    expect((await get(id, `?revision=${healed}`)).data.document).toEqual(document);
    await edit(id, (await get(id, '')).data.revision as number, named('Later'));
    await owner().post(`/api/v1/workflows/${id}/draft/restore`).send({ revision: healed }).expect(200);
    expect((await get(id, '')).data.document).toEqual(document);
  });
});

describe('the author of a field', () => {
  it('is who set it last, with the value before', async () => {
    const { id, revision } = await aDraft();
    const first = await edit(id, revision, field('one'));
    const second = await edit(id, await edit(id, first, named('Begin')), field('two'));
    const { data } = await get(id, `/blame?key=${encodeURIComponent('block/start/field/note')}`);
    expect(data).toMatchObject({
      parts: [{ key: 'block/start/field/note', operation: field('two'), revision: second, userId: server.first.userId }],
      others: { revision, operations: null },
      before: field('one'),
    });
    expect((await get(id, '/blame?key=block/start')).data.parts.map(({ key }: { key: string }) => key)).toEqual([
      'block/start/field/note',
      'block/start/name',
    ]);
    expect((await get(id, '/blame?key=block/none')).data).toMatchObject({ parts: [], before: null });
  });
});
