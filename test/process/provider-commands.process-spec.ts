import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { providers } from '#modules/triggers/signatures/providers.js';
import { blocksOf } from '../support/documentation/page-blocks.js';
import { sourceText } from '../support/architecture/source-files.js';
import { eventually } from '../support/eventually.js';
import { freePort, startServerProcess, type ServerProcess } from '../support/server-process.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { fieldBlock, triggered } from '../support/triggers/trigger-documents.js';

const run = promisify(execFile);
const page = sourceText('docs/webhook-providers.md');
const chapters = [...page.matchAll(/^## .*: `([\w-]+)`\n([\s\S]*?)(?=^## |(?![\s\S]))/gm)].map(([, name = '', text = '']) => ({
  name,
  command: blocksOf(text)[0]?.text ?? '',
}));
/** Those whose proof does not depend on the body. */
const withoutBody: ReadonlySet<string> = new Set(['token', 'gitlab', 'telegram', 'microsoft-graph', 'monday']);

let database: TestDatabase;
let server: ServerProcess;
let client: pg.Client;
let home: string;
let workspaceId: string;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'sluice-commands-'));
  await writeFile(join(home, '.curlrc'), 'silent\nwrite-out = "\\n%{http_code} %header{x-delivery-id}"\n');
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  const port = String(await freePort());
  server = await startServerProcess({
    PORT: port,
    SLUICE_BASE_URL: `http://127.0.0.1:${port}`,
    DATABASE_URL: database.connectionString,
    SLUICE_ENCRYPTION_KEY: '0'.repeat(64),
    SLUICE_DATA_DIR: join(home, 'data'),
    SLUICE_LOG_LEVEL: 'warn',
  });
  const { body } = await server.call<{ data: { id: string }[] }>('GET', '/api/v1/workspaces');
  workspaceId = body.data[0]?.id ?? '';
}, 60_000);
afterAll(async () => {
  await server.kill('SIGTERM');
  await client.end();
  await database.drop();
  await rm(home, { recursive: true });
});

/** A secret in the form that the provider has, and one that differs from it in one bit. */
function secretsOf(name: string): readonly [string, string] {
  if (name === 'teams') return ['c2VjcmV0IG9mIHRoZSB0ZWFt', 'c2VjcmV0IG9mIHRoZSB0ZWFu'];
  if (name === 'standard-webhooks') return ['whsec_c2VjcmV0IG9mIHRoZSBzdmM=', 'whsec_c2VjcmV0IG9mIHRoZSBzdmI='];
  return ['secret of the author', 'secret of the authos'];
}

async function deployed(verification: string, secret: string): Promise<string> {
  const fields = verification === 'token' ? { requireAuth: true, token: secret } : { verification, secret };
  const state = triggered(fieldBlock('hook', 'generic_webhook', { ...fields, bodyFormat: verification === 'twilio' ? 'form' : 'auto' }));
  const workflow = { version: '1.0', state: { ...state, metadata: { name: verification } } };
  const { body: imported } = await server.call<{ data: { id: string } }>('POST', '/api/v1/workflows/import', { workspaceId, workflow });
  await server.call('POST', `/api/v1/workflows/${imported.data.id}/deploy`);
  const { body } = await server.call<{ data: { url: string }[] }>(
    'GET',
    `/api/v1/triggers?workspaceId=${workspaceId}&workflowId=${imported.data.id}`,
  );
  return body.data[0]?.url ?? '';
}

/** Runs the command in a shell. Resolves with the response, its status and the id of the delivery. */
async function answerOf(command: string, url: string, secret: string) {
  const env = { PATH: process.env.PATH ?? '', CURL_HOME: home, WEBHOOK_URL: url, SECRET: secret };
  const { stdout } = await run('bash', ['-euc', command], { env });
  const lines = stdout.split('\n');
  const [status = '', deliveryId = ''] = (lines.at(-1) ?? '').split(' ');
  return { text: lines.slice(0, -1).join('\n'), status: Number(status), deliveryId };
}

/** A proxy that changes one bit of the body, between the signature and the server. */
const changedOnTheWay = `
curl() {
  local before= arguments=()
  for argument in "$@"; do
    if [ "$before" = -d ]; then argument=\${argument/order/ordes}; fi
    arguments+=("$argument"); before=$argument
  done
  command curl "\${arguments[@]}"
}
`;

describe('the command of a provider', () => {
  it('is on the page for every provider that signs, and for tokens', () => {
    expect(chapters.map(({ name }) => name).toSorted()).toEqual(['token', ...Object.keys(providers)].toSorted());
  });

  it.each(chapters)(
    'starts a run: $name',
    async ({ name, command }) => {
      const [secret, other] = secretsOf(name);
      const url = await deployed(name, secret);
      const answer = await answerOf(command, url, secret);
      expect(answer).toMatchObject({ status: 200, text: '{"message":"Webhook processed"}' });
      await eventually(async () => {
        const { rows } = await client.query<{ got: object }>(
          `select e.data->'output'->'result'->'got' as got from delivery d join run_event e on e.stream_id = d.execution_id
         where d.id = $1 and d.outcome = 'accepted' and e.type = 'execution.completed'`,
          [answer.deliveryId],
        );
        expect(JSON.stringify(rows)).toContain('order');
      }, 20_000);
      expect((await answerOf(command, url, other)).status).toBe(401);
      const changed = await answerOf(changedOnTheWay + command, url, secret);
      expect([name, changed.status]).toEqual([name, withoutBody.has(name) ? 200 : 401]);
    },
    60_000,
  );
});
