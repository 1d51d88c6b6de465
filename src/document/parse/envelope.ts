import { isJsonObject, type Json, type JsonObject } from '#kernel/json.js';
import { jsonHazard } from './bounded-json.js';
import type { DocumentProblem } from '../document.js';

/** The parts of an envelope. Absent parts are empty objects. */
export interface Envelope {
  readonly state: JsonObject;
  readonly workflow: JsonObject;
  /** Where the state is in the document: empty in the older format. */
  readonly place: readonly string[];
}

/**
 * Opens an exported document: `{version, exportedAt, state, workflow?}`, the same inside `{data}`, or the older format with blocks and
 * edges at the root. JSON text is parsed first.
 */
export function openEnvelope(raw: unknown): Envelope | DocumentProblem {
  const value = typeof raw === 'string' ? parseText(raw) : raw;
  if (value === undefined) return { message: 'The document is not valid JSON', code: 'invalid_json' };
  if (!isJsonObject(value)) return notAnObject('The document');
  const hazard = jsonHazard(value);
  if (hazard !== undefined) return { message: `The document ${hazard}`, code: 'invalid_json' };
  return openObject(value);
}

function openObject(value: JsonObject): Envelope | DocumentProblem {
  const isWrapped = Object.hasOwn(value, 'data') && !Object.hasOwn(value, 'state') && !Object.hasOwn(value, 'blocks');
  const envelope = isWrapped ? value['data'] : value;
  if (!isJsonObject(envelope)) return notAnObject('data', 'data');
  if (!isReadableVersion(envelope['version'])) return unknownVersion;
  const hasState = Object.hasOwn(envelope, 'state');
  const state = hasState ? envelope['state'] : envelope;
  if (!isJsonObject(state)) return notAnObject('state', 'state');
  const place = [...(isWrapped ? ['data'] : []), ...(hasState ? ['state'] : [])];
  return { state, workflow: isJsonObject(envelope['workflow']) ? envelope['workflow'] : {}, place };
}

function isReadableVersion(version: Json | undefined): boolean {
  return version === undefined || version === null || (typeof version === 'string' && /^1(\.\d+)?$/.test(version));
}

const unknownVersion: DocumentProblem = {
  field: 'version',
  message: 'version must be "1.0", the only document format that this server supports',
  code: 'unsupported_version',
};

function parseText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function notAnObject(what: string, field?: string): DocumentProblem {
  return { ...(field === undefined ? {} : { field }), message: `${what} must be a JSON object`, code: 'wrong_type' };
}
