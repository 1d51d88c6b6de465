import type { ErrorDetail } from '#kernel/errors.js';
import { isJsonObject, type Json, type JsonObject } from '#kernel/json.js';
import { isTrue } from '../../fields/kinds.js';

/** Later blocks decide by outputs of these names where a run continues. */
const reserved: readonly string[] = ['error', 'selectedOption', 'selectedRoute', '_pauseMetadata'];

/** The names that no field of an input may have. `tellsRun`: the server fills `metadata`. */
export function reservedNames(tellsRun: boolean): readonly string[] {
  return tellsRun ? [...reserved, 'metadata'] : reserved;
}

/** The fields of an input that a start refuses, before there is a run that would fail. Older types of start refuse some of them only when they run. */
export function reservedProblems(
  { type, params }: { readonly type: string; readonly params: JsonObject },
  input: Json,
): readonly ErrorDetail[] {
  if (type !== 'start_trigger' || !isJsonObject(input)) return [];
  const names = reservedNames(isTrue(params['runMetadata']));
  const refused = names.filter((name) => Object.hasOwn(input, name));
  return refused.map((name) => ({
    path: [name],
    message: `${name} is a reserved name: call the field differently`,
    code: 'reserved_name',
  }));
}
