import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { createUser } from '../../support/issue-key.js';
import { blockWith, deployState, inARow } from '../../support/run-api.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

const runs = 5;
let server: TestApp;
let workspaceId: string;
let workflowId: string;

beforeAll(async () => {
  server = await startTestApp();
  ({ workspaceId } = server.first);
  workflowId = await deployState(server, inARow(blockWith('say', 'function', { code: 'throw new Error("=HYPERLINK(1), \\"now\\"")' })));
  const client = server.as(server.first.apiKey);
  for (let run = 0; run < runs; run += 1) await client.post(`/api/workflows/${workflowId}/execute`).send({ run });
  // Where all spec files share a server, a transaction that another one holds open holds up these views as well.
  expect(await server.database.projections.upToDate('execution-log', 60_000)).toBe(true);
}, 60_000);
afterAll(() => server.close());

type Query = Readonly<Record<string, string>>;

const exported = (query: Query, key = server.first.apiKey): ReturnType<ReturnType<TestApp['as']>['get']> =>
  server
    .as(key)
    .get('/api/v1/logs/export')
    .query({ workspaceId, ...query })
    .buffer(true);

describe('GET /api/v1/logs/export', () => {
  it('answers the entries of the list, one a line', async () => {
    const query = { workspaceId, details: 'full', includeFinalOutput: 'true' };
    const { body } = await server.as(server.first.apiKey).get('/api/v1/logs').query(query).expect(200);
    const { text, headers } = await exported(query).expect(200);
    expect(headers['content-type']).toBe('application/x-ndjson');
    expect(headers['content-disposition']).toBe('attachment; filename="logs.jsonl"');
    expect(body.data).toHaveLength(runs);
    expect(
      text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual(body.data);
  });

  it('answers a table whose texts no spreadsheet runs', async () => {
    const { text, headers } = await exported({ format: 'csv', order: 'asc' }).expect(200);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    const rows = parse(text, { columns: true }) as Record<string, string>[];
    expect(rows).toHaveLength(runs);
    expect(rows[0]).toMatchObject({ workspaceId, workflowId, level: 'error', status: 'failed', trigger: 'api' });
    for (const { error = '' } of rows) expect(error).not.toMatch(/^[=+\-@]/);
  });

  it('narrows like the list', async () => {
    const { text } = await exported({ level: 'info' }).expect(200);
    expect(text).toBe('');
  });

  it('takes the first and the last moment that there are', async () => {
    const { text } = await exported({ startDate: '0001-01-01', endDate: '9999-12-31T23:59:59.999Z' }).expect(200);
    expect(text.trimEnd().split('\n')).toHaveLength(runs);
  });

  it('refuses what the list refuses, before any line', async () => {
    const stranger = await createUser(server);
    await exported({}, stranger.key).expect(403);
    await exported({ level: 'loud' }).expect(400);
    await exported({ startDate: '0000-01-01' }).expect(400);
    for (const query of [{ endDate: '9999-12-31T23:59:59-14:00' }, { cursor: '' }]) {
      await server
        .as(server.first.apiKey)
        .get('/api/v1/logs')
        .query({ workspaceId, ...query })
        .expect(400);
    }
    const { body } = await exported({ format: 'xml' }).expect(400);
    expect(JSON.stringify(body.details)).toContain('format');
  });
});
