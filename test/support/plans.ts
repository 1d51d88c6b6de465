import type { TestApp } from './test-app.js';

/** Puts the organization of the first user on a plan. */
export async function choosePlan(server: TestApp, plan: string): Promise<void> {
  await server.as(server.first.apiKey).patch(`/api/v1/organizations/${server.first.organizationId}`).send({ plan }).expect(200);
}
