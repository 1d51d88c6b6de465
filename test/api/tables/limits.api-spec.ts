import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { choosePlan } from '../../support/plans.js';
import { statusesOf, TableClient } from '../../support/table-api.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let server: TestApp;
let table: TableClient;

beforeAll(async () => {
  server = await startTestApp();
  table = await TableClient.create(server, [{ name: 'n', type: 'number' }]);
}, 60_000);
afterAll(() => server.close());

const numbers = (count: number) => Array.from({ length: count }, (_, n) => ({ n }));

describe('a plan', () => {
  it('limits the rows of a table exactly', async () => {
    expect((await table.look()).maxRows).toBe(100_000_000);
    await choosePlan(server, 'free');
    await table.insertAll(numbers(998));
    const over = await table.send('post', '/rows', { rows: numbers(3) }).expect(400);
    expect(over.body.error).toBe('This table has reached its row limit (1,000 rows) on your current plan.');
    expect(over.body.details).toEqual([{ path: [], message: over.body.error, code: 'row_limit' }]);
    const answers = await Promise.all(numbers(6).map((data) => table.send('post', '/rows', { data })));
    expect(statusesOf(answers)).toEqual([200, 200, 400, 400, 400, 400]);
    expect(await table.look()).toMatchObject({ rowCount: 1000, maxRows: 1000 });
    expect((await table.get('/rows', { limit: 1 }).expect(200)).body.data.totalCount).toBe(1000);
  });

  it('limits the tables of a workspace, even with concurrent creation', async () => {
    const create = (name: string) =>
      server
        .as(server.first.apiKey)
        .post('/api/v1/tables')
        .send({ workspaceId: server.first.workspaceId, name, schema: { columns: [{ name: 'a', type: 'string' }] } });
    const answers = await Promise.all(['a', 'b', 'c', 'd', 'e'].map(create));
    expect(statusesOf(answers)).toEqual([200, 200, 403, 403, 403]);
    const refused = answers.find(({ status }) => status === 403);
    expect(refused?.body).toEqual({ error: 'Workspace has reached maximum table limit (3)', code: 'FORBIDDEN' });
  });
});
