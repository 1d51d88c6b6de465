import { isJsonObject, type Json, type JsonObject } from '#kernel/json.js';
import type { ToolField } from './tool-schema.js';

/** The input of a run from the arguments of a call: files in the form that runs take. */
export function runInputOf(fields: readonly Pick<ToolField, 'name' | 'type'>[], sent: JsonObject): JsonObject {
  const files = fields.filter(({ name, type }) => type === 'file[]' && Array.isArray(sent[name]));
  if (files.length === 0) return sent;
  return { ...sent, ...Object.fromEntries(files.map(({ name }) => [name, (sent[name] as readonly Json[]).map(fileOf)])) };
}

/** A file with content in Base64. Anything else stays as it was sent. */
function fileOf(value: Json): Json {
  if (!isJsonObject(value) || typeof value['data'] !== 'string') return value;
  const { name, type, data } = value as { readonly name?: Json; readonly type?: Json; readonly data: string };
  if (type === 'file' || type === 'url') return value;
  const mime = typeof type === 'string' && type !== '' ? type : 'application/octet-stream';
  return {
    ...(name === undefined ? {} : { name }),
    type: 'file',
    mime,
    data: data.startsWith('data:') ? data : `data:${mime};base64,${data}`,
  };
}
