import { setTimeout } from 'node:timers/promises';
import { memberPlaces } from './cluster/remote-members.js';
import type { TestApp } from './test-app.js';

/** Puts the organization of the first user on a plan. Other processes return what they have borrowed of the limits of the former plan within 2 s. */
export async function choosePlan(server: TestApp, plan: string): Promise<void> {
  const owner = server.as(server.first.apiKey);
  await owner.patch(`/api/v1/organizations/${server.first.organizationId}`).send({ plan }).expect(200);
  if (memberPlaces().length === 0) return;
  // Asking whether they have would use up the new limits.
  await setTimeout(2500);
}

/** As much as the plan `free` lets the organization of the first user spend in a period. */
export async function useUpMoney(server: TestApp): Promise<void> {
  await server.database.pool.query(
    `insert into usage_period as p (account_id, month, cost_nano_usd) values ($1, date_trunc('month', now() at time zone 'UTC'), 5e9)
     on conflict (account_id, month) do update set cost_nano_usd = p.cost_nano_usd + 5e9`,
    [server.first.organizationId],
  );
}
