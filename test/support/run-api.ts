import type { JsonObject } from '#kernel/json.js';
import type { JobResponse } from '#modules/runs/http/job.response.js';
import { eventually } from './eventually.js';
import type { TestApp } from './test-app.js';
import { createWorkflow } from './workflow-api.js';
import { aBlock, anEdge, aState } from './workflow-documents.js';

/** A block with its fields, named like its id. */
export function blockWith(id: string, type: string, fields: JsonObject): JsonObject {
  const subBlocks = Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, { id: field, type: 'short-input', value }]));
  return aBlock(id, type, { subBlocks });
}

/** Blocks one after the other, behind a start block. */
export function inARow(...blocks: readonly JsonObject[]): JsonObject {
  const all = [aBlock('start', 'start_trigger'), ...blocks];
  return aState(
    all,
    all.slice(1).map((block, index) => anEdge(idOf(all[index]), idOf(block))),
  );
}

export function functionBlock(id: string, code: string, fields: JsonObject = {}): JsonObject {
  return blockWith(id, 'function', { language: 'javascript', code, ...fields });
}

/** A deployed workflow of the first workspace. @returns its id */
export async function deployState(server: TestApp, state: JsonObject): Promise<string> {
  const id = await createWorkflow(server, { state });
  await server.as(server.first.apiKey).post(`/api/v1/workflows/${id}/deploy`).expect(200);
  return id;
}

/** The job, once it has one of these states. */
export async function finishedJob(
  server: TestApp,
  jobId: string,
  states: readonly string[] = ['completed', 'failed'],
): Promise<JobResponse> {
  return eventually(async () => {
    const { body } = await server.as(server.first.apiKey).get(`/api/jobs/${jobId}`).expect(200);
    if (!states.includes(body.status as string)) throw new Error(`The job is ${body.status}`);
    return body as JobResponse;
  }, 20_000);
}

function idOf(block: JsonObject | undefined): string {
  return block?.['id'] as string;
}
