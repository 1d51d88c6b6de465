import { describe, expect, it } from '@jest/globals';
import type { AuthorizationServerMetadata } from '@modelcontextprotocol/client';
import { revokeTokens } from './revoke-tokens.js';

const endpoints = {
  issuer: 'https://auth.example',
  authorization_endpoint: 'https://auth.example/authorize',
  token_endpoint: 'https://auth.example/token',
  response_types_supported: ['code'],
  revocation_endpoint: 'https://auth.example/revoke',
} as unknown as AuthorizationServerMetadata;
const client = { client_id: 'slu ice', client_secret: 'a:b' };
const tokens = { accessToken: 'access', refreshToken: 'refresh' };
const refused = (code: string) => () => new Response(JSON.stringify({ error: code }), { status: 400 });
const busy = () => new Response('', { status: 503 });
const done = () => new Response(null, { status: 200 });

/** An authorization server that answers in turn. */
function server(...answers: readonly (() => Response)[]) {
  const asked: { readonly authorization: string | null; readonly fields: Record<string, string> }[] = [];
  const fetch = async (_: string | URL, { headers, body }: RequestInit = {}): Promise<Response> => {
    asked.push({ authorization: new Headers(headers).get('authorization'), fields: Object.fromEntries(body as URLSearchParams) });
    return answers[asked.length - 1]?.() ?? done();
  };
  return { asked, fetch };
}

describe('the revocation of tokens', () => {
  it('asks for the refresh token first, and names the client by Basic', async () => {
    const { asked, fetch } = server();
    expect(await revokeTokens(tokens, { metadata: endpoints, client, fetch })).toEqual({ outcome: 'revoked', isPassing: false });
    const authorization = `Basic ${Buffer.from('slu+ice:a%3Ab').toString('base64')}`;
    expect(asked).toEqual([
      { authorization, fields: { token: 'refresh', token_type_hint: 'refresh_token' } },
      { authorization, fields: { token: 'access', token_type_hint: 'access_token' } },
    ]);
  });

  it('names the client in the body where the server takes no Basic, and a public client always', async () => {
    const { asked, fetch } = server();
    const metadata = { ...endpoints, revocation_endpoint_auth_methods_supported: ['client_secret_post'] };
    const access = { ...tokens, refreshToken: null };
    await revokeTokens(access, { metadata, client, fetch });
    await revokeTokens(access, { metadata: endpoints, client: { client_id: 'public' }, fetch });
    const asking = { token: 'access', token_type_hint: 'access_token' };
    expect(asked).toEqual([
      { authorization: null, fields: { ...asking, client_id: 'slu ice', client_secret: 'a:b' } },
      { authorization: null, fields: { ...asking, client_id: 'public' } },
    ]);
  });

  it.each([
    ['revoked', false, [done, done]],
    ['partly', false, [done, refused('unsupported_token_type')]],
    ['partly', true, [done, busy]],
    ['unsupported', false, [refused('unsupported_token_type'), refused('unsupported_token_type')]],
    ['failed', true, [refused('unsupported_token_type'), refused('invalid_client')]],
    ['failed', true, [busy, busy]],
  ] as const)('ends as %s, to be repeated: %s', async (outcome, isPassing, answers) => {
    expect(await revokeTokens(tokens, { metadata: endpoints, client, fetch: server(...answers).fetch })).toEqual({ outcome, isPassing });
  });

  it('is not asked for at a server without an endpoint for it', async () => {
    const { asked, fetch } = server();
    const { revocation_endpoint: _, ...metadata } = endpoints as Record<string, unknown>;
    expect(await revokeTokens(tokens, { metadata: metadata as unknown as AuthorizationServerMetadata, client, fetch })).toEqual({
      outcome: 'unsupported',
      isPassing: false,
    });
    expect(await revokeTokens(tokens, { metadata: undefined, client, fetch })).toEqual({
      outcome: 'unsupported',
      isPassing: false,
    });
    expect(asked).toEqual([]);
  });
});
