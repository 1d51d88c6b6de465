import type { JsonObject } from '#kernel/json.js';
import { blockWith, inARow } from '../run-api.js';
import type { TestApp } from '../test-app.js';
import { createWorkflow } from '../workflow-api.js';

let count = 0;

export interface Registered {
  readonly id: string;
  readonly name: string;
}

/** Registers a server in the first workspace. */
export async function register(server: TestApp, url: string, more: JsonObject = {}): Promise<Registered> {
  count += 1;
  const details = { workspaceId: server.first.workspaceId, name: `server-${count}`, url, ...more };
  const { body } = await server.as(server.first.apiKey).post('/api/v1/mcp-servers').send(details).expect(200);
  return body.data as Registered;
}

/** A workflow with one `mcp` block that is named `call`. */
export function calling(server: string, tool = 'echo', more: JsonObject = {}): JsonObject {
  return inARow(blockWith('call', 'mcp', { server, tool, arguments: '{"text": "hi"}', ...more }));
}

/** An entry of the tools of an agent, as editors store it. */
export function agentTool(serverId: string, toolName: string, more: JsonObject = {}): JsonObject {
  const params = { serverId, toolName, ...(more['params'] as JsonObject | undefined) };
  return { type: 'mcp', title: toolName, toolId: `${serverId}-${toolName}`, usageControl: 'auto', ...more, params };
}

/** A workflow with an agent that has these tools. */
export function agentWith(tools: readonly JsonObject[], more: JsonObject = {}): JsonObject {
  const messages = JSON.stringify([{ role: 'user', content: 'Use it' }]);
  return inARow(blockWith('agent', 'agent', { model: 'fake/tool', messages, tools: [...tools], ...more }));
}

export interface Refused {
  readonly status: number;
  readonly body: { readonly details?: readonly { readonly message: string; readonly code: string }[] };
}

/** Saves and deploys a state. @returns the id of the workflow, and the answer to the deployment */
export async function deploying(server: TestApp, state: JsonObject): Promise<{ readonly workflowId: string; readonly answer: Refused }> {
  const workflowId = await createWorkflow(server, { state });
  const answer = await server.as(server.first.apiKey).post(`/api/v1/workflows/${workflowId}/deploy`);
  return { workflowId, answer: answer as unknown as Refused };
}
