import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { eventually } from '../support/eventually.js';
import { serverEnv, startServerProcess, type ServerProcess } from '../support/server-process.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { mailUser, plainMail, startMailServer, type TestMailServer } from '../support/triggers/mail-server.js';
import { fieldBlock, triggered } from '../support/triggers/trigger-documents.js';

let database: TestDatabase;
let client: pg.Client;
let env: Record<string, string>;
let folder: string;
let server: ServerProcess;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sluice-mail-'));
  const made = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2', '-subj', '/CN=localhost'];
  const files = ['-addext', 'subjectAltName=DNS:localhost', '-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')];
  execFileSync('openssl', ['req', ...made, ...files], { stdio: 'ignore' });
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  env = await serverEnv(database, {
    SLUICE_OUTBOUND_ALLOW: '127.0.0.1,localhost',
    NODE_EXTRA_CA_CERTS: join(folder, 'cert.pem'),
    SLUICE_DATA_DIR: join(folder, 'data'),
  });
  server = await startServerProcess(env);
}, 60_000);
afterAll(async () => {
  await server.kill('SIGKILL');
  await client.end();
  await database.drop();
  await rm(folder, { recursive: true });
});

interface Reader {
  readonly workflowId: string;
  readonly triggerId: string;
}

async function reading(fields: object): Promise<Reader> {
  const { body: spaces } = await server.call<{ data: { id: string }[] }>('GET', '/api/v1/workspaces');
  const workspaceId = spaces.data[0]?.id ?? '';
  await server.call('PUT', `/api/v1/workspaces/${workspaceId}/environment`, { variables: { MAIL_PASSWORD: mailUser.password } });
  const account = { username: mailUser.username, password: '{{MAIL_PASSWORD}}' };
  const state = triggered(fieldBlock('mail', 'imap', { ...account, ...fields }));
  const workflow = { version: '1.0', state: { ...state, metadata: { name: 'Mail' } } };
  const { body: imported } = await server.call<{ data: { id: string } }>('POST', '/api/v1/workflows/import', { workspaceId, workflow });
  await server.call('POST', `/api/v1/workflows/${imported.data.id}/deploy`);
  const { rows } = await client.query<{ id: string }>('select id from trigger where workflow_id = $1', [imported.data.id]);
  return { workflowId: imported.data.id, triggerId: rows[0]?.id ?? '' };
}

/** Makes the trigger due at once, unless it is being asked. */
async function makeDue({ triggerId }: Reader): Promise<void> {
  await client.query(
    `update schedule_cursor set scheduled_for = now(), due_at = now()
     where id = $1 and scheduled_for is not null and (claimed_until is null or claimed_until < now())`,
    [triggerId],
  );
  await client.query(`select pg_notify('sluice', 'schedules')`);
}

const outcomes = async ({ workflowId }: Reader): Promise<readonly { outcome: string; subject: string | null }[]> =>
  (
    await client.query<{ outcome: string; subject: string | null }>(
      `select outcome, (select e.data->'output'->'result'->'got'->>'subject' from run_event e
         where e.stream_id = d.execution_id and e.type = 'execution.completed') as subject
       from delivery d where workflow_id = $1`,
      [workflowId],
    )
  ).rows;

describe('a process that is killed between the fetch of a message and its append', () => {
  it('neither loses a message nor starts two runs for one', async () => {
    const mail = await startMailServer();
    try {
      const reader = await reading({ host: '127.0.0.1', port: mail.port, secure: false });
      const count = 40;
      for (let n = 1; n <= count; n += 1) mail.deliver(plainMail(`m${n}`));
      for (const fetches of [1, 2, 5, 3, 8]) {
        const fetched = afterFetches(mail, fetches);
        await dueUntil(reader, fetched);
        await server.kill('SIGKILL');
        server = await startServerProcess(env);
      }
      await eventually(async () => {
        await makeDue(reader);
        expect((await outcomes(reader)).filter(({ outcome }) => outcome === 'accepted')).toHaveLength(count);
      }, 60_000);
      await eventually(async () => {
        const subjects = (await outcomes(reader)).filter(({ outcome }) => outcome === 'accepted').map(({ subject }) => subject);
        expect(subjects).toHaveLength(count);
        expect(new Set(subjects)).toEqual(new Set(Array.from({ length: count }, (_each, index) => `m${index + 1}`)));
      }, 60_000);
    } finally {
      await mail.close();
    }
  }, 240_000);
});

describe('a mail server with TLS', () => {
  it.each(['secure', 'starttls'] as const)(
    'is read when its certificate is that of its name, and no other: %s',
    async (mode) => {
      const tls = { key: await readFile(join(folder, 'key.pem')), cert: await readFile(join(folder, 'cert.pem')), mode };
      const mail = await startMailServer(tls);
      try {
        const fields = { port: mail.port, secure: mode === 'secure' };
        const named = await reading({ ...fields, host: 'localhost' });
        const other = await reading({ ...fields, host: '127.0.0.1' });
        mail.deliver(plainMail('over-tls'));
        const before = server.output().length;
        await eventually(async () => {
          await makeDue(other);
          expect(server.output().slice(before)).toContain('The mail server cannot be reached (ERR_TLS_CERT_ALTNAME_INVALID)');
        }, 60_000);
        await eventually(async () => {
          await makeDue(named);
          expect((await outcomes(named)).map(({ subject }) => subject)).toEqual(['over-tls']);
        }, 60_000);
        expect(await outcomes(other)).toEqual([]);
        expect(server.output()).not.toContain(mailUser.password);
        for (const { workflowId } of [named, other]) await server.call('DELETE', `/api/v1/workflows/${workflowId}/deploy`);
      } finally {
        await mail.close();
      }
    },
    180_000,
  );
});

/** Makes the trigger due until this has happened: the first time of a new trigger is set by the server. */
async function dueUntil(reader: Reader, happened: Promise<void>): Promise<void> {
  let isDone = false;
  void happened.then(() => (isDone = true));
  await eventually(async () => {
    await makeDue(reader);
    expect(isDone).toBe(true);
  }, 60_000);
}

/** Resolves when the mail server has sent that many messages. */
function afterFetches(mail: TestMailServer, count: number): Promise<void> {
  return new Promise((resolve) => {
    let left = count;
    mail.onFetched = () => {
      left -= 1;
      if (left === 0) resolve();
    };
  });
}
