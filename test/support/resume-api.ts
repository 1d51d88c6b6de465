import type { JsonObject } from '#kernel/json.js';
import type { TestApp } from './test-app.js';
import { blockWith, deployState, functionBlock, inARow } from './run-api.js';
import { aBlock, anEdge, aState } from './workflow-documents.js';

/** Returns a block that asks for an approval. */
export function askBlock(id: string, fields: JsonObject = {}): JsonObject {
  const inputFormat = [
    { id: 'f1', name: 'approved', type: 'boolean', required: true },
    { id: 'f2', name: 'note', type: 'string' },
  ];
  return blockWith(id, 'human_in_the_loop', { inputFormat, ...fields });
}

/** Deploys a workflow that asks once and returns the answer. */
export function askOnce(server: TestApp, fields: JsonObject = {}): Promise<string> {
  return deployState(server, inARow(askBlock('ask', fields), functionBlock('after', 'return { said: <ask.approved> }')));
}

/** Deploys a workflow that asks in two parallel branches, and joins them when both have been answered. */
export function askTwice(server: TestApp, between: readonly JsonObject[] = []): Promise<string> {
  const join = functionBlock('join', 'return { left: <left.approved>, right: <right.approved> }');
  const blocks = [aBlock('start', 'start_trigger'), askBlock('left'), askBlock('right'), ...between, join];
  const ends = between.map((block) => block['id'] as string);
  const [afterLeft = 'left', afterRight = 'right'] = ends;
  const own = ends.map((id, index) => anEdge(index === 0 ? 'left' : 'right', id));
  return deployState(
    server,
    aState(blocks, [anEdge('start', 'left'), anEdge('start', 'right'), ...own, anEdge(afterLeft, 'join'), anEdge(afterRight, 'join')]),
  );
}

export const resumePath = (workflowId: string, executionId: string, contextId = 'ask'): string =>
  `/api/resume/${workflowId}/${executionId}/${encodeURIComponent(contextId)}`;

/** Starts a run that comes to rest. @returns its id */
export async function pausedRun(server: TestApp, workflowId: string, body: object = {}): Promise<string> {
  const answer = await server.as(server.first.apiKey).post(`/api/workflows/${workflowId}/execute`).send(body).expect(200);
  if (answer.body.status !== 'paused') throw new Error(`The run does not wait: ${answer.text}`);
  return answer.body.executionId as string;
}
