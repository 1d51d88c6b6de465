import type { ErrorDetail } from '#kernel/errors.js';
import { isJsonObject, type Json, type JsonObject } from '#kernel/json.js';
import type { ToolField } from './tool-schema.js';

type Fields = readonly Pick<ToolField, 'name' | 'type'>[];

/** The problems of the files among the arguments of a call, of which a run would make something else than the caller means. */
export function fileProblems(fields: Fields, sent: JsonObject): readonly ErrorDetail[] {
  return fields.flatMap(({ name, type }) => {
    const value = type === 'file[]' && Object.hasOwn(sent, name) ? sent[name] : null;
    if ((value ?? null) === null) return [];
    if (!Array.isArray(value)) return [{ path: [name], message: `${name} must be a list of files`, code: 'invalid_type' }];
    return (value as readonly Json[]).flatMap((item, index) => {
      const what = faultOf(item);
      return what === undefined ? [] : [{ path: [name, index], message: `${name}.${index}${what}`, code: 'invalid_file' }];
    });
  });
}

/** Beside content, runs take the address of a file and the id of a stored one. */
function faultOf(item: Json): string | undefined {
  const { type, data, url, id, key } = isJsonObject(item) ? item : { id: item };
  const hasAddress = type === 'url' && typeof (data ?? url) === 'string';
  if (typeof data !== 'string') return hasAddress || typeof (id ?? key) === 'string' ? undefined : ' must be a file: {name, type, data}';
  return hasAddress || isContent(data) ? undefined : '.data must be Base64, or a data URL with Base64';
}

function isContent(data: string): boolean {
  const base64 = data.startsWith('data:') ? /^data:[^,]*;base64,/.exec(data)?.[0] : '';
  if (base64 === undefined) return false;
  const digits = data.slice(base64.length).replace(/={0,2}$/, '');
  return /^[A-Za-z0-9+/]*$/.test(digits) && digits.length % 4 !== 1;
}

/** The input of a run from the arguments of a call: files in the form that runs take. */
export function runInputOf(fields: Fields, sent: JsonObject): JsonObject {
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
