import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { JsonObject } from '#kernel/json.js';
import { blockWith, inARow } from '../support/run-api.js';
import { serverEnv, startServerProcess, testKey, type ServerProcess } from '../support/server-process.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

let database: TestDatabase;
let server: ServerProcess;

beforeAll(async () => {
  database = await createTestDatabase();
  // A heap that the worst inputs would exceed if they were computed in the server process.
  server = await startServerProcess(await serverEnv(database, { NODE_OPTIONS: '--max-old-space-size=768' }));
}, 60_000);

afterAll(async () => {
  await server.kill('SIGKILL');
  await database.drop();
});

async function deploy(...blocks: readonly JsonObject[]): Promise<string> {
  const { body: workspaces } = await server.call<{ data: { id: string }[] }>('GET', '/api/v1/workspaces');
  const { body: imported } = await server.call<{ data: { id: string } }>('POST', '/api/v1/workflows/import', {
    workspaceId: workspaces.data[0]?.id,
    workflow: { version: '1.0', state: { ...inARow(...blocks), metadata: { name: `Hostile ${Math.random()}` } } },
  });
  const { status } = await server.call('POST', `/api/v1/workflows/${imported.data.id}/deploy`);
  expect(status).toBe(200);
  return imported.data.id;
}

function check(id: string, value: string): JsonObject {
  const conditions = [
    { id: `${id}-if`, title: 'if', value },
    { id: `${id}-else`, title: 'else', value: '' },
  ];
  return blockWith(id, 'condition', { conditions: JSON.stringify(conditions) });
}

interface Sent {
  /** Resolves when the whole request has left this process. */
  readonly isSent: Promise<void>;
  readonly status: Promise<number>;
}

function send(workflowId: string, body: string): Sent {
  const { promise: isSent, resolve: sent } = Promise.withResolvers<void>();
  const { promise: status, resolve, reject } = Promise.withResolvers<number>();
  const headers = { 'x-api-key': testKey, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  const outgoing = request(`${server.url}/api/workflows/${workflowId}/execute`, { method: 'POST', headers }, (response) => {
    response.resume();
    response.on('end', () => resolve(response.statusCode ?? 0));
  });
  outgoing.on('error', reject);
  outgoing.on('finish', sent);
  outgoing.end(body);
  return { isSent, status };
}

const echo = (field: string): JsonObject => blockWith('done', 'response', { dataMode: 'json', data: field });
const repeated = (count: number, part: string, joint = ','): string => Array.from({ length: count }, () => part).join(joint);
const text = (characters: number): string => JSON.stringify('é'.repeat(characters));
const variables = (count: number, value: string): JsonObject[] =>
  Array.from({ length: count }, (_, n) => ({ variableName: `v${n}`, type: 'plain', value }));

/** What ended the server, or stopped it for seconds, and how it is answered now. Those that are answered at once are in `quick`. */
const quick = new Set(['templates of 6 GB', '100,000 keys']);
const inputs: readonly (readonly [name: string, blocks: readonly JsonObject[], input: () => string, status: readonly number[]])[] = [
  [
    'a list of 2,500 copies of a text',
    [check('c', `[${repeated(2500, '<start.a>.toLowerCase()')}].length == 7`)],
    () => text(1_000_000),
    [500],
  ],
  ['3,000 terms on a large text', [check('c', repeated(3000, '<start.a>.toLowerCase() == 1', ' || '))], () => text(1_000_000), [200, 500]],
  [
    '300 comparisons of a list with a text',
    [check('c', repeated(300, '<start.a> == "1"', ' || '))],
    () => `[${repeated(500_000, '1')}]`,
    [200, 500],
  ],
  [
    'templates of 6 GB',
    [blockWith('set', 'variables', { variables: variables(20, repeated(40, '<start.a>', '')) })],
    () => text(4_000_000),
    [500],
  ],
  ['many small lists', [echo('<start.a>')], () => `[${repeated(2_000_000, '[]')}]`, [200]],
  ['100,000 keys', [echo('{}')], () => `{${Array.from({ length: 100_000 }, (_, n) => `"k${n}":1`).join()}}`, [200]],
  ['a condition that never ends', [check('c', '(() => { for (;;); })()')], () => '1', [500]],
  ['a pattern with backtracking', [check('c', '/^(a+)+$/.test(<start.a>)')], () => `"${'a'.repeat(40)}b"`, [500]],
];

describe('a server that gets one hostile input after the other', () => {
  it.each(inputs)(
    'answers others before it, and survives: %s',
    async (name, blocks, input, statuses) => {
      const [hostile, other] = [await deploy(...blocks), await deploy(echo('{"n": <start.n>}'))];
      const order: string[] = [];
      const { isSent, status } = send(hostile, `{"input":{"a":${input()}}}`);
      const answered = status.then((code) => {
        order.push('hostile');
        return code;
      });
      await isSent;
      // Each is asked for when the one before it is answered: a server whose event loop is blocked answers none of them first.
      for (let n = 0; n < 3; n += 1) {
        expect((await server.call<JsonObject>('POST', `/api/workflows/${other}/execute`, { n })).body).toEqual({ n });
        order.push('other');
      }
      expect(statuses).toContain(await answered);
      expect(quick.has(name) || order[0] === 'other').toBe(true);
      expect((await fetch(`${server.url}/health/live`)).status).toBe(200);
      expect(server.child.exitCode).toBeNull();
    },
    120_000,
  );
});
