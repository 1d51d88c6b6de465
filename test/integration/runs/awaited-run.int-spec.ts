import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { AwaitedRun } from '#modules/runs/index.js';
import { StreamTails } from '#modules/runs/watch/stream-tails.js';
import { eventually } from '../../support/eventually.js';
import { deployState, functionBlock, inARow } from '../../support/run-api.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let server: TestApp;
let workflowId: string;

beforeAll(async () => {
  server = await startTestApp();
  workflowId = await deployState(server, inARow(functionBlock('answer', 'return 1')));
  // The jobs stay in the queue.
  await server.database.worker.drain(0);
}, 60_000);
afterEach(() => void jest.restoreAllMocks());
afterAll(() => server.close());

const owner = () => server.as(server.first.apiKey);

async function queued(): Promise<string> {
  const { body } = await owner().post(`/api/workflows/${workflowId}/execute`).send({ async: true }).expect(202);
  return body.executionId as string;
}

/** @returns how many follow a stream at the moment */
function countingFollowers(): () => number {
  const tails = server.app.get(StreamTails, { strict: false });
  const follow = tails.follow.bind(tails);
  let followers = 0;
  jest.spyOn(tails, 'follow').mockImplementation((streamId) => {
    const stop = follow(streamId);
    followers += 1;
    return () => {
      followers -= 1;
      stop();
    };
  });
  return () => followers;
}

const answerWithin = (executionId: string, ms: number) => server.app.get(AwaitedRun, { strict: false }).within(executionId, ms);

describe('waiting for the answer of a run', () => {
  it('that is late leaves nothing that follows the run', async () => {
    const followers = countingFollowers();
    const executionId = await queued();
    const answers = [answerWithin(executionId, 100), answerWithin(executionId, 100)];
    expect(followers()).toBe(2);
    expect(await Promise.all(answers)).toEqual([undefined, undefined]);
    await eventually(() => expect(followers()).toBe(0), 5_000);
  });

  it('whose job is cancelled before it starts ends soon, and leaves nothing that follows it', async () => {
    const followers = countingFollowers();
    const executionId = await queued();
    const answer = answerWithin(executionId, 60_000);
    await owner().post(`/api/workflows/${workflowId}/executions/${executionId}/cancel`).expect(200);
    expect(await answer).toBeUndefined();
    await eventually(() => expect(followers()).toBe(0), 5_000);
  }, 20_000);
});
