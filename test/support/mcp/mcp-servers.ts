import type { Json, JsonObject } from '#kernel/json.js';
import type { TestApp } from '../test-app.js';
import { createWorkflow } from '../workflow-api.js';
import { aBlock, anEdge, aState } from '../workflow-documents.js';

/** A state that may be deployed: a start with declared fields, and a function that answers `code`. */
export function toolState(inputFormat: Json, code: string): JsonObject {
  const start = { subBlocks: { inputFormat: { id: 'inputFormat', type: 'input-format', value: inputFormat } } };
  const subBlocks = {
    language: { id: 'language', type: 'dropdown', value: 'javascript' },
    code: { id: 'code', type: 'code', value: code },
  };
  return aState([aBlock('start', 'start_trigger', start), aBlock('answer', 'function', { subBlocks })], [anEdge('start', 'answer')]);
}

/** A deployed workflow of the first workspace. */
export async function deployedTool(server: TestApp, name: string, state: JsonObject): Promise<string> {
  const id = await createWorkflow(server, { name, state });
  await server.as(server.first.apiKey).post(`/api/v1/workflows/${id}/deploy`).expect(200);
  return id;
}

/** A new MCP server of the first workspace. */
export async function mcpServer(
  server: TestApp,
  settings: JsonObject = {},
): Promise<{ readonly id: string; readonly path: string; readonly url: URL }> {
  const body = { workspaceId: server.first.workspaceId, name: 'Tools', ...settings };
  const answer = await server.as(server.first.apiKey).post('/api/mcp/workflow-servers').send(body).expect(200);
  const { id } = answer.body.data.server as { readonly id: string };
  const path = `/api/mcp/serve/${id}`;
  return { id, path, url: new URL(path, server.url) };
}
