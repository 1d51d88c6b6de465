import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../../support/eventually.js';
import { Issuer } from '../../support/mcp/issuer.js';
import { clients } from '../../support/mcp/mcp-clients.js';
import { deployedTool, mcpServer, toolState } from '../../support/mcp/mcp-servers.js';
import { asVisitor, claimLink, cookieOf, recoveryToken, testPassword, visitorWith } from '../../support/signed-in.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let issuer: Issuer;
let server: TestApp;
let path: string;
let resource: string;
let email: string;

beforeAll(async () => {
  issuer = await Issuer.start();
  // Each process fetches the keys of the issuer when it needs them.
  server = await startTestApp({ inProcess: true, env: { SLUICE_MCP_ISSUER: issuer.url } });
  const workflowIds = [await deployedTool(server, 'Fee', toolState([], 'return 1'))];
  ({ path } = await mcpServer(server, { workflowIds }));
  resource = server.config.baseUrl + path;
  const { rows } = await server.database.pool.query<{ email: string }>('select email from user_account limit 1');
  email = rows[0]?.email ?? '';
}, 60_000);
afterAll(async () => {
  await server.close();
  await issuer.close();
});

const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

/** A request with this credential in `Authorization`. */
function send(token: string | undefined, at: TestApp = server) {
  const headers = { Accept: 'application/json, text/event-stream', 'MCP-Protocol-Version': '2025-11-25' };
  return at
    .as()
    .post(path)
    .set({ ...headers, ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }) })
    .send(list);
}

const seconds = (): number => Math.floor(Date.now() / 1000);
/** Claims of a token that is accepted. */
const good = () => ({
  iss: issuer.url,
  aud: resource,
  sub: 'a-client',
  scope: 'mcp:tools',
  email,
  email_verified: true,
  iat: seconds(),
  exp: seconds() + 60,
});

describe('an access token of the issuer', () => {
  it('lets an unchanged client in, as the user with its e-mail address', async () => {
    const token = await issuer.token({ resource, email });
    const client = await clients['pinned']?.(new URL(path, server.url), { Authorization: `Bearer ${token}` });
    expect((await client?.listTools())?.tools.map(({ name }) => name)).toEqual(['fee']);
    await expect(client?.callTool({ name: 'fee', arguments: {} })).resolves.toMatchObject({ structuredContent: { result: 1 } });
    await client?.close();
  });

  it('of a user without access to the workspace finds no server', async () => {
    const owner = server.as(server.first.apiKey);
    await owner.post('/api/v1/users').send({ email: 'stranger@example.org', name: 'Stranger' }).expect(200);
    await send(await issuer.token({ resource, email: 'stranger@example.org' })).expect(404);
    await send(await issuer.token({ resource, email: 'unknown@example.org' })).expect(404);
  });

  it('without the scope is refused with the scope that is needed', async () => {
    const { headers } = await send(await issuer.token({ resource, email, scope: 'other' })).expect(403);
    expect(headers['www-authenticate']).toMatch(/^Bearer error="insufficient_scope", .*scope="mcp:tools"$/);
  });

  it('with an e-mail address that is not verified is refused', async () => {
    await send(await issuer.token({ resource, email, isVerified: false })).expect(403);
  });

  it('of a user whom an invitation made under the address is refused until the address is proved', async () => {
    const invited = 'invited@example.org';
    const owner = server.as(server.first.apiKey);
    const invitations = `/api/v1/workspaces/${server.first.workspaceId}/invitations`;
    const { body } = await owner.post(invitations).send({ email: invited, permission: 'read' }).expect(200);
    const claim = { token: body.data.token, password: testPassword };
    const session = visitorWith(server, cookieOf(await asVisitor(server, '/api/v1/links/invitation').send(claim).expect(200)));
    const person = await session.get('/api/v1/session').expect(200);
    const refused = await send(await issuer.token({ resource, email: invited })).expect(403);
    expect(refused.body.error.message).toContain('nothing has shown yet that the address is theirs');
    await claimLink(server, await recoveryToken(server, person.body.data.user.id)).expect(200);
    await send(await issuer.token({ resource, email: invited })).expect(200);
  });

  it.each<[string, () => object, string]>([
    [
      'for another resource',
      () => ({ aud: `${server.config.baseUrl}/api/mcp/serve/0197a5e0-0000-7000-8000-000000000001` }),
      'another resource',
    ],
    ['of another issuer', () => ({ iss: 'https://login.example.com' }), 'another issuer'],
    ['that expired a minute ago', () => ({ exp: seconds() - 60 }), 'has expired'],
    ['that begins in a minute', () => ({ nbf: seconds() + 60 }), 'nbf'],
    ['without an end', () => ({ exp: undefined }), 'exp'],
  ])('%s is refused with the address of the metadata', async (_what, claims, reason) => {
    const { headers, body } = await send(await issuer.signed({ ...good(), ...claims() })).expect(401);
    const metadata = `${server.config.baseUrl}/.well-known/oauth-protected-resource${path}`;
    expect(headers['www-authenticate']).toBe(`Bearer error="invalid_token", resource_metadata="${metadata}", scope="mcp:tools"`);
    expect(body.error.message).toContain(reason);
  });

  it('is accepted when the clocks differ by some seconds', async () => {
    await send(await issuer.signed({ ...good(), exp: seconds() - 10 })).expect(200);
    await send(await issuer.signed({ ...good(), nbf: seconds() + 10 })).expect(200);
  });

  it.each([['mcp:tools other'], [['mcp:tools']]])('may have its scopes in scp: %j', async (scp) => {
    await send(await issuer.signed({ ...good(), scope: undefined, scp })).expect(200);
    await send(await issuer.signed({ ...good(), scope: undefined, scp: 'other' })).expect(403);
  });

  it('that was changed is refused', async () => {
    const [head = '', , signature = ''] = (await issuer.signed(good())).split('.');
    const claims = Buffer.from(JSON.stringify({ ...good(), scope: 'mcp:tools admin' })).toString('base64url');
    await send(`${head}.${claims}.${signature}`).expect(401);
    const none = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url');
    await send(`${none}.${claims}.${signature}`).expect(401);
  });

  it('is accepted after the issuer has replaced its key, and one with the former key is not', async () => {
    const former = await issuer.token({ resource, email });
    await send(former).expect(200);
    await issuer.rotate();
    const token = await issuer.token({ resource, email });
    await eventually(async () => void (await send(token).expect(200)), 20_000);
    await send(former).expect(401);
  }, 30_000);

  it('is accepted while the issuer is away, by a process that knows its keys, and another one says when to retry', async () => {
    const token = await issuer.token({ resource, email });
    await eventually(async () => void (await send(token).expect(200)), 20_000);
    const second = await startTestApp({ env: { SLUICE_MCP_ISSUER: issuer.url }, beside: server });
    issuer.setDown(true);
    try {
      await send(token).expect(200);
      const { headers } = await send(token, second).expect(503);
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
      issuer.setDown(false);
      await eventually(async () => void (await send(token, second).expect(200)), 20_000);
    } finally {
      issuer.setDown(false);
      await second.close();
    }
  }, 60_000);
});

describe('a server with an issuer', () => {
  it('tells clients without a token where its metadata is, and the metadata names the issuer', async () => {
    const { headers } = await send(undefined).expect(401);
    const [, address = ''] = /resource_metadata="([^"]+)"/.exec(String(headers['www-authenticate'])) ?? [];
    const { body } = await server.as().get(new URL(address).pathname).expect(200);
    expect(body).toEqual({
      resource,
      authorization_servers: [issuer.url],
      scopes_supported: ['mcp:tools'],
      bearer_methods_supported: ['header'],
    });
  });

  it('takes API keys as before', async () => {
    await send(server.first.apiKey).expect(200);
    await send('sk-sluice-wrong').expect(401);
  });

  it('takes no token at other addresses', async () => {
    const token = await issuer.token({ resource, email });
    await server.as().get('/api/v1/workspaces').set('Authorization', `Bearer ${token}`).expect(401);
  });
});
