import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { JsonObject } from '#kernel/json.js';
import { Deliveries } from '#modules/triggers/deliveries/deliveries.js';
import { Triggers } from '#modules/triggers/store/triggers.js';
import { eventually } from '../../support/eventually.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { fieldBlock, triggered, webhook } from '../../support/triggers/trigger-documents.js';
import { aBlock, anEdge, aState } from '../../support/workflow-documents.js';
import { createWorkflow } from '../../support/workflow-api.js';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
}, 60_000);
afterAll(() => server.close());

const owner = () => server.as(server.first.apiKey);
const run = (id: string, body: JsonObject = {}) => owner().post(`/api/v1/workflows/${id}/run`).send(body);

/** A workflow that returns its input under a word. */
const saying = (word: string): JsonObject =>
  aState(
    [
      aBlock('start', 'start_trigger', { name: 'Start' }),
      fieldBlock('say', 'function', { code: `return { ${word}: <start.name> }`, language: 'javascript' }),
    ],
    [anEdge('start', 'say')],
  );

const save = (id: string, state: JsonObject) => owner().put(`/api/v1/workflows/${id}/state`).send({ state }).expect(200);
const deploy = (id: string) => owner().post(`/api/v1/workflows/${id}/deploy`).expect(200);

describe('a run of the draft', () => {
  it('runs what is saved and not what is deployed, as manual, and the log names the draft', async () => {
    const id = await createWorkflow(server, { state: saying('deployed') });
    await deploy(id);
    await save(id, saying('draft'));

    const { body } = await run(id, { input: { name: 'Ada' } }).expect(200);
    expect(body).toMatchObject({ success: true, output: { result: { draft: 'Ada' } } });
    const log = await owner().get(`/api/v1/logs/${body.executionId}`).expect(200);
    expect(log.body.data).toMatchObject({
      trigger: 'manual',
      triggerSource: { kind: 'manual', blockId: 'start' },
      deploymentVersionId: expect.stringMatching(/:draft-\d+$/),
    });
  });

  it('needs no deployment', async () => {
    const id = await createWorkflow(server, { state: saying('draft') });
    const { body } = await run(id, { input: { name: 'Ada' } }).expect(200);
    expect(body.output).toMatchObject({ result: { draft: 'Ada' } });
  });

  it('begins with the trigger block that the caller chose', async () => {
    const id = await createWorkflow(server, { state: triggered(webhook('orders'), webhook('returns')) });
    const { body } = await run(id, { triggerBlockId: 'returns', input: { item: 7 } }).expect(200);
    expect(body.output).toMatchObject({ result: { from: 'returns', got: { item: 7 } } });
  });

  it('takes the event and the block of a delivery', async () => {
    const id = await createWorkflow(server, { state: triggered(webhook('orders'), webhook('returns')) });
    await deploy(id);
    const { rows } = await server.database.pool.query<{ id: string }>(
      `select id from trigger where workflow_id = $1 and block_id = 'returns'`,
      [id],
    );
    const trigger = await server.app.get(Triggers, { strict: false }).find(rows[0]?.id ?? '');
    if (trigger === undefined) throw new Error('The trigger is missing');
    const deliveries = server.app.get(Deliveries, { strict: false });
    const accepted = await deliveries.accept({ trigger, payload: { item: 1 }, key: 'evt-1' });
    const duplicate = await deliveries.accept({ trigger, payload: { item: 1 }, key: 'evt-1' });
    const filtered = await deliveries.filter({ trigger, payload: { item: 2 } }, 'event-type');
    expect(duplicate.outcome).toBe('duplicate');

    for (const [deliveryId, item] of [
      [accepted.deliveryId, 1],
      [filtered.deliveryId, 2],
    ] as const) {
      const { body } = await run(id, { deliveryId }).expect(200);
      expect(body.output).toMatchObject({ result: { from: 'returns', got: { item } } });
      const { body: log } = await owner().get(`/api/v1/logs/executions/${body.executionId}`).expect(200);
      expect(log.executionMetadata.triggerSource).toEqual({ kind: 'manual', deliveryId, blockId: 'returns' });
    }
  });

  it.each(['async', 'stream', 'selectedOutputs', 'includeThinking', 'includeToolCalls'])('is refused when %s is null', async (field) => {
    const id = await createWorkflow(server, { state: saying('hello') });
    const { body } = await run(id, { [field]: null }).expect(400);
    expect(body.details).toMatchObject([{ path: [field] }]);
  });

  it('selects outputs of streams only, and of blocks that the draft has', async () => {
    const id = await createWorkflow(server, { state: saying('hello') });
    const { body: unstreamed } = await run(id, { selectedOutputs: ['say'] }).expect(400);
    expect(unstreamed.details).toMatchObject([{ path: ['selectedOutputs'], message: expect.stringContaining('"stream": true') }]);
    const { body: absent } = await run(id, { stream: true, selectedOutputs: ['zz'] }).expect(400);
    expect(absent.details).toMatchObject([
      { path: ['selectedOutputs', 0], message: expect.stringMatching(/"zz" names no block of the workflow;/) },
    ]);
    await run(id, { selectedOutputs: [] }).expect(200);
  });

  it('answers with a job or a stream where the caller asks for one', async () => {
    const id = await createWorkflow(server, { state: saying('draft') });
    const queued = await run(id, { async: true, input: { name: 'Ada' } }).expect(202);
    expect(queued.body).toMatchObject({ success: true, async: true });
    await eventually(async () => {
      const { body } = await owner().get(`/api/jobs/${queued.body.jobId}`).expect(200);
      expect(body).toMatchObject({ status: 'completed', output: { result: { draft: 'Ada' } } });
    });
    const streamed = await run(id, { stream: true, input: { name: 'Ada' } }).expect(200);
    expect(streamed.headers['content-type']).toContain('text/event-stream');
    expect(streamed.text).toContain('"event":"final"');
  });

  it('starts no second run for one Idempotency-Key, and refuses the key for another block', async () => {
    const id = await createWorkflow(server, { state: triggered(webhook('orders'), webhook('returns')) });
    const send = (triggerBlockId: string) => run(id, { triggerBlockId }).set('Idempotency-Key', 'manual-1');
    const first = await send('orders').expect(200);
    const again = await send('orders').expect(200);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(again.body.executionId).toBe(first.body.executionId);
    await send('returns').expect(422);
  });

  it.each([
    ['a block that is no trigger', { triggerBlockId: 'after-orders' }, 'triggerBlockId'],
    ['no block where the draft has no start', {}, 'triggerBlockId'],
    ['an input beside a delivery', { input: {}, deliveryId: '0199a1b2-0000-7000-8000-000000000001' }, 'input'],
    ['an unknown field', { triggerBlock: 'orders' }, 'triggerBlock'],
  ])('is refused with %s', async (_, body: JsonObject, field) => {
    const id = await createWorkflow(server, { state: triggered(webhook('orders')) });
    const refused = await run(id, body).expect(400);
    expect(refused.body.details).toMatchObject([{ path: [field] }]);
  });

  it('is refused for a draft that cannot run, with its problems', async () => {
    const id = await createWorkflow(server, { state: aState([aBlock('start', 'start_trigger'), aBlock('odd', 'no_such_block')], []) });
    const { body } = await run(id).expect(400);
    expect(body.details.length).toBeGreaterThan(0);
  });

  it('does not find the delivery of another workflow', async () => {
    const id = await createWorkflow(server, { state: triggered(webhook('orders')) });
    await run(id, { deliveryId: '0199a1b2-0000-7000-8000-000000000001' }).expect(404);
    await run(id, { deliveryId: 'nonsense' }).expect(404);
  });
});
