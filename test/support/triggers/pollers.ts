import { expect } from '@jest/globals';
import type { JsonObject } from '#kernel/json.js';
import type { Poller } from '#modules/triggers/firing/polls/poller.js';
import { ScheduleCursors } from '#modules/triggers/store/cursors/schedule-cursors.js';
import { Triggers } from '#modules/triggers/store/triggers.js';
import { eventually } from '../eventually.js';
import type { TestApp } from '../test-app.js';
import { createWorkflow } from '../workflow-api.js';

export interface DeployedPoller {
  readonly workflowId: string;
  readonly triggerId: string;
}

/** Deploys a workflow with one trigger that polls. The loop of the server is kept away from it: the test says when it is asked. */
export async function deployPoller(server: TestApp, state: JsonObject): Promise<DeployedPoller> {
  const workflowId = await createWorkflow(server, { state });
  await server.as(server.first.apiKey).post(`/api/v1/workflows/${workflowId}/deploy`).expect(200);
  return { workflowId, triggerId: await triggerKeptAway(server, workflowId) };
}

/** The trigger of a deployed workflow, from which the loop of the server is kept away. @returns its id */
export async function triggerKeptAway(server: TestApp, workflowId: string): Promise<string> {
  const { rows } = await server.database.pool.query<{ id: string }>('select id from trigger where workflow_id = $1', [workflowId]);
  const triggerId = rows[0]?.id ?? '';
  await eventually(async () => {
    const { rowCount } = await server.database.pool.query(
      `update schedule_cursor set due_at = now() + interval '1 day'
       where id = $1 and scheduled_for is not null and (claimed_until is null or claimed_until < now())`,
      [triggerId],
    );
    expect(rowCount).toBe(1);
  });
  return triggerId;
}

/** Asks the source of a trigger once, as the loop does when it is due. */
export async function pollOnce(server: TestApp, poller: new (...parts: never[]) => Poller, triggerId: string): Promise<void> {
  const cursors = server.app.get(ScheduleCursors);
  const trigger = await server.app.get(Triggers).find(triggerId);
  const claim = await cursors.claimOne(triggerId, 60_000);
  if (trigger === undefined || claim === undefined) throw new Error('The trigger is not free');
  const { signal } = new AbortController();
  try {
    await server.app.get<Poller>(poller).poll({ trigger, scheduledFor: new Date(), lease: claim.lease, signal });
  } finally {
    await server.database.pool.query('update schedule_cursor set claimed_until = null where id = $1', [triggerId]);
  }
}
