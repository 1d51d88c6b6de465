import { isUtf8 } from 'node:buffer';
import { DomainError, invalidField } from '#kernel/errors.js';
import { closingQuote } from '#host/loop/parse-in-pieces.js';
import { isJsonObject, type Json } from '#kernel/json.js';

/** How deep a body may be nested. */
export const maxDepth = 100;
/** How many keys one object of a body may have: to list the keys of such an object takes 20 ms, and it is done several times. */
export const maxKeys = 100_000;
const quoteCode = 0x22;
/** `[` and `{` differ from `]` and `}` only here: both openers are 0x5b | 0x20 once the case bit is set. */
const caseBit = 0x20;
const openingBit = 0x7b;
const closingBit = 0x7d;

/**
 * Parses a request body. Of a repeated key the last one counts. @throws DomainError (invalid) for what is not UTF-8, not JSON, nested
 * deeper than 100, holding a character that cannot be stored or a key that could reach a prototype (`__proto__`, and `constructor` with
 * a `prototype`), and, unless `takes` says otherwise, neither object nor array
 */
export function parseJson(bytes: Buffer, takes: 'structures' | 'anything' = 'structures'): Json {
  if (!isUtf8(bytes)) throw invalidJson('The request body must be UTF-8');
  if (bytes.length > 2 * maxDepth && isTooDeep(bytes)) throw tooDeep();
  const text = bytes.toString();
  const value = parseText(text);
  const isStructure = typeof value === 'object' && value !== null;
  if (!isStructure && takes === 'structures') throw invalidJson('The request body must be a JSON object');
  if (needsLook(text)) refuseUnfit(value, []);
  return value;
}

/** @throws DomainError for what is not JSON */
export function parseText(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    throw invalidJson();
  }
}

export function tooDeep(): DomainError {
  return invalidJson(`The request body must not be nested deeper than ${maxDepth}`);
}

export function tooManyKeys(): DomainError {
  return invalidJson(`An object in the request body must not have more than ${maxKeys.toLocaleString('en')} keys`);
}

/** The error for a body that is not acceptable JSON. */
export function invalidJson(message = 'The request body must be valid JSON'): DomainError {
  return new DomainError('invalid', 'INVALID_JSON', message, { details: [{ path: [], message, code: 'invalid_json' }] });
}

/**
 * Whether JSON is nested deeper than a body may be. Reads the bytes, since parsing JSON that is nested 100,000 deep costs more than refusing
 * it. Broken JSON is left to the parser.
 */
export function isTooDeep(bytes: Buffer): boolean {
  let depth = 0;
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index];
    if (byte === quoteCode) index = endOfString(bytes, index);
    else if (byte === openingBit || byte === openingBit - caseBit) depth += 1;
    else if (byte === closingBit || byte === closingBit - caseBit) depth -= 1;
    if (depth > maxDepth) return true;
  }
  return false;
}

/** Index of the closing quote of a text that begins at `start`; the length of `bytes` if there is none. */
export function endOfString(bytes: Buffer, start: number): number {
  return Math.min(bytes.length, closingQuote(bytes, start + 1, bytes.length));
}

/** A number may be too large with an exponent of three digits, or with 309 digits. */
const largeNumber = /\d[eE]\+?\d{3}|(?<!\d)\d{309}/;

/**
 * A raw control character is no JSON, so NUL and lone surrogates come as escapes only, and so may a disguised key. Most bodies have none of these,
 * and no number that could be too large.
 */
function needsLook(text: string): boolean {
  return text.includes('\\u') || text.includes('"__proto__"') || text.includes('"constructor"') || largeNumber.test(text);
}

/** Whether a value, which was parsed from `text`, contains what `parseJson` refuses. */
export function isUnfit(value: Json, text: string): boolean {
  if (!needsLook(text)) return false;
  try {
    refuseUnfit(value, []);
    return false;
  } catch {
    return true;
  }
}

/** `path` leads to `value`; it is one growing and shrinking array, since a body may hold a million values and at most one refusal. */
export function refuseUnfit(value: Json, path: (string | number)[]): void {
  if (typeof value === 'string') return refuseText(value, path);
  if (typeof value === 'number') return refuseNumber(value, path);
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) return refuseInArray(value, path);
  for (const [key, item] of Object.entries(value)) refuseMember(key, item, path);
}

function refuseInArray(items: readonly Json[], path: (string | number)[]): void {
  for (const [index, item] of items.entries()) {
    const mayBeUnfit = typeof item === 'number' ? !Number.isFinite(item) : typeof item !== 'boolean';
    if (mayBeUnfit) refuseMember(index, item, path);
  }
}

/** As `refuseUnfit` for a member of the value that `path` leads to. */
export function refuseMember(key: string | number, value: Json, path: (string | number)[]): void {
  refuseKey(key, value, path);
  path.push(key);
  refuseUnfit(value, path);
  path.pop();
}

/** @throws DomainError if this value may not have this key */
export function refuseKey(key: string | number, value: Json, path: readonly (string | number)[]): void {
  if (typeof key === 'number') return;
  // A bad key is named without what cannot be shown.
  refuseText(key, [...path, key.replaceAll('\0', '').toWellFormed()]);
  if (reachesPrototype(key, value)) throw invalidField([...path, key], `The key "${key}" cannot be taken`, 'not_allowed');
}

/** Such a key reaches a prototype in code that copies or merges carelessly. It is refused, because silently dropping it would lose data. */
function reachesPrototype(key: string, value: Json): boolean {
  return key === '__proto__' || (key === 'constructor' && isJsonObject(value) && Object.hasOwn(value, 'prototype'));
}

/** JSON has no infinity: such a number would be stored as null. */
function refuseNumber(value: number, path: readonly (string | number)[]): void {
  if (!Number.isFinite(value)) throw invalidField([...path], 'The number must be between -1.8e308 and 1.8e308');
}

function refuseText(text: string, path: readonly (string | number)[]): void {
  const problem = unstorable(text);
  if (problem !== undefined) throw invalidField([...path], problem);
}

/** Why a text cannot be stored; undefined if it can. */
export function unstorable(text: string): string | undefined {
  const what = text.includes('\0') ? 'NUL' : text.isWellFormed() ? undefined : 'half of a surrogate pair';
  return what && `The text contains a character that cannot be stored: ${what}`;
}
