import { isJsonObject, type Json } from '#kernel/json.js';
import { parseJson, plainText } from '#engine/values/json-text.js';
import { isFilled } from '../fields/blank.js';
import { refused } from '../fields/field.js';

const mostFiles = 50;

/**
 * The files that a value names: one id, name, key or file object of another block, or a list of them, also as JSON text.
 * @throws BlockFailure when the field `name` names no file
 */
export function fileReferences(name: string, value: Json): readonly string[] {
  const given = typeof value === 'string' && /^\s*[[{]/.test(value) ? (parseJson(value) ?? value) : value;
  const items = Array.isArray(given) ? (given as readonly Json[]) : [given];
  const references = items.map((item) => plainText(isJsonObject(item) ? (item['id'] ?? item['key'] ?? item['name']) : item).trim());
  if (references.length === 0 || !references.every(isFilled)) throw refused(name, 'must name a file by its id, its name or its key');
  if (references.length > mostFiles) throw refused(name, `must not name more than ${mostFiles} files`);
  return references;
}
