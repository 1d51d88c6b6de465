import { make, settle } from '../access/territory.js';
import { createUser, issueKey, type Owned, type TestUser } from '../issue-key.js';
import { describedOperations } from './described-operations.js';
import type { FuzzWorld } from './fuzz-world.js';

export interface Settlement {
  readonly owner: TestUser;
  readonly organizationId: string;
  readonly workspaceId: string;
}

let founded = 0;

/** An organization of a new user, with a workspace. Names of organizations are taken once. */
export async function foundOrganization(server: Owned, kind: string): Promise<Settlement> {
  const name = `${kind} ${(founded += 1)}`;
  const operator = server.as(server.first.apiKey);
  const owner = await createUser(server);
  const organization = await operator.post('/api/v1/organizations').send({ name }).expect(200);
  const organizationId = organization.body.data.id as string;
  await operator.post(`/api/v1/organizations/${organizationId}/members`).send({ email: owner.email, role: 'owner' }).expect(200);
  const made = await server.as(owner.key).post('/api/v1/workspaces').send({ name, organizationId }).expect(200);
  return { owner, organizationId, workspaceId: made.body.data.id as string };
}

const spareKinds = ['workflowId', 'folderId', 'keyId', 'userId', 'tableId', 'fileId', 'knowledgeBaseId'] as const;

/** An organization with one of everything, and with things to spare. */
export async function settleWorld(server: Owned, foreign: FuzzWorld['foreign']): Promise<FuzzWorld> {
  const { owner, organizationId, workspaceId } = await foundOrganization(server, 'Fuzzed');
  const client = server.as(owner.key);
  const territory = await settle(server, owner.key, { organizationId, workspaceId });
  const place = { owner, organizationId, workspaceId };
  const reader = await createUser(server);
  await client.post(`/api/v1/workspaces/${workspaceId}/members`).send({ email: reader.email, permission: 'read' }).expect(200);
  const workspaceKey = await client.post(`/api/v1/workspaces/${workspaceId}/api-keys`).send({ name: 'workspace' }).expect(200);
  const { text } = await client.get(`/api/resume/${territory.workflowId}/${territory.executionId}`).expect(200);
  const token = /token=([\w.%-]+)/.exec(text)?.[1] ?? '';
  const things = { ...territory, actorId: owner.id, userKeyId: 'none', email: reader.email, token };
  const keys = { operator: server.first.apiKey, owner: owner.key, reader: reader.key, workspace: workspaceKey.body.data.key as string };
  const [spares, doomed] = [await sparesOf(server, place), await sparesOf(server, place)];
  return { things, spares, doomed, foreign, keys, cursors: await givenCursors(server, { owner, things }) };
}

/** One more of each kind that can be made. */
async function sparesOf(server: Owned, { owner, organizationId, workspaceId }: Settlement): Promise<Record<string, string>> {
  const spares: Record<string, string> = {};
  for (const kind of spareKinds) spares[kind] = await make(server, owner.key, workspaceId, kind);
  const workspace = await server.as(owner.key).post('/api/v1/workspaces').send({ name: 'Spare', organizationId }).expect(200);
  spares['workspaceId'] = workspace.body.data.id as string;
  spares['organizationId'] = (await foundOrganization(server, 'Spare')).organizationId;
  spares['userKeyId'] = (await issueKey(server, { name: `spare ${spares['keyId']}`, userId: owner.id })).id;
  return spares;
}

/** A cursor of each list that has more than one thing in it. */
async function givenCursors(
  server: Owned,
  { owner, things }: { readonly owner: TestUser; readonly things: Readonly<Record<string, string>> },
): Promise<Record<string, string>> {
  const lists = describedOperations.filter(
    ({ method, parameters }) => method === 'GET' && parameters.some(({ name }) => name === 'cursor'),
  );
  const cursors: Record<string, string> = {};
  for (const { path } of lists) {
    const key = /^\/api\/v1\/(?:organizations|users)/.test(path) && !path.includes('/me/') ? server.first.apiKey : owner.key;
    const address = path
      .replace(
        '{id}',
        (path.includes('/workspaces/')
          ? things['workspaceId']
          : path.includes('/organizations/')
            ? things['organizationId']
            : things['workflowId']) ?? '',
      )
      .replaceAll(/\{(\w+)\}/g, (_, name: string) => things[name] ?? 'none');
    const { body } = await server.as(key).get(`${address}?limit=1&workspaceId=${things['workspaceId']}`);
    const cursor = /"nextCursor":"([^"]+)"/.exec(JSON.stringify(body))?.[1];
    if (cursor !== undefined) cursors[path] = cursor;
  }
  return cursors;
}
