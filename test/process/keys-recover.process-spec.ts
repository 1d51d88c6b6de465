import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { eventually } from '../support/eventually.js';
import { serverEnv, startServerProcess, type ServerProcess } from '../support/server-process.js';
import { runSluice } from '../support/sluice-command.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

let database: TestDatabase;
let server: ServerProcess;
let client: pg.Client;
let env: Record<string, string>;

beforeAll(async () => {
  database = await createTestDatabase();
  env = await serverEnv(database);
  server = await startServerProcess(env);
  client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
}, 60_000);
afterAll(async () => {
  await server.kill('SIGKILL');
  await client.end();
  await database.drop();
});

async function statusWith(key: string, path: string): Promise<number> {
  return (await fetch(`${server.url}${path}`, { headers: { 'X-API-Key': key } })).status;
}

describe('npx sluice keys recover', () => {
  it('makes a key of the only operator that works at once, and is audited', async () => {
    const { code, out, error } = await runSluice(['keys', 'recover'], env);
    expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/^sk-sluice-[0-9A-Za-z]{32}\n$/) });
    expect(error).toContain('owner@');
    expect(await statusWith(out.trim(), '/api/v1/users')).toBe(200);
    await eventually(async () => {
      const { rows } = await client.query(
        `select resource_name as name, user_agent as "userAgent" from audit_entry where action = 'personal_api_key.created' and actor_id is null`,
      );
      expect(rows).toContainEqual({ name: expect.stringMatching(/^Recovery 20/), userAgent: 'sluice keys recover' });
    });
  }, 30_000);

  it('makes one in JSON for who is named, whatever the case of letters', async () => {
    const [operator] = await emails();
    const { code, out } = await runSluice(['keys', 'recover', '--json', '--email', operator.toUpperCase()], env);
    const made = JSON.parse(out) as { readonly key: string; readonly email: string };
    expect({ code, email: made.email, status: await statusWith(made.key, '/api/v1/users') }).toEqual({
      code: 0,
      email: operator,
      status: 200,
    });
  }, 30_000);

  it('lists the operators when none has the given address', async () => {
    const [operator] = await emails();
    const { code, out, error } = await runSluice(['keys', 'recover', '--email', 'missing@example.org'], env);
    expect({ code, out, error }).toEqual({
      code: 1,
      out: '',
      error: `No active operator is called missing@example.org; there are: ${operator}\n`,
    });
  }, 30_000);
});

describe('npx sluice setup-link', () => {
  it('makes a link for the first person, also beside a server, and none after that', async () => {
    const { code, out } = await runSluice(['setup-link'], env);
    expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/\/setup#[\w-]{43}\n$/) });
    const printed = JSON.parse((await runSluice(['setup-link', '--json'], env)).out) as { readonly link: string };
    expect(printed).toEqual({ link: expect.stringMatching(/\/setup#[\w-]{43}$/), expiresAt: expect.any(String) });
    await claim('setup', printed.link);
    expect(await runSluice(['setup-link'], env)).toEqual({
      code: 1,
      out: '',
      error: 'This installation is set up; npx sluice users recover <email> makes a link for a user\n',
    });
  }, 30_000);
});

describe('npx sluice users recover', () => {
  it('makes a link for a user, which replaces the former one', async () => {
    const [operator] = await emails();
    const former = await runSluice(['users', 'recover', operator], env);
    const { code, out } = await runSluice(['users', 'recover', operator.toUpperCase(), '--json'], env);
    const { link } = JSON.parse(out) as { readonly link: string };
    expect({ code, link }).toEqual({ code: 0, link: expect.stringMatching(/\/recover#[\w-]{43}$/) });
    expect(await claim('recovery', former.out)).toBe(404);
    expect(await claim('recovery', link)).toBe(200);
  }, 30_000);

  it('names an address that no user has', async () => {
    expect(await runSluice(['users', 'recover', 'missing@example.org'], env)).toEqual({
      code: 1,
      out: '',
      error: 'No user has the address missing@example.org\n',
    });
  }, 30_000);
});

async function claim(kind: 'setup' | 'recovery', link: string): Promise<number> {
  const [, token] = link.trim().split('#');
  const body = { token, password: 'nine lazy foxes in the rain' };
  return (await server.call('POST', `/api/v1/links/${kind}`, body)).status;
}

async function emails(): Promise<[string]> {
  const { body } = await server.call('GET', '/api/v1/users');
  return [(body as { data: { email: string }[] }).data[0]?.email ?? ''];
}
