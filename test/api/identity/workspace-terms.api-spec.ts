import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DeletedWorkspaces, WorkspaceKeeping } from '#modules/identity/index.js';
import { createUser } from '../../support/issue-key.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
}, 60_000);
afterAll(() => server.close());

const owner = (): ReturnType<TestApp['as']> => server.as(server.first.apiKey);

async function createOrganization(name: string, plan: string): Promise<string> {
  return (await owner().post('/api/v1/organizations').send({ name, plan }).expect(200)).body.data.id as string;
}

describe('the terms of a workspace', () => {
  it('outlive it', async () => {
    const organizationId = await createOrganization('Left behind', 'team');
    const made = await owner().post('/api/v1/workspaces').send({ name: 'W', organizationId }).expect(200);
    const workspaceId = made.body.data.id as string;
    await owner().patch(`/api/v1/workspaces/${workspaceId}`).send({ retentionDays: 7 }).expect(200);
    const [keeping, deleted] = [server.app.get(WorkspaceKeeping), server.app.get(DeletedWorkspaces)];
    const terms = { workspaceId, plan: 'team', retentionDays: 7 };
    expect(await keeping.of(workspaceId)).toEqual({ ...terms, deletedAt: null });
    expect(await deleted.has(workspaceId)).toBe(false);
    await owner().delete(`/api/v1/workspaces/${workspaceId}`).expect(200);
    expect(await keeping.of(workspaceId)).toEqual({ ...terms, deletedAt: expect.any(Date) });
    expect(await keeping.all()).toContainEqual({ ...terms, deletedAt: expect.any(Date) });
    expect(await deleted.has(workspaceId)).toBe(true);
  });

  it('are those of the account that pays, as for its runs', async () => {
    const user = await createUser(server);
    await server.database.pool.query('update user_account set is_operator = true where id = $1', [user.id]);
    const made = await server.as(user.key).post('/api/v1/workspaces').send({ name: 'Alone' }).expect(200);
    const workspaceId = made.body.data.id as string;
    expect(made.body.data.organizationId).toBeNull();
    const keeping = server.app.get(WorkspaceKeeping);
    expect(await keeping.of(workspaceId)).toMatchObject({ plan: null });
    const organizationId = await createOrganization('Small', 'free');
    await owner().post(`/api/v1/organizations/${organizationId}/members`).send({ email: user.email, role: 'member' }).expect(200);
    expect(await keeping.of(workspaceId)).toMatchObject({ plan: 'free' });
  });
});
