import type { JsonObject } from '#kernel/json.js';
import { createUser } from './issue-key.js';
import type { TestApp } from './test-app.js';
import { aBlock, anEdge, aState } from './workflow-documents.js';

/** A state that may be deployed: a start and a function that answers `code`. */
export function greeting(code = 'return { hello: 1 }', position = { x: 200, y: 0 }): JsonObject {
  const subBlocks = {
    language: { id: 'language', type: 'dropdown', value: 'javascript' },
    code: { id: 'code', type: 'code', value: code },
  };
  return aState([aBlock('start', 'start_trigger'), aBlock('greet', 'function', { subBlocks, position })], [anEdge('start', 'greet')]);
}

/** A new workflow of the first workspace, with an empty draft or the given one. */
export async function createWorkflow(
  server: TestApp,
  { state, ...body }: { name?: string; folderId?: string; state?: JsonObject } = {},
): Promise<string> {
  const owner = server.as(server.first.apiKey);
  const details = { workspaceId: server.first.workspaceId, name: 'A workflow', ...body };
  const { body: created } = await owner.post('/api/v1/workflows').send(details).expect(200);
  const id = created.data.id as string;
  if (state !== undefined) await owner.put(`/api/v1/workflows/${id}/state`).send({ state }).expect(200);
  return id;
}

/** A deployed workflow of the first workspace. */
export async function deployedWorkflow(server: TestApp, name = 'A deployed workflow'): Promise<string> {
  const id = await createWorkflow(server, { name, state: greeting() });
  await server.as(server.first.apiKey).post(`/api/v1/workflows/${id}/deploy`).expect(200);
  return id;
}

/** The key of a new member of the first workspace. */
export async function memberKey(server: TestApp, permission: 'read' | 'write'): Promise<string> {
  const { email, key } = await createUser(server);
  const members = `/api/v1/workspaces/${server.first.workspaceId}/members`;
  await server.as(server.first.apiKey).post(members).send({ email, permission }).expect(200);
  return key;
}

/** A new workflow of the first workspace, made of a document. @returns its id */
export async function importWorkflow(server: TestApp, workflow: JsonObject): Promise<string> {
  const body = { workspaceId: server.first.workspaceId, workflow };
  const { body: made } = await server.as(server.first.apiKey).post('/api/v1/workflows/import').send(body).expect(201);
  return made.data.id as string;
}

/** The exported document as text, without the moment of the export. */
export async function exportedText(server: TestApp, id: string): Promise<string> {
  const { text } = await server.as(server.first.apiKey).get(`/api/v1/workflows/${id}/export`).expect(200);
  return text.replace(/"exportedAt":"[^"]*"/u, '"exportedAt":""');
}
