import type { AuthorizationServerMetadata, FetchLike } from '@modelcontextprotocol/client';
import type { Tokens } from '../../store/grants/mcp-grants.js';
import type { RevocationOutcome } from '../domain/mcp-connection.events.js';

/** `isPassing`: one of the tokens may be revoked if the server is asked again. */
export interface RevocationAnswer {
  readonly outcome: RevocationOutcome;
  readonly isPassing: boolean;
}

interface RevocationSource {
  readonly metadata: AuthorizationServerMetadata | undefined;
  readonly client: { readonly client_id: string; readonly client_secret?: string };
  readonly fetch: FetchLike;
}

type TokenHint = 'refresh_token' | 'access_token';

/** Revokes tokens (RFC 7009): the refresh token first, so that no further access token is made with it. A server answers 200 for an unknown token, too. */
export async function revokeTokens(
  { accessToken, refreshToken }: Pick<Tokens, 'accessToken' | 'refreshToken'>,
  { metadata, client, fetch }: RevocationSource,
): Promise<RevocationAnswer> {
  const endpoint = textOf(metadata, 'revocation_endpoint');
  if (endpoint === undefined) return { outcome: 'unsupported', isPassing: false };
  const named: readonly (readonly [TokenHint, string])[] = [
    ...(refreshToken === null ? [] : [['refresh_token', refreshToken] as const]),
    ['access_token', accessToken],
  ];
  const outcomes: RevocationOutcome[] = [];
  for (const [hint, token] of named) outcomes.push(await revoked(endpoint, { token, hint }));
  return { outcome: together(outcomes), isPassing: outcomes.includes('failed') };

  async function revoked(url: string, { token, hint }: { readonly token: string; readonly hint: TokenHint }): Promise<RevocationOutcome> {
    const fields = new URLSearchParams({ token, token_type_hint: hint });
    const response = await fetch(url, { method: 'POST', ...identified(fields, client, metadata) });
    const text = await response.text();
    if (response.ok) return 'revoked';
    return response.status === 400 && text.includes('"unsupported_token_type"') ? 'unsupported' : 'failed';
  }
}

function together(outcomes: readonly RevocationOutcome[]): RevocationOutcome {
  const [first = 'failed'] = outcomes;
  if (outcomes.every((each) => each === first)) return first;
  return outcomes.includes('revoked') ? 'partly' : 'failed';
}

/** The client names itself by Basic, which every server must take, unless the metadata say otherwise. */
function identified(
  fields: URLSearchParams,
  { client_id: id, client_secret: secret }: RevocationSource['client'],
  metadata: AuthorizationServerMetadata | undefined,
): { readonly headers: Record<string, string>; readonly body: URLSearchParams } {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' };
  const methods =
    listOf(metadata, 'revocation_endpoint_auth_methods_supported') ?? listOf(metadata, 'token_endpoint_auth_methods_supported');
  if (secret !== undefined && (methods?.includes('client_secret_basic') ?? true)) {
    const credentials = Buffer.from(`${formEncoded(id)}:${formEncoded(secret)}`).toString('base64');
    return { headers: { ...headers, authorization: `Basic ${credentials}` }, body: fields };
  }
  fields.set('client_id', id);
  if (secret !== undefined) fields.set('client_secret', secret);
  return { headers, body: fields };
}

function formEncoded(text: string): string {
  return new URLSearchParams({ text }).toString().slice('text='.length);
}

/** Metadata of OpenID Connect do not declare the fields of RFC 8414, and have them. */
function textOf(metadata: AuthorizationServerMetadata | undefined, field: string): string | undefined {
  const value = (metadata as Readonly<Record<string, unknown>> | undefined)?.[field];
  return typeof value === 'string' ? value : undefined;
}

function listOf(metadata: AuthorizationServerMetadata | undefined, field: string): readonly unknown[] | undefined {
  const value = (metadata as Readonly<Record<string, unknown>> | undefined)?.[field];
  return Array.isArray(value) ? value : undefined;
}
