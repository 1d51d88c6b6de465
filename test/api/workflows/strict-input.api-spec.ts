import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import type { JsonObject } from '#kernel/json.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { createWorkflow } from '../../support/workflow-api.js';
import { aBlock, anEdge, aState } from '../../support/workflow-documents.js';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
}, 60_000);
afterAll(() => server.close());

const owner = () => server.as(server.first.apiKey);
const inputFormat: JsonObject[] = [
  { name: 'amount', type: 'number', required: true, description: 'What is to be paid' },
  { name: 'currency', type: 'string', enum: ['EUR', 'NOK'], default: 'EUR' },
];

async function deployed(more: JsonObject): Promise<string> {
  const subBlocks = (name: string, value: unknown): JsonObject => ({ subBlocks: { [name]: { id: name, value: value as JsonObject } } });
  const code = 'return [<start.amount>, <start.currency>]';
  const blocks = [
    aBlock('start', 'start_trigger', { name: 'Start', ...subBlocks('inputFormat', inputFormat) }),
    aBlock('sum', 'function', subBlocks('code', code)),
  ];
  const id = await createWorkflow(server, { name: 'Pays', state: { ...aState(blocks, [anEdge('start', 'sum')]), ...more } });
  await owner().post(`/api/v1/workflows/${id}/deploy`).expect(200);
  return id;
}

describe('a workflow with strictInput', () => {
  it.each([[{ strictInput: true }], [{ metadata: { strictInput: true } }]])('refuses inputs that do not fit: %j', async (more) => {
    const id = await deployed(more);
    const bodies = [{ amount: 'five' }, { input: { amount: 'five' } }, { inputs: { amount: 'five' } }, { amount: 'five', async: true }];
    for (const body of bodies) {
      const refused = await owner().post(`/api/workflows/${id}/execute`).send(body).expect(400);
      expect(refused.body).toMatchObject({
        code: 'VALIDATION_FAILED',
        details: [{ path: ['amount'], message: 'amount must be a number', code: 'invalid_type' }],
      });
    }
    const both = await owner().post(`/api/workflows/${id}/execute`).send({ currency: 'USD' }).expect(400);
    expect(both.body.details.map(({ path, code }: { path: unknown; code: unknown }) => [path, code])).toEqual([
      [['amount'], 'required'],
      [['currency'], 'not_allowed'],
    ]);
    const second = await owner()
      .post(`/api/v2/workflows/${id}/execute`)
      .send({ input: { amount: 'five' } })
      .expect(400);
    expect(second.body.error.details).toMatchObject([{ path: ['amount'], code: 'invalid_type' }]);
  });

  it('converts where nothing is lost, and fills in defaults', async () => {
    const id = await deployed({ strictInput: true });
    const { body } = await owner().post(`/api/workflows/${id}/execute`).send({ amount: '12.50' }).expect(200);
    expect(body.output.result).toEqual([12.5, 'EUR']);
  });
});

describe('an input with a name that is reserved', () => {
  it.each(['error', 'selectedOption'])('is refused before there is a run: %s', async (name) => {
    const id = await deployed({});
    const { body } = await owner()
      .post(`/api/workflows/${id}/execute`)
      .send({ amount: 1, [name]: 'x' })
      .expect(400);
    const message = `${name} is a reserved name: call the field differently`;
    expect(body).toMatchObject({ code: 'VALIDATION_FAILED', details: [{ path: [name], message, code: 'reserved_name' }] });
  });
});

describe('a block that calls a workflow with strictInput', () => {
  async function caller(inputMapping: unknown): Promise<string> {
    const callee = await deployed({ strictInput: true });
    const values = { workflowId: callee, inputMapping };
    const subBlocks = Object.fromEntries(Object.entries(values).map(([id, value]) => [id, { id, value: value as JsonObject }]));
    const blocks = [aBlock('start', 'start_trigger', { name: 'Start' }), aBlock('call', 'workflow', { name: 'Pay', subBlocks })];
    return createWorkflow(server, { name: 'Calls', state: aState(blocks, [anEdge('start', 'call')]) });
  }

  it('fails and names the field that does not fit', async () => {
    const id = await caller({ amount: '<start.sum>', currency: 'EUR' });
    const { body } = await owner().post(`/api/v1/workflows/${id}/deploy`).expect(200);
    expect(body.data.warnings).toEqual([]);
    const refused = await owner().post(`/api/workflows/${id}/execute`).send({ sum: 'five' }).expect(500);
    expect(refused.body.error).toContain('"Pays" does not take this input: amount must be a number');
    const taken = await owner().post(`/api/workflows/${id}/execute`).send({ sum: 12.5 }).expect(200);
    expect(taken.body.output.result).toMatchObject({ result: [12.5, 'EUR'] });
  });

  it('is deployed with a warning when the mapping says so already, which a validation reports too', async () => {
    const id = await caller({ amount: 'five' });
    const warning = {
      blockId: 'call',
      field: 'inputMapping',
      code: 'input_not_taken',
      message: expect.stringContaining('amount must be a number'),
    };
    const checked = await owner().post(`/api/v1/workflows/${id}/validate`).send({}).expect(200);
    expect(checked.body.data).toMatchObject({ valid: true, warnings: [warning] });
    const { body } = await owner().post(`/api/v1/workflows/${id}/deploy`).expect(200);
    expect(body.data.warnings).toMatchObject([warning]);
  });
});

describe('a workflow without strictInput', () => {
  it('takes any input', async () => {
    const id = await deployed({});
    const { body } = await owner().post(`/api/workflows/${id}/execute`).send({ amount: 'five', currency: 'USD' }).expect(200);
    expect(body.output.result).toEqual(['five', 'USD']);
  });
});

describe('a start of the second generation', () => {
  it('refuses input beside `input`', async () => {
    const id = await deployed({});
    const { body } = await owner().post(`/api/v2/workflows/${id}/execute`).send({ amount: 500, customer: 'Ada' }).expect(400);
    expect(body.error.details.map(({ path, code }: { path: unknown; code: unknown }) => [path, code])).toEqual([
      [['amount'], 'unknown_field'],
      [['customer'], 'unknown_field'],
    ]);
  });
});

describe('the OpenAPI document of a workflow', () => {
  it('is valid and describes the inputs of the active version', async () => {
    const id = await deployed({ strictInput: true });
    const { body } = await owner().get(`/api/v1/workflows/${id}/openapi.json`).expect(200);
    expect(await new Validator().validate(structuredClone(body) as never)).toMatchObject({ valid: true });
    expect(body).toMatchObject({ openapi: '3.1.0', info: { title: 'Pays', version: '1' } });
    expect(body.paths[`/api/workflows/${id}/execute`].post.operationId).toBe('execute');
    expect(body.components.schemas.Start.properties.inputs).toEqual({
      type: 'object',
      properties: {
        amount: { type: 'number', description: 'What is to be paid' },
        currency: { type: 'string', enum: ['EUR', 'NOK'], default: 'EUR' },
      },
      required: ['amount'],
    });
  });

  it('describes the draft of a workflow that is not deployed', async () => {
    const id = await createWorkflow(server);
    const { body } = await owner().get(`/api/v1/workflows/${id}/openapi.json`).expect(200);
    expect(await new Validator().validate(structuredClone(body) as never)).toMatchObject({ valid: true });
    expect(body.info.version).toBe('draft');
  });
});
