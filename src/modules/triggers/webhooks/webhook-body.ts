import { isUtf8 } from 'node:buffer';
import { DomainError, invalidField } from '#kernel/errors.js';
import { isJsonObject, type Json, type JsonObject } from '#kernel/json.js';
import { unsupportedMedia } from '#edge/body/body-bytes.js';
import { largeBodyBytes, parseLargeJson } from '#edge/body/parse-in-pieces.js';
import { invalidJson, parseJson, refuseUnfit } from '#edge/body/parse-json.js';
import { formPairs, mostFields, valuesByName } from '../signatures/form-pairs.js';
import { readMultipart, type SentFile } from './read-multipart.js';
import type { BodyFormat } from './webhook-settings.js';

/** A body as the workflow gets it, and the files that were sent in it. */
export interface WebhookBody {
  readonly value: Json;
  readonly files: readonly SentFile[];
}

const types: readonly (readonly [BodyFormat, RegExp])[] = [
  ['form', /^application\/x-www-form-urlencoded[ \t]*(?:;|$)/i],
  ['multipart', /^multipart\/form-data[ \t]*(?:;|$)/i],
];
const charset = /;[ \t]*charset[ \t]*=[ \t]*"?([^"; \t]*)/i;
const utf8 = new Set(['utf-8', 'utf8', 'us-ascii']);

/**
 * Parses a body by one of the formats of the registration. An empty body is `{}`. @throws DomainError for what is not UTF-8, not in the
 * format, or not acceptable as JSON of a request
 */
export async function parseBody(formats: readonly BodyFormat[], contentType: string, body: Buffer): Promise<WebhookBody> {
  const format = chosenFormat(formats, contentType);
  if (body.length === 0) return { value: format === 'text' ? '' : {}, files: [] };
  if (format === 'multipart') return parseMultipart(contentType, body);
  const named = charset.exec(contentType)?.[1]?.toLowerCase() ?? 'utf-8';
  if (!utf8.has(named) || !isUtf8(body)) throw invalidJson('The request body must be UTF-8');
  return { value: await parsed(format, body), files: [] };
}

async function parsed(format: Exclude<BodyFormat, 'multipart'>, body: Buffer): Promise<Json> {
  if (format === 'json') return parsedJson(body);
  if (format === 'form') return parseForm(body);
  const value = body.toString();
  refuseUnfit(value, []);
  return value;
}

function parsedJson(body: Buffer): Json | Promise<Json> {
  return body.length >= largeBodyBytes ? parseLargeJson(body, 'anything') : parseJson(body, 'anything');
}

/** Some providers send their JSON as the field `payload` of a form. If that is the only field and JSON, it is the body. */
async function parseForm(body: Buffer): Promise<Json> {
  const pairs = formPairs(body);
  if (pairs === undefined) throw invalidField([], `A form must not have more than ${mostFields.toLocaleString('en')} fields`);
  const fields = valuesOf(pairs);
  const { payload } = fields;
  const inner = pairs.size === 1 && typeof payload === 'string' ? await jsonIn(payload) : undefined;
  if (inner !== undefined) return inner;
  refuseUnfit(fields, []);
  return fields;
}

async function jsonIn(text: string): Promise<Json | undefined> {
  try {
    return await parsedJson(Buffer.from(text));
  } catch (error) {
    if (error instanceof DomainError && error.code === 'INVALID_JSON') return undefined;
    throw error;
  }
}

function chosenFormat(formats: readonly BodyFormat[], contentType: string): BodyFormat {
  const named = types.find(([format, pattern]) => formats.includes(format) && pattern.test(contentType))?.[0];
  return named ?? formats[0] ?? 'json';
}

async function parseMultipart(contentType: string, body: Buffer): Promise<WebhookBody> {
  if (!types.some(([format, pattern]) => format === 'multipart' && pattern.test(contentType)))
    throw unsupportedMedia('The Content-Type must be multipart/form-data');
  const { fields, files } = await readMultipart(contentType, body);
  const value = valuesOf(fields);
  refuseUnfit(value, []);
  return { value, files };
}

/** The values by name; a list for a name that occurs several times. */
function valuesOf(fields: Iterable<readonly [string, string]>): JsonObject {
  return Object.fromEntries(valuesByName(fields).map(([name, values]) => [name, values.length === 1 ? (values[0] ?? '') : [...values]]));
}

/** Adds the files of a form under the names of their fields. A text of the same name stays in the list. */
export function withFiles(value: Json, files: readonly { readonly field: string; readonly file: Json }[]): Json {
  if (!isJsonObject(value) || files.length === 0) return value;
  const added = new Map<string, Json[]>();
  for (const { field, file } of files) {
    const before = added.get(field) ?? (Object.hasOwn(value, field) ? [value[field] ?? null] : []);
    added.set(field, [...before, file]);
  }
  return { ...value, ...Object.fromEntries(added) };
}
