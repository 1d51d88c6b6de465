import { mostPinBytes } from '../../../../src/document/export/pins.js';
import { isJsonObject, jsonSize, type Json, type JsonObject } from '../../../../src/kernel/json.js';

/** A pin as it is written. */
export interface WrittenPin {
  readonly text: string;
  readonly handle: string | undefined;
}

const wanted = 'Enter the output as an object, such as {"result": 1}';

/** The output that is written for a pin. */
export function readPin(text: string): { readonly output: JsonObject } | { readonly problem: string } {
  try {
    const value = JSON.parse(text) as Json;
    return isJsonObject(value) ? { output: value } : { problem: `${wanted}.` };
  } catch (error) {
    return { problem: `${wanted}: ${error instanceof Error ? error.message : String(error)}.` };
  }
}

/** Why an output cannot be pinned; undefined when it can. */
export function refusedPin(output: Json): string | undefined {
  if (!isJsonObject(output)) return `${wanted}.`;
  return jsonSize(output, mostPinBytes) > mostPinBytes ? `A pinned output has at most ${mostPinBytes / 1024} KB.` : undefined;
}
