import type { JsonObject } from '#kernel/json.js';
import type { TestApp } from '../test-app.js';
import { createWorkflow } from '../workflow-api.js';
import { triggered, webhook } from './trigger-documents.js';

export interface DeployedWebhook {
  readonly workflowId: string;
  readonly triggerId: string;
  /** Path of the address. */
  readonly address: string;
}

/** A deployed workflow of the first workspace whose first trigger is a webhook. */
export async function deployedWebhook(server: TestApp, state: JsonObject = triggered(webhook('orders'))): Promise<DeployedWebhook> {
  const owner = server.as(server.first.apiKey);
  const workflowId = await createWorkflow(server, { state });
  await owner.post(`/api/v1/workflows/${workflowId}/deploy`).expect(200);
  const { body } = await owner.get('/api/v1/triggers').query({ workspaceId: server.first.workspaceId, workflowId }).expect(200);
  const { id, url } = (body.data as { id: string; url: string | null }[]).find((trigger) => trigger.url !== null) ?? {};
  return { workflowId, triggerId: id ?? '', address: new URL(url ?? '').pathname };
}

/** Sends an event and returns the id of its delivery. */
export async function send(server: TestApp, address: string, body: JsonObject, headers: Record<string, string> = {}): Promise<string> {
  const sent = await server.as().post(address).set(headers).send(body);
  return sent.headers['x-delivery-id'] ?? '';
}
