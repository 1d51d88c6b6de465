import type { TestApp } from './test-app.js';

/** Puts the organization of the first user on a plan. */
export async function choosePlan(server: TestApp, plan: string): Promise<void> {
  await server.as(server.first.apiKey).patch(`/api/v1/organizations/${server.first.organizationId}`).send({ plan }).expect(200);
}

/** As much as the plan `free` lets the organization of the first user spend in a period. */
export async function useUpMoney(server: TestApp): Promise<void> {
  await server.database.pool.query(
    `insert into usage_period as p (account_id, month, cost_nano_usd) values ($1, date_trunc('month', now() at time zone 'UTC'), 5e9)
     on conflict (account_id, month) do update set cost_nano_usd = p.cost_nano_usd + 5e9`,
    [server.first.organizationId],
  );
}
