import type { SecretBox } from '#host/secrets/secret-box.js';
import { isJsonObject, type Json, type JsonObject } from '#kernel/json.js';
import type { ExecutionEvent } from '#engine/execution.events.js';
import type { ExecutionFact } from '#engine/execution-fact.js';
import type { Secrets } from '#engine/values/block-inputs.js';
import { maskSecrets } from '#engine/masking/masking.js';
import { maskedSecrets } from '#engine/masking/unmasking.js';

/**
 * Keeps the values of secrets out of stored events. Blocks of a run pass real values to each other; its events contain `{{NAME}}`
 * instead, and the real values in encrypted form, so that another process can continue the run.
 */
export class Sealing {
  /** Every secret that a workflow of this run names, with each value that it has had during the run. */
  readonly #inUse = new Map<string, readonly [name: string, value: string]>();

  constructor(
    private readonly secrets: Secrets,
    private readonly box: SecretBox,
    private readonly executionId: string,
  ) {}

  /** Masks these secrets from now on. */
  cover(names: ReadonlySet<string>): void {
    for (const name of names) {
      const value = this.secrets.get(name);
      if (value !== undefined && value !== '') this.#mask(name, value);
    }
  }

  #mask(name: string, value: string): void {
    this.#inUse.set(`${name}=${value}`, [name, value]);
  }

  /** The event with secrets masked, as it may be stored. */
  seal<Event extends ExecutionEvent>(event: Event): Event {
    if (this.#inUse.size === 0) return event;
    const payload = event.payload as JsonObject;
    const shown: Record<string, Json> = { ...payload };
    const hidden: Record<string, Json> = {};
    for (const field of content) {
      const value = payload[field];
      if (value === undefined) continue;
      const masked = field === 'pause' ? maskedPause(value, this.#inUse) : maskSecrets(value, this.#inUse.values());
      if (JSON.stringify(masked) === JSON.stringify(value)) continue;
      shown[field] = masked;
      if (needed[event.type]?.includes(field) === true) hidden[field] = value;
    }
    if (Object.keys(hidden).length > 0) {
      // An event from a record may be sealed already.
      const all = { ...hidden, ...hiddenIn(event, this.box, this.executionId) };
      shown['sealed'] = this.box.encrypt(JSON.stringify(all), this.executionId);
    }
    return { ...event, payload: shown } as unknown as Event;
  }

  /** The event with its real values. They are masked from now on, even if the secret has another value by now. */
  open<Fact extends ExecutionFact>(fact: Fact): Fact {
    const hidden = hiddenIn(fact, this.box, this.executionId);
    if (hidden === undefined) return fact;
    const shown = fact.payload as JsonObject;
    for (const [field, value] of Object.entries(hidden)) {
      for (const [name, secret] of maskedSecrets(shown[field] ?? null, value)) this.#mask(name, secret);
    }
    return { ...fact, payload: { ...fact.payload, ...hidden } };
  }
}

/** An event of one run, sealed for another run. The masked values do not change. */
export function resealed<Fact extends ExecutionFact>(fact: Fact, box: SecretBox, { from, to }: { from: string; to: string }): Fact {
  const { sealed } = fact.payload as { readonly sealed?: string };
  if (sealed === undefined) return fact;
  return { ...fact, payload: { ...fact.payload, sealed: box.encrypt(box.decrypt(sealed, from), to) } };
}

function hiddenIn({ payload }: ExecutionFact, box: SecretBox, executionId: string): JsonObject | undefined {
  const { sealed } = payload as { readonly sealed?: string };
  if (sealed === undefined) return undefined;
  const hidden: unknown = JSON.parse(box.decrypt(sealed, executionId));
  return isJsonObject(hidden) ? hidden : undefined;
}

/** Only the default values of a pause are data of the run. Its other fields are rules and must not change. */
function maskedPause(pause: Json, secrets: ReadonlyMap<string, readonly [name: string, value: string]>): Json {
  if (!isJsonObject(pause) || !Array.isArray(pause['fields'])) return pause;
  const mask = (value: Json = null): Json => maskSecrets(value, secrets.values());
  const fields = (pause['fields'] as readonly Json[]).map((field) =>
    isJsonObject(field) ? { ...field, value: mask(field['value']) } : field,
  );
  return { ...pause, fields, defaultInput: mask(pause['defaultInput']) };
}

/** The fields of events that contain data of the run. Other fields contain names of blocks, times and the like. */
const content = ['input', 'output', 'variables', 'items', 'response', 'error', 'stdout', 'problem', 'pause', 'target'];

/** The fields that a continued run needs. Fields that only traces show are not stored unmasked. */
const needed: Readonly<Partial<Record<ExecutionEvent['type'], readonly string[]>>> = {
  'execution.block-completed': ['output', 'variables', 'response'],
  'execution.block-failed': ['output'],
  'execution.block-paused': ['output', 'pause'],
  'execution.container-entered': ['items'],
  'execution.child-entered': ['input'],
  'execution.pause-ended': ['input'],
};
