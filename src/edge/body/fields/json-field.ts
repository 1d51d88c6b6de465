import { DomainError, invalid, invalidField } from '#kernel/errors.js';
import { atOnce } from '#host/loop/turn.js';
import type { Json } from '#kernel/json.js';
import { parseJson } from '../parse-json.js';
import { refuseRepeated, repeatedKeySteps } from './repeated-keys.js';

/**
 * Parses a query parameter or a form field that contains JSON, by the rules of bodies of management routes. @throws DomainError invalid, with
 * paths that begin with the field; `invalid_json` for what is no object or list
 */
export function jsonField(field: string, text: string): Json {
  try {
    const value = parseJson(Buffer.from(text));
    refuseRepeated(atOnce(repeatedKeySteps(text)));
    return value;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    if (error.code === 'INVALID_JSON') throw invalidField(field, `${field} must be a JSON object`, 'invalid_json');
    throw invalid((error.details ?? []).map((detail) => ({ ...detail, path: [field, ...detail.path] })));
  }
}
