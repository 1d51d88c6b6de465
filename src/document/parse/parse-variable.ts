import { isJsonObject, type Json } from '#kernel/json.js';
import type { Variable } from '../document.js';
import { Fields, idRule, isId } from './fields.js';
import type { DocumentFault } from './faults/document-fault.js';
import type { ParseProblems } from './faults/parse-problems.js';
import { quoted } from '../quoted.js';

const variableTypes: readonly string[] = ['string', 'number', 'boolean', 'object', 'array', 'plain'];

/**
 * Parses one workflow variable; its key is its id. Undefined, with a problem, if it is unusable.
 * @param at where it is in the JSON that is parsed
 */
export function parseVariable(key: string, raw: Json, problems: ParseProblems, at: DocumentFault['path']): Variable | undefined {
  if (!isId(key) || !isJsonObject(raw)) {
    const rule = isId(key) ? 'must be an object {id, name, type, value}' : `: its key ${idRule}`;
    const code = isId(key) ? 'wrong_type' : 'invalid_id';
    problems.add({ field: 'variables', message: `Variable ${quoted(key)} ${rule}`, code, path: at });
    return undefined;
  }
  const fields = new Fields(raw, { at, path: `variables.${key}` }, problems);
  fields.warnOfOthers('variable');
  const type = fields.optionalText('type', 'plain');
  if (!variableTypes.includes(type)) fields.refuse('type', `must be one of ${variableTypes.join(', ')}`, 'wrong_type');
  return { id: key, name: fields.text('name'), type, value: raw['value'] ?? null };
}
