import { SecretBoxError, type SecretBox } from '#host/secrets/secret-box.js';
import { isJsonObject, type Json, type JsonObject } from '#kernel/json.js';
import type { ExecutionState, RunResponse } from '#engine/execution.state.js';

interface Sealed {
  /** Fields with their real values, encrypted for one run; absent if no field contains a secret. */
  readonly sealed?: string;
}

/** The fields that an event stores encrypted; undefined if it stores none. @throws SecretBoxError */
export function hiddenIn({ sealed }: Sealed, box: SecretBox, executionId: string): JsonObject | undefined {
  if (sealed === undefined) return undefined;
  const hidden: unknown = JSON.parse(box.decrypt(sealed, executionId));
  return isJsonObject(hidden) ? hidden : undefined;
}

/** The output of a run as its blocks made it, for the caller of the run. */
export function openedOutput({ output, sealed }: Sealed & { readonly output: Json }, box: SecretBox, executionId: string): Json {
  return readable(sealed, box, executionId)['output'] ?? output;
}

/** The input of a run as it arrived. */
export function openedInput({ input, ...start }: Sealed & { readonly input: Json }, box: SecretBox, executionId: string): Json {
  return readable(start.sealed, box, executionId)['input'] ?? input;
}

/** The state of a run as the caller of the run receives it. */
export function openedState(state: ExecutionState, box: SecretBox, executionId: string): ExecutionState {
  if (state.sealed === undefined) return state;
  return { ...state, ...(readable(state.sealed, box, executionId) as { readonly output?: Json; readonly response?: RunResponse }) };
}

/** Nothing, if the encryption key was lost: the output is then returned with secrets masked. */
function readable(sealed: string | undefined, box: SecretBox, executionId: string): JsonObject {
  try {
    return hiddenIn(sealed === undefined ? {} : { sealed }, box, executionId) ?? {};
  } catch (error) {
    if (error instanceof SecretBoxError && error.reason === 'other-key') return {};
    throw error;
  }
}
