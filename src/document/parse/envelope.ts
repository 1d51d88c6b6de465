import { isJsonObject, type Json, type JsonObject } from '#kernel/json.js';
import { jsonHazard } from './bounded-json.js';
import type { DocumentFault } from './faults/document-fault.js';

/** The parts of an envelope. Absent parts are empty objects. */
export interface Envelope {
  readonly state: JsonObject;
  readonly workflow: JsonObject;
  /** Where the state is in the document: empty in the older format. */
  readonly place: readonly string[];
  /** Where the parts of the envelope are in the document. */
  readonly around: readonly string[];
}

/**
 * Opens an exported document: `{version, exportedAt, state, workflow?}`, the same inside `{data}`, or the older format with blocks and
 * edges at the root. JSON text is parsed first.
 */
export function openEnvelope(raw: unknown): Envelope | DocumentFault {
  const value = typeof raw === 'string' ? parseText(raw) : raw;
  if (value === undefined) return { message: 'The document is not valid JSON', code: 'invalid_json', path: [] };
  if (!isJsonObject(value)) return notAnObject('The document');
  const hazard = jsonHazard(value);
  if (hazard !== undefined) return { message: `The document ${hazard}`, code: 'invalid_json', path: [] };
  return openObject(value);
}

function openObject(value: JsonObject): Envelope | DocumentFault {
  const isWrapped = Object.hasOwn(value, 'data') && !Object.hasOwn(value, 'state') && !Object.hasOwn(value, 'blocks');
  const envelope = isWrapped ? value['data'] : value;
  if (!isJsonObject(envelope)) return notAnObject('data', 'data');
  const around = isWrapped ? ['data'] : [];
  if (!isReadableVersion(envelope['version'])) return { ...unknownVersion, path: [...around, 'version'] };
  const hasState = Object.hasOwn(envelope, 'state');
  const state = hasState ? envelope['state'] : envelope;
  if (!isJsonObject(state)) return notAnObject('state', 'state', around);
  const workflow = isJsonObject(envelope['workflow']) ? envelope['workflow'] : {};
  return { state, workflow, around, place: [...around, ...(hasState ? ['state'] : [])] };
}

function isReadableVersion(version: Json | undefined): boolean {
  return version === undefined || version === null || (typeof version === 'string' && /^1(\.\d+)?$/.test(version));
}

const unknownVersion = {
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

function notAnObject(what: string, field?: string, around: readonly string[] = []): DocumentFault {
  const about = field === undefined ? { path: [] } : { field, path: [...around, field] };
  return { ...about, message: `${what} must be a JSON object`, code: 'wrong_type' };
}
