import { isJsonObject, type Json } from '#kernel/json.js';
import { isSameJson } from './files/stable-order.js';

/**
 * `wanted` with the secrets that a server has and does not export: where `wanted` equals the export, the present value is kept.
 * `exported` is `present` without its secrets.
 */
export function withKeptSecrets(wanted: Json, exported: Json, present: Json): Json {
  if (isSameJson(wanted, exported)) return present;
  if (isList(wanted) && isList(exported) && isList(present) && wanted.length === exported.length) {
    return wanted.map((each, index) => withKeptSecrets(each, exported[index] ?? null, present[index] ?? null));
  }
  if (!isJsonObject(wanted) || !isJsonObject(exported) || !isJsonObject(present)) return wanted;
  const entries = Object.entries(wanted).map(([key, each]): [string, Json] => {
    const [known, held] = [exported[key], present[key]];
    return [key, known === undefined || held === undefined ? each : withKeptSecrets(each, known, held)];
  });
  return Object.fromEntries(entries);
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
