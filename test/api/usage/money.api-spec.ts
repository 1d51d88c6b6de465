import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Clock } from '#kernel/clock.js';
import { builtInPlans } from '#kernel/plan/plan.js';
import { eventually } from '../../support/eventually.js';
import { choosePlan } from '../../support/plans.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { deployedWorkflow } from '../../support/workflow-api.js';

/** The system time, until a test moves it to the next month. */
class Calendar extends Clock {
  #aheadMs = 0;

  now(): Date {
    return new Date(Date.now() + this.#aheadMs);
  }

  toNextMonth(): void {
    const today = this.now();
    this.#aheadMs = Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 1, 1) - Date.now();
  }
}

const calendar = new Calendar();
let server: TestApp;
let folder: string;
let workflow: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sluice-plans-'));
  const file = join(folder, 'plans.json');
  const { name: _, ...plan } = builtInPlans.find(({ name }) => name === 'selfhosted') ?? { name: '' };
  await writeFile(file, JSON.stringify({ plans: { cents: { ...plan, costLimitUsd: 0.02, baseChargeUsd: 0.005 } } }));
  server = await startTestApp({ env: { SLUICE_PLANS_FILE: file }, clock: calendar });
  workflow = await deployedWorkflow(server);
  await choosePlan(server, 'cents');
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const owner = () => server.as(server.first.apiKey);
const start = () => owner().post(`/api/workflows/${workflow}/execute`).send({});

describe('the cost limit of a plan', () => {
  it('is used up by runs, until the next month begins', async () => {
    for (let run = 0; run < 4; run += 1) await start().expect(200);
    const refused = await eventually(() => start().expect(402), 20_000);
    expect(refused.body).toEqual({
      error: expect.stringMatching(/^Usage limit exceeded: \$0\.\d\d+ used of \$0\.02 limit of the cents plan in this billing period\./),
      code: 'USAGE_LIMIT_EXCEEDED',
    });
    const { body } = await owner().get('/api/users/me/usage-limits').expect(200);
    expect(body.usage).toMatchObject({ limit: 0.02, plan: 'cents', isExceeded: true });
    calendar.toNextMonth();
    await start().expect(200);
    expect((await owner().get('/api/users/me/usage-limits').expect(200)).body.usage.isExceeded).toBe(false);
  }, 40_000);
});
