import { isJsonObject, type Json, type JsonObject } from '#kernel/json.js';
import { readFields, type InputField } from './input-format.js';

/** The input of a start, as its outputs need it. */
export interface Received {
  /** Top-level keys; a value that is no object is under `input`. */
  readonly sent: JsonObject;
  /** The declared fields; null when none are declared. */
  readonly fields: JsonObject | null;
  readonly isChat: boolean;
}

export type StartOutput = (received: Received) => JsonObject;

export const unified: StartOutput = ({ sent, fields }) => ({ ...fields, ...without(sent, fields ?? {}) });

export const chat: StartOutput = ({ sent }) => ({ input: sent['input'] ?? '', ...pick(sent, 'conversationId', 'files', 'history') });

export const payload: StartOutput = ({ sent, fields }) => {
  const input = fields ?? sent['input'] ?? sent;
  return { ...(isJsonObject(input) ? input : {}), input, ...pick(sent, 'files') };
};

export const manual: StartOutput = ({ sent, fields }) => ({ input: sent['input'] ?? sent, ...(fields ?? sent), ...pick(sent, 'files') });

export const legacy: StartOutput = (received) =>
  received.isChat ? chat(received) : { ...payload(received), ...pick(received.sent, 'conversationId') };

export function receive(input: Json, declared: readonly InputField[], isChat: boolean): Received {
  const sent = isJsonObject(input) ? input : input === null ? {} : { input };
  return { sent, fields: declared.length === 0 ? null : readFields(declared, sent), isChat };
}

function without(record: JsonObject, taken: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(record).filter(([key]) => !Object.hasOwn(taken, key)));
}

function pick(record: JsonObject, ...keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(record).filter(([key]) => keys.includes(key)));
}
