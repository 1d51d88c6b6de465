import type { Realm } from './cell.js';
import { exceededLimit, type JsonLimits } from './json-depth.js';

const resultLimitBytes = 10 * 1024 * 1024;
const limits: JsonLimits = { depth: 500, keys: 100_000 };
const excesses: Readonly<Record<keyof JsonLimits, string>> = {
  depth: `The result is nested deeper than ${limits.depth} levels`,
  keys: `The result has an object with more than ${limits.keys.toLocaleString('en')} keys`,
};
/** The time limit of the prelude. It needs microseconds, but the machine may be busy and the result large. */
const housekeepingMs = 5_000;
/** The time limit for deferred work of stopped code, which runs when its isolate is entered again. */
const leftoverMs = 50;

export interface Outcome {
  /** `waits` for fetches; is `stuck` with nothing to wait for; must be run again in a separate realm (`repeat`). */
  readonly kind: 'result' | 'error' | 'timeout' | 'memory' | 'waits' | 'stuck' | 'repeat';
  readonly stdout: string;
  /** JSON of the result or of the requests, or a message. */
  readonly text: string;
  /** The realm was changed and must not be used again. */
  readonly isDirty: boolean;
}

export const ended = (kind: Outcome['kind'], text = '', stdout = ''): Outcome => ({ kind, text, stdout, isDirty: false });

/** Runs one step of guest work within its time limit. @returns the state of the call */
export function runStep(realm: Realm, deadline: number, work: (options: { timeout: number }) => unknown): Outcome {
  let thrown: unknown;
  try {
    work({ timeout: Math.max(1, Math.ceil(deadline - performance.now())) });
  } catch (error) {
    thrown = error;
  }
  if (realm.isolate.isDisposed) return ended('memory');
  if (thrown !== undefined && performance.now() >= deadline - 1) return late(realm);
  try {
    return read(realm, realm.take.applySync(undefined, [], { timeout: housekeepingMs }) as string, thrown);
  } catch {
    return realm.isolate.isDisposed ? ended('memory') : late(realm);
  }
}

/** An isolate whose deferred work does not end is disposed. */
function late(realm: Realm): Outcome {
  try {
    return ended('timeout', '', outputOf(realm, leftoverMs));
  } catch {
    if (!realm.isolate.isDisposed) realm.isolate.dispose();
    return ended('timeout');
  }
}

/** `thrown` is what left the guest besides its outcome: an unhandled rejection, or a stack overflow in the prelude. */
function read(realm: Realm, state: string, thrown: unknown): Outcome {
  if (state[0] === 'X') return ended('repeat');
  if (state[0] === 'P') return ended('waits', `[${state.slice(1)}]`);
  if (state[0] === 'N') {
    if (thrown instanceof Error) return ended('error', `${thrown.name}: ${thrown.message}`, outputOf(realm, housekeepingMs));
    return ended('stuck', 'Execution timed out: the code waits for a promise that nothing can settle', outputOf(realm, housekeepingMs));
  }
  const colon = state.indexOf(':');
  const end = colon + 1 + Number(state.slice(2, colon));
  const outcome = { stdout: state.slice(colon + 1, end), text: state.slice(end), isDirty: state[1] === '!' };
  return state[0] === 'R' ? checked({ ...outcome, kind: 'result' }) : { ...outcome, kind: 'error' };
}

function outputOf(realm: Realm, timeout: number): string {
  return realm.output.applySync(undefined, [], { timeout }) as string;
}

function checked(outcome: Outcome): Outcome {
  const { text } = outcome;
  if (text.length > resultLimitBytes / 3 && Buffer.byteLength(text) > resultLimitBytes) {
    return { ...outcome, kind: 'error', text: 'The result is larger than 10 MB' };
  }
  const exceeded = text.length > 2 * limits.depth ? exceededLimit(text, limits) : undefined;
  return exceeded === undefined ? outcome : { ...outcome, kind: 'error', text: excesses[exceeded] };
}
