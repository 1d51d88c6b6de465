import type { AnswerSchema } from '#engine/agents/agent-request.js';
import { isJsonObject, type Json, type JsonObject } from '#kernel/json.js';
import { parseJson } from '#engine/values/json-text.js';
import { isFilled } from '../../fields/blank.js';
import { jsonFault } from './json-fault.js';
import { schemaFault } from './schema-check.js';

/** The schema that an answer must fit, undefined for none; or what is wrong, which continues the name of the field. */
export type ReadFormat =
  | { readonly format: AnswerSchema | undefined; readonly fault?: undefined }
  | { readonly format?: undefined; readonly fault: string };

const defaultName = 'response_schema';

/** Reads a response format: `{name, schema, strict}` or a schema, also as JSON text. */
export function readFormat(value: Json | undefined): ReadFormat {
  if (!isFilled(value)) return { format: undefined };
  const read = typeof value === 'string' ? parseJson(value) : value;
  if (read === undefined && typeof value === 'string') return { fault: unreadable(value) };
  if (!isJsonObject(read)) return { fault: 'must be a JSON Schema, or {name, schema, strict}' };
  if (Object.keys(read).length === 0) return { format: undefined };
  const format = formatIn(read);
  const fault = schemaFault(format.schema);
  return fault === undefined ? { format } : { fault: `has a schema that at ${fault.path} ${fault.what}` };
}

function formatIn(read: JsonObject): AnswerSchema {
  const { name, schema, strict } = read;
  if (!isJsonObject(schema)) return { name: defaultName, schema: read, strict: true };
  const named = typeof name === 'string' ? name.replaceAll(/[^\w-]+/g, '_').slice(0, 64) : '';
  return { name: named || defaultName, schema, strict: strict !== false };
}

function unreadable(text: string): string {
  const at = jsonFault(text);
  return at === null ? 'is nested too deep' : `is no JSON from line ${at.line}, column ${at.column} on`;
}
