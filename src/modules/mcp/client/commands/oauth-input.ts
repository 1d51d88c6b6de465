import { isJsonObject, type Json } from '#kernel/json.js';
import type { FieldProblems } from '#kernel/models/field-problems.js';
import type { OauthSettings } from '../domain/mcp-connection.events.js';

type Written = Readonly<Partial<Record<string, Json | undefined>>>;

const fields = ['oauthClientId', 'oauthClientSecret', 'oauthGrant', 'oauthScope'] as const;
const secretForm = /^\{\{\s*[A-Za-z_][A-Za-z0-9_]{0,127}\s*\}\}$/;
const clientForm = /^[\x20-\x7e]{1,500}$/;
const scopeForm = /^[\x21\x23-\x5b\x5d-\x7e]+(?: [\x21\x23-\x5b\x5d-\x7e]+)*$/;

/** Checks the fields of access tokens. They are written together. */
export function checkOauth(problems: FieldProblems, written: Written): void {
  const { authType, oauthClientId: id, oauthClientSecret: secret = null, oauthGrant, oauthScope: scope = null } = written;
  const isWritten = fields.some((field) => written[field] !== undefined);
  if (!isWritten && authType !== 'oauth') return;
  if (authType !== undefined && authType !== 'oauth')
    return problems.add(['authType'], 'must be "oauth" for a server with an oauthClientId');
  if (id === undefined) problems.add(['oauthClientId'], 'is required for the authType oauth', 'required');
  else if (typeof id !== 'string' || !clientForm.test(id))
    problems.add(['oauthClientId'], 'must be a text of 1 to 500 printable characters');
  if (secret !== null && (typeof secret !== 'string' || !secretForm.test(secret)))
    problems.add(['oauthClientSecret'], 'must be {{NAME}}, a variable of the environment, or null. A secret itself is never stored here');
  if (oauthGrant === 'client_credentials' && secret === null)
    problems.add(['oauthClientSecret'], 'is required for the oauthGrant client_credentials', 'required');
  if (scope !== null && (typeof scope !== 'string' || scope.length > 1_000 || !scopeForm.test(scope)))
    problems.add(['oauthScope'], 'must be names of scopes with spaces between them, or null');
  const { headers } = written;
  if (isJsonObject(headers) && Object.keys(headers).some((name) => name.toLowerCase() === 'authorization'))
    problems.add(['headers', 'Authorization'], 'must be absent: the access token is sent in this header');
}

/** Undefined: the request says nothing about access tokens. Null: it ends them. */
export function oauthOf(written: Written): OauthSettings | null | undefined {
  const { authType, oauthClientId, oauthClientSecret = null, oauthGrant = 'authorization_code', oauthScope = null } = written;
  if (oauthClientId === undefined) return authType === undefined ? undefined : null;
  return { grant: oauthGrant, clientId: oauthClientId, clientSecret: oauthClientSecret, scope: oauthScope } as OauthSettings;
}
