import { validateHeaderName, validateHeaderValue } from 'node:http';
import { invalid } from '#kernel/errors.js';
import { isJsonObject, type Json, type JsonObject } from '#kernel/json.js';
import { FieldProblems, flag, oneOf, wholeNumber, type FieldRule } from '#kernel/models/field-problems.js';
import { authTypes, oauthGrants, type AuthType, type McpConnectionSettings } from '../domain/mcp-connection.events.js';
import { checkOauth, oauthOf } from './oauth-input.js';

/** A connection as a request writes it. */
export interface ConnectionInput {
  readonly name?: unknown;
  readonly description?: unknown;
  readonly transport?: unknown;
  readonly authType?: unknown;
  readonly headers?: unknown;
  readonly timeout?: unknown;
  readonly retries?: unknown;
  readonly enabled?: unknown;
  readonly pinTools?: unknown;
  readonly oauthClientId?: unknown;
  readonly oauthClientSecret?: unknown;
  readonly oauthGrant?: unknown;
  readonly oauthScope?: unknown;
}

const nameForm = /^[\p{L}\p{N}](?:[\p{L}\p{N} ._-]{0,62}[\p{L}\p{N}._-])?$/u;
const secretForm = /\{\{\s*([A-Za-z_][A-Za-z0-9_]{0,127})\s*\}\}/g;
const mostHeaders = 32;
/** Headers that the transport sets. */
const reserved = /^(?:accept|content-type|content-length|host|connection|transfer-encoding|mcp-.*|x-sim-via|last-event-id)$/i;
/** Names of headers that carry credentials. */
const credential = /auth|key|token|secret|cookie|password|credential|session/i;

const rules: Readonly<Partial<Record<keyof ConnectionInput, FieldRule>>> = {
  name: [
    (value) => typeof value === 'string' && nameForm.test(value),
    'must be 1 to 64 letters, digits, spaces or . _ -, and begin with a letter or digit',
  ],
  description: [
    (value) => value === null || (typeof value === 'string' && value.length <= 2_000),
    'must be a text of at most 2000 characters, or null',
  ],
  transport: oneOf(['streamable-http']),
  authType: oneOf(authTypes),
  timeout: wholeNumber(1_000, 300_000),
  retries: wholeNumber(0, 10),
  enabled: flag,
  pinTools: flag,
  oauthGrant: oneOf(oauthGrants),
};

/**
 * The settings that a request names.
 * @param present the authType of a registration that is changed
 * @throws DomainError invalid, with a detail for each problem
 */
export function readConnection(input: ConnectionInput, present?: AuthType): Partial<McpConnectionSettings> {
  const problems = new FieldProblems();
  const written = input as Readonly<Record<keyof ConnectionInput, Json | undefined>>;
  for (const [field, rule] of Object.entries(rules)) problems.check([field], written[field as keyof ConnectionInput], rule);
  if (written.headers !== undefined) checkHeaders(problems, written.headers);
  if (written.authType === 'none' && isJsonObject(written.headers) && Object.keys(written.headers).length > 0)
    problems.add(['authType'], 'must be "headers" for a server with headers');
  checkOauth(problems, written);
  if (problems.found.length > 0) throw invalid(problems.found);
  const oauth = oauthOf(written);
  const { name, description, authType, headers, timeout, retries, enabled, pinTools } = written;
  const settings = {
    name: typeof name === 'string' ? name.normalize('NFC') : undefined,
    description,
    authType: authType ?? (oauth === null || oauth === undefined ? impliedBy(headers, present) : 'oauth'),
    headers: authType === 'none' || headers === null ? {} : headers,
    oauth,
    timeoutMs: timeout,
    retries,
    isEnabled: enabled,
    pinsTools: pinTools,
  };
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined)) as Partial<McpConnectionSettings>;
}

function impliedBy(headers: Json | undefined, present: AuthType | undefined): AuthType | undefined {
  if (headers === undefined || present === 'oauth') return undefined;
  return isJsonObject(headers) && Object.keys(headers).length > 0 ? 'headers' : 'none';
}

/** A new connection, with the defaults of what its request leaves out. @throws DomainError invalid */
export function readNewConnection({ url, ...input }: ConnectionInput & { readonly url?: unknown }): {
  readonly url: string;
  readonly settings: McpConnectionSettings;
} {
  const settings = readConnection(input);
  const problems = new FieldProblems();
  if (settings.name === undefined) problems.add(['name'], 'is required', 'required');
  const problem = addressProblem(url);
  if (problem !== undefined) problems.add(['url'], problem);
  if (problems.found.length > 0) throw invalid(problems.found);
  const usual = {
    name: '',
    description: null,
    authType: 'none',
    headers: {},
    timeoutMs: 30_000,
    retries: 3,
    isEnabled: true,
    pinsTools: true,
  } as const;
  return { url: new URL(url as string).href, settings: { ...usual, ...settings } };
}

/** The value of each secret in the place of its name. Undefined names are returned. */
export function resolvedText(
  written: string,
  secrets: ReadonlyMap<string, string>,
): { readonly text: string; readonly missing: readonly string[] } {
  const missing: string[] = [];
  const text = written.replaceAll(secretForm, (_, name: string) => {
    const value = secrets.get(name);
    if (value === undefined) missing.push(name);
    return value ?? '';
  });
  return { text, missing };
}

/** The same for headers. */
export function resolvedHeaders(
  headers: Readonly<Record<string, string>>,
  secrets: ReadonlyMap<string, string>,
): { readonly headers: Record<string, string>; readonly missing: readonly string[] } {
  const resolved = Object.entries(headers).map(([name, text]) => [name.toLowerCase(), resolvedText(text, secrets)] as const);
  return {
    headers: Object.fromEntries(resolved.map(([name, { text }]) => [name, text])),
    missing: resolved.flatMap(([, { missing }]) => missing),
  };
}

function addressProblem(url: unknown): string | undefined {
  if (typeof url !== 'string' || url.length > 2_048) return 'must be an address of at most 2048 characters';
  if (url.includes('{{')) return 'must not contain {{NAME}}: put secrets into headers';
  const parsed = URL.parse(url);
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) return 'must be an http or https address';
  if (parsed.username !== '' || parsed.password !== '') return 'must have no user name and no password: put secrets into headers';
  return parsed.hash === '' ? undefined : 'must have no part behind #';
}

function checkHeaders(problems: FieldProblems, headers: Json): void {
  if (headers === null) return;
  if (!isJsonObject(headers) || Object.keys(headers).length > mostHeaders)
    return problems.add(['headers'], `must be an object with at most ${mostHeaders} texts`);
  for (const [name, value] of Object.entries(headers as JsonObject)) {
    const problem = headerProblem(name, value);
    if (problem !== undefined) problems.add(['headers', name], problem);
  }
}

function headerProblem(name: string, value: Json): string | undefined {
  if (typeof value !== 'string' || value.length > 8_192) return 'must be a text of at most 8192 characters';
  if (reserved.test(name)) return 'is a header that this server sets itself';
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value.replaceAll(secretForm, ''));
  } catch {
    return 'must be a valid HTTP header';
  }
  const hasSecret = value.match(secretForm) !== null;
  return credential.test(name) && !hasSecret && value !== ''
    ? 'must take its secret from the environment: {{NAME}}, for example "Bearer {{TOKEN}}". A secret itself is never stored here'
    : undefined;
}
