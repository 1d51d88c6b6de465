import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import type { JsonObject } from '#kernel/json.js';
import { eventually } from '../../support/eventually.js';
import { blockWith, deployState, finishedJob, functionBlock, inARow } from '../../support/run-api.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { aBlock, anEdge, aState, workflowFixture } from '../../support/workflow-documents.js';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());

const owner = () => server.as(server.first.apiKey);
const execute = (workflowId: string) => owner().post(`/api/workflows/${workflowId}/execute`);

interface Log {
  readonly executionData: { readonly traceSpans: readonly { readonly children: readonly unknown[] }[] };
}

const logOf = async (executionId: string): Promise<Log> => {
  const { body } = await owner().get(`/api/v1/logs/${executionId}`).expect(200);
  return body.data as Log;
};

/** The example with the loop and the parallel, its human block replaced by a function. */
async function importOrders(): Promise<string> {
  const document = structuredClone(workflowFixture('orders-with-two-reviewers')) as {
    state: { blocks: Record<string, { type: string; subBlocks: JsonObject }> };
  };
  const ask = document.state.blocks['ask'];
  if (ask === undefined) throw new Error('The example has lost a block');
  Object.assign(ask, {
    type: 'function',
    subBlocks: { code: { id: 'code', type: 'code', value: 'return <parallel.index> + <variable.region>' } },
  });
  const { body } = await owner()
    .post('/api/v1/workflows/import')
    .send({ workspaceId: server.first.workspaceId, workflow: document })
    .expect(201);
  await owner().post(`/api/v1/workflows/${body.data.id}/deploy`).expect(200);
  return body.data.id as string;
}

/** `inner` inside a container behind a start, in this order. */
function contained(type: 'loop' | 'parallel', data: JsonObject, ...inner: readonly JsonObject[]): JsonObject {
  const container = { ...aBlock('box', type), data };
  const inside = inner.map((block) => ({ ...block, data: { parentId: 'box', extent: 'parent' } }));
  const ids = inner.map(({ id }) => id as string);
  return aState(
    [aBlock('start', 'start_trigger'), container, ...inside],
    [
      anEdge('start', 'box'),
      anEdge(`box.${type}-start-source`, ids[0] ?? ''),
      ...ids.slice(1).map((id, index) => anEdge(ids[index] ?? '', id)),
    ],
  );
}

describe('loops and parallels', () => {
  it('run the example of orders and reviewers as imported', async () => {
    const { body } = await execute(await importOrders())
      .send({ orders: [{ id: 1 }, { id: 2 }] })
      .expect(200);
    expect(body).toMatchObject({ success: true });
    const log = await logOf(body.executionId);
    expect(JSON.stringify(log)).toContain('"order":{"id":2}');
    expect(JSON.stringify(log)).toContain('"1EU"');
  });

  it('run blocks that need the sandbox in every pass', async () => {
    const id = await deployState(
      server,
      contained('loop', { loopType: 'for', count: 50 }, functionBlock('double', 'return <loop.index> * 2')),
    );
    const { body } = await execute(id).send({}).expect(200);
    expect(body.output.results.map(([pass]: [{ result: number }]) => pass.result)).toEqual(
      Array.from({ length: 50 }, (_, index) => index * 2),
    );
  });

  it('are told in the log pass by pass', async () => {
    const id = await deployState(
      server,
      contained('parallel', { parallelType: 'count', count: 3 }, functionBlock('who', 'return <parallel.index>')),
    );
    const { body } = await execute(id).send({}).expect(200);
    const { executionData } = await logOf(body.executionId);
    expect(executionData.traceSpans[0]?.children[1]).toMatchObject({
      type: 'parallel',
      children: [0, 1, 2].map((index) => ({
        type: 'parallel-iteration',
        iterationIndex: index,
        children: [{ output: { result: index } }],
      })),
    });
  });
});

describe('workflows that blocks run', () => {
  it('give their result to the block, and show their blocks below it in the log', async () => {
    const child = await deployState(server, inARow(functionBlock('twice', 'return <start.n> * 2')));
    const parent = await deployState(
      server,
      inARow(blockWith('call', 'workflow', { workflowId: child, inputMapping: '{"n": <start.n>}' })),
    );
    const { body } = await execute(parent).send({ n: 21 }).expect(200);
    expect(body.output).toMatchObject({ success: true, childWorkflowId: child, result: { result: 42 } });
    const { executionData } = await logOf(body.executionId);
    expect(executionData.traceSpans[0]?.children[1]).toMatchObject({ childWorkflowId: child, children: [{}, { name: 'twice' }] });
  });

  it('must be deployed, and of the same workspace', async () => {
    const { body: created } = await owner()
      .post('/api/v1/workflows')
      .send({ workspaceId: server.first.workspaceId, name: 'Draft' })
      .expect(200);
    const parent = await deployState(server, inARow(blockWith('call', 'workflow', { workflowId: created.data.id })));
    const { body } = await execute(parent).send({}).expect(500);
    expect(body.error).toBe('call: Workflow "Draft" is not deployed');
  });
});

describe('secrets', () => {
  const secret = 'hunter2-and-more';

  it('reach the code of the author and the answer, and are masked in the log and the stored events', async () => {
    const environment = `/api/v1/workspaces/${server.first.workspaceId}/environment`;
    await owner()
      .put(environment)
      .send({ variables: { PASSWORD: secret } })
      .expect(200);
    const id = await deployState(
      server,
      inARow(
        functionBlock('take', 'return { key: {{PASSWORD}}, length: {{PASSWORD}}.length }'),
        functionBlock('pass', 'return <take.result.key> + "!" + <take.result.key>.length'),
      ),
    );
    const { body } = await execute(id).send({ note: '{{PASSWORD}}' }).expect(200);
    expect(body.output).toEqual({ result: `${secret}!${secret.length}`, stdout: '' });
    const log = JSON.stringify(await logOf(body.executionId));
    expect(log).toContain('{{PASSWORD}}');
    expect(log).not.toContain(secret);
    const { rows } = await server.app.get(Pool).query('select data::text from run_event where stream_id = $1', [body.executionId]);
    expect(rows.length).toBeGreaterThan(2);
    expect(JSON.stringify(rows)).not.toContain(secret);
  });

  it('are never expanded from what a caller sends', async () => {
    const id = await deployState(server, inARow(functionBlock('take', 'return <start.note> + "|" + {{PASSWORD}}.length')));
    const { body } = await execute(id).send({ note: '{{PASSWORD}}' }).expect(200);
    expect(body.output.result).toBe(`{{PASSWORD}}|${secret.length}`);
  });
});

describe('a durable wait', () => {
  const waiting = (): Promise<string> =>
    deployState(
      server,
      inARow(
        functionBlock('before', 'return Math.random()'),
        blockWith('wait', 'wait', { async: true, timeValue: '0.01', timeUnitLong: 'minutes' }),
        functionBlock('after', 'return { same: <before.result>, waited: <wait.waitDuration> }'),
      ),
    );

  it('pauses a synchronous run, responds that it is paused, and resumes by itself', async () => {
    const id = await waiting();
    const { body } = await execute(id).send({}).expect(200);
    expect(body).toMatchObject({ success: true, status: 'paused', output: { status: 'waiting', waitDuration: 600 } });
    const ended = await eventually(async () => {
      const { body: now } = await owner().get(`/api/workflows/${id}/executions/${body.executionId}?includeOutput=true`).expect(200);
      expect(now.status).toBe('completed');
      return now;
    });
    expect(ended.finalOutput.result).toMatchObject({ waited: 600 });
  });

  it('keeps an asynchronous job processing until the run has ended', async () => {
    const { body } = await execute(await waiting())
      .send({ async: true })
      .expect(202);
    const job = await finishedJob(server, body.jobId);
    expect(job).toMatchObject({ status: 'completed', output: { result: { waited: 600 } } });
  });
});
