import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LinkSignature } from '#host/secrets/link-signature.js';
import { blockWith, deployState, inARow } from '../../support/run-api.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { createWorkflow } from '../../support/workflow-api.js';

interface Notification {
  readonly links: readonly { readonly email: string; readonly url: string }[];
}

const dayMs = 24 * 60 * 60_000;
let server: TestApp;
let receiver: Server;
let notificationUrl: string;
const received: string[] = [];

beforeAll(async () => {
  receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      received.push(body);
      // The receiver says everything back: even that is not kept.
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(body);
    });
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  notificationUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/asked`;
  server = await startTestApp({ env: { SLUICE_OUTBOUND_ALLOW: '127.0.0.1' } });
});
afterAll(async () => {
  await server.close();
  receiver.closeAllConnections();
  receiver.close();
});

/** Runs a workflow that asks. */
async function ask(fields: Parameters<typeof blockWith>[2]) {
  const workflowId = await deployState(server, inARow(blockWith('ask', 'human_in_the_loop', { notificationUrl, ...fields })));
  const answer = await server.as(server.first.apiKey).post(`/api/workflows/${workflowId}/execute`).send({ amount: 5 }).expect(200);
  const { links } = JSON.parse(received.at(-1) ?? '{}') as Notification;
  const tokens = links.map(({ url }) => URL.parse(url)?.searchParams.get('token') ?? '');
  return { workflowId, body: answer.body, links, tokens };
}

describe('a workflow that asks people', () => {
  it('answers that it is paused, and where it can be answered', async () => {
    const { workflowId, body } = await ask({
      builderData: [{ name: 'amount', type: 'number', value: '<start.amount>' }],
      approvers: ['ada@example.com'],
    });
    const { executionId } = body;
    const uiUrl = `${server.config.baseUrl}/resume/${workflowId}/${executionId}`;
    const apiUrl = `${server.config.baseUrl}/api/resume/${workflowId}/${executionId}/ask`;
    expect(body).toMatchObject({
      success: true,
      status: 'paused',
      output: {
        url: uiUrl,
        resumeEndpoint: apiUrl,
        response: { data: { amount: 5, _resume: { apiUrl, uiUrl, contextId: 'ask', executionId, workflowId } }, status: 200 },
        notification: { delivered: true, status: 200 },
      },
    });
  });

  it('sends each approver a link that says who that is and ends with the question', async () => {
    const { body, tokens } = await ask({ approvers: 'ada@example.com, bob@example.com', expiresAfter: 2, expiresUnit: 'days' });
    const signature = server.app.get(LinkSignature);
    const claims = tokens.map((token) => signature.verify(token, 'resume'));
    expect(claims).toMatchObject(
      ['ada@example.com', 'bob@example.com'].map((email) => ({ email, executionId: body.executionId, contextId: 'ask' })),
    );
    const lasting = claims.map((each) => (typeof each === 'string' ? NaN : Date.parse(each.expiresAt) - Date.now()));
    for (const ms of lasting) expect(ms).toBeGreaterThan(1.9 * dayMs);
    for (const ms of lasting) expect(ms).toBeLessThanOrEqual(2 * dayMs);
  });

  it.each([{}, { expiresAfter: 90, expiresUnit: 'days' }])('sends no link that lasts longer than 30 days: %j', async (fields) => {
    const { tokens } = await ask({ approvers: ['ada@example.com'], ...fields });
    const claims = server.app.get(LinkSignature).verify(tokens[0] ?? '', 'resume');
    const lasting = typeof claims === 'string' ? NaN : Date.parse(claims.expiresAt) - Date.now();
    expect(Math.round(lasting / dayMs)).toBe(30);
  });

  it('keeps its links in no event, answer, effect or log', async () => {
    const { body, tokens } = await ask({ approvers: ['ada@example.com'] });
    const owner = server.as(server.first.apiKey);
    const { body: effects } = await owner.get(`/api/v1/logs/executions/${body.executionId}/effects`).expect(200);
    const { rows } = await server.database.pool.query<{ row: string }>('select run_event::text as row from run_event');
    expect(rows.length).toBeGreaterThan(2);
    expect(effects.data).toMatchObject([{ target: `POST ${notificationUrl}` }]);
    expect(tokens[0]?.length).toBeGreaterThan(60);
    const kept = JSON.stringify([rows, body, effects, server.logLines]);
    expect([kept.includes(tokens[0] ?? ''), kept.includes('?token=')]).toEqual([false, false]);
  });

  it('is not deployed when its question makes no sense', async () => {
    const id = await createWorkflow(server, { state: inARow(blockWith('ask', 'human_in_the_loop', { expiresAfter: -1 })) });
    const { body } = await server.as(server.first.apiKey).post(`/api/v1/workflows/${id}/deploy`).expect(400);
    expect(body.details).toMatchObject([{ message: 'Block "ask": expiresAfter must be a number above 0', code: 'invalid_time' }]);
  });
});
