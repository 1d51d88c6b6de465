import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { auditCaughtUp } from '../../support/audit-caught-up.js';
import { createUser } from '../../support/issue-key.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { createWorkflow } from '../../support/workflow-api.js';

let server: TestApp;
let workspaceId: string;

beforeAll(async () => {
  server = await startTestApp();
  ({ workspaceId } = server.first);
  const id = await createWorkflow(server);
  await server.as(server.first.apiKey).patch(`/api/v1/workflows/${id}`).send({ name: '=1+1' }).expect(200);
  await auditCaughtUp(server);
}, 60_000);
afterAll(() => server.close());

const exported = (query: Readonly<Record<string, string>>, key = server.first.apiKey): ReturnType<ReturnType<TestApp['as']>['get']> =>
  server
    .as(key)
    .get('/api/v1/audit-logs/export')
    .query({ workspaceId, ...query })
    .buffer(true);

describe('GET /api/v1/audit-logs/export', () => {
  it('answers the entries of the list, one a line', async () => {
    const { body } = await server.as(server.first.apiKey).get('/api/v1/audit-logs').query({ workspaceId, limit: '100' }).expect(200);
    const { text } = await exported({}).expect(200);
    const lines = text.trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(body.data);
    expect(lines.length).toBeGreaterThan(1);
  });

  it('answers a table whose texts no spreadsheet runs', async () => {
    const { text } = await exported({ format: 'csv', action: 'workflow.updated' }).expect(200);
    expect(parse(text, { columns: true })).toMatchObject([{ action: 'workflow.updated', resourceName: "'=1+1" }]);
  });

  it('requires the access of the list', async () => {
    const stranger = await createUser(server);
    await exported({}, stranger.key).expect(403);
    await exported({ format: 'xml' }).expect(400);
    await exported({ startDate: '0000-01-01' }).expect(400);
    await exported({ startDate: '2031-01-02', endDate: '2031-01-01' }).expect(400);
  });
});
