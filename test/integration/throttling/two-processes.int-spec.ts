import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../../support/eventually.js';
import { choosePlan } from '../../support/plans.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { deployedWorkflow } from '../../support/workflow-api.js';

let one: TestApp;
let other: TestApp;
let workflow: string;

beforeAll(async () => {
  one = await startTestApp();
  workflow = await deployedWorkflow(one);
  other = await startTestApp({ beside: one });
});

afterAll(async () => {
  await other.close();
  await one.close();
});

async function limitAt(server: TestApp): Promise<number> {
  const { headers } = await server.as(one.first.apiKey).get('/api/v1/blocks');
  return Number(headers['x-ratelimit-limit']);
}

describe('two processes on one database', () => {
  it('know of a changed plan without a restart', async () => {
    expect(await limitAt(other)).toBe(120_000);
    await choosePlan(one, 'free');
    await eventually(async () => expect(await limitAt(other)).toBe(60));
    expect(await limitAt(one)).toBe(60);
  });

  it('hand out together exactly the tokens that there are, with 500 at once (AC-79)', async () => {
    const start = async (index: number): Promise<boolean> => {
      const server = index % 2 === 0 ? one : other;
      const { status } = await server.as(one.first.apiKey).post(`/api/workflows/${workflow}/execute`).send({});
      // A slow machine sends some of five hundred away. They give back the token that they may have taken.
      if (status === 503) return start(index);
      expect([200, 429]).toContain(status);
      return status === 200;
    };
    const atOnce = await Promise.all(Array.from({ length: 500 }, (_, index) => start(index)));
    let taken = atOnce.filter(Boolean).length;
    expect(taken).toBeLessThanOrEqual(100);
    // What one of them has taken ahead comes back, and then every token has been used and none twice.
    let next = 0;
    await eventually(async () => {
      if (await start((next += 1))) taken += 1;
      expect(taken).toBeGreaterThanOrEqual(100);
    });
    expect(taken).toBe(100);
    for (let index = 0; index < 10; index += 1) expect(await start(index)).toBe(false);
  }, 60_000);
});
