import { isJsonObject, type Json } from '../json.js';
import { oneOf, wholeNumber, type FieldPath, type FieldProblems, type FieldRule } from './field-problems.js';
import { modelAbilities, serverLacks } from './model-provider.js';

const mostModels = 1_000;
const mostAliases = 20;
const mostHeaders = 50;
const mostTokens = 1_000_000_000;
const mostPrice = 1_000_000;

/** Tells names of models apart from text with control characters, or with space around it. */
export const modelNameForm = /^[^\s\p{C}](?:[^\p{C}]{0,198}[^\s\p{C}])?$/u;
const headerName = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/;
const headerValue = /^[\x20-\x7e]{0,2000}$/;
/** They belong to the connection, or would carry a key that is written nowhere else. */
const refusedHeaders: ReadonlySet<string> = new Set(
  `host connection keep-alive proxy-authenticate proxy-authorization proxy-connection te trailer upgrade transfer-encoding content-length
  content-type content-encoding accept-encoding expect idempotency-key authorization x-api-key api-key x-goog-api-key cookie set-cookie`.split(
    /\s+/,
  ),
);
/** Names of headers that carry keys of gateways. */
const credential = /(?:^|[-_.])(?:auth|authorization|apikey|key|token|secret|password|credentials?|jwt)(?:$|[-_.])/i;

const name: FieldRule = [
  (value) => typeof value === 'string' && modelNameForm.test(value),
  'must be a text of 1 to 200 characters without control characters and without space at its ends',
];
const price: FieldRule = [
  (value) => typeof value === 'number' && Number.isFinite(value) && value >= 0 && value <= mostPrice,
  `must be a price of a million tokens in US dollars, from 0 to ${mostPrice}`,
];
const tokens = wholeNumber(1, mostTokens);
const idleTimeout = wholeNumber(1_000, 3_600_000);

/** A variable of the environment of a workspace, in a header. */
export const headerSecret = /\{\{\s*([A-Za-z_][A-Za-z0-9_]{0,127})\s*\}\}/g;

/**
 * Checks what operators and workspaces both may write about a provider; the address is checked by `addressProblem`. What a workspace writes is
 * stored and shown, so a header that carries a key names a variable of the environment.
 */
export function checkProvider(
  problems: FieldProblems,
  path: FieldPath,
  fields: Readonly<Record<string, Json | undefined>>,
  { isStored }: { readonly isStored: boolean },
): void {
  checkModels(problems, [...path, 'models'], fields['models']);
  checkHeaders(problems, [...path, 'headers'], fields['headers'], isStored);
  problems.check([...path, 'idleTimeoutMs'], fields['idleTimeoutMs'], idleTimeout);
  for (const [index, lack] of problems.list([...path, 'lacks'], fields['lacks'], serverLacks.length).entries())
    problems.check([...path, 'lacks', index], lack, oneOf(serverLacks));
}

/** What is wrong with the address of a provider; undefined if nothing is. Whether it may be http is not decided here. */
export function addressProblem(value: Json): string | undefined {
  if (typeof value !== 'string' || value.length > 2_000 || !URL.canParse(value))
    return 'must be an address such as https://models.example.com/v1';
  const { protocol, username, password, search, hash } = new URL(value);
  if (protocol !== 'https:' && protocol !== 'http:') return 'must begin with https:// or http://';
  if (username !== '' || password !== '') return 'must not contain a user name or a password';
  if (search !== '' || hash !== '') return 'must not contain a query or a fragment';
  return undefined;
}

/** The address without slashes at its end, in the form in which origins are compared. */
export function plainAddress(value: string): string {
  return new URL(value).href.replace(/\/+$/, '');
}

function checkModels(problems: FieldProblems, path: FieldPath, value: Json | undefined): void {
  const names = new Set<string>();
  const checkName = (place: FieldPath, text: Json | undefined): void => {
    if (!problems.check(place, text ?? null, name)) return;
    if (names.has(text as string)) problems.add(place, 'must not be a name of another model of this provider', 'duplicate');
    names.add(text as string);
  };
  for (const [index, item] of problems.list(path, value, mostModels).entries()) {
    const place = [...path, index];
    const model = problems.object(place, item, ['id', 'alias', 'contextWindow', 'maxOutput', 'capabilities', 'prices']);
    if (model === undefined) continue;
    checkName([...place, 'id'], model['id']);
    for (const [at, alias] of problems.list([...place, 'alias'], model['alias'], mostAliases).entries())
      checkName([...place, 'alias', at], alias);
    problems.check([...place, 'contextWindow'], model['contextWindow'], tokens);
    problems.check([...place, 'maxOutput'], model['maxOutput'], tokens);
    for (const [at, ability] of problems.list([...place, 'capabilities'], model['capabilities'], modelAbilities.length).entries())
      problems.check([...place, 'capabilities', at], ability, oneOf(modelAbilities));
    checkPrices(problems, [...place, 'prices'], model['prices']);
  }
}

function checkPrices(problems: FieldProblems, path: FieldPath, value: Json | undefined): void {
  if (value === undefined) return;
  const prices = problems.object(path, value, ['input', 'cachedInput', 'cacheWrite', 'output']);
  if (prices === undefined) return;
  problems.check([...path, 'input'], prices['input'] ?? null, price);
  problems.check([...path, 'cachedInput'], prices['cachedInput'], price);
  problems.check([...path, 'cacheWrite'], prices['cacheWrite'], price);
  problems.check([...path, 'output'], prices['output'] ?? null, price);
}

function checkHeaders(problems: FieldProblems, path: FieldPath, value: Json | undefined, isStored: boolean): void {
  if (value === undefined) return;
  if (!isJsonObject(value)) return problems.add(path, 'must be an object of texts', 'invalid_type');
  const headers = Object.entries(value);
  if (headers.length > mostHeaders) problems.add(path, `must have at most ${mostHeaders} headers`, 'out_of_range');
  for (const [header, text] of headers.slice(0, mostHeaders)) {
    const problem = headerProblem(header, text) ?? (isStored ? openKeyProblem(header, text) : undefined);
    if (problem !== undefined) problems.add([...path, header.slice(0, 100)], problem);
  }
}

function headerProblem(header: string, text: Json): string | undefined {
  if (!headerName.test(header)) return 'must have a name of letters, digits and -';
  if (refusedHeaders.has(header.toLowerCase())) return 'cannot be set: the server sets it itself, and keys are written in apiKey only';
  if (typeof text === 'string' && headerValue.test(text)) return undefined;
  return 'must be a text of at most 2000 visible ASCII characters, in one line';
}

function openKeyProblem(header: string, text: Json): string | undefined {
  if (!credential.test(header) || (typeof text === 'string' && text.search(headerSecret) >= 0)) return undefined;
  return 'carries a key: write {{NAME}} in it, a variable of the environment of the workspace; a key itself is never stored here';
}
