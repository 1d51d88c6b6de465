import { isJsonObject, type Json, type JsonObject } from '#kernel/json.js';

/** The output of a trigger: the fields of the event that fired it; an event that is no object is the field `input`. */
export function firedOutput(event: Json): JsonObject {
  return isJsonObject(event) ? event : { input: event };
}
