import type { SecretBox } from '#host/secrets/secret-box.js';
import { isJsonObject, type Json, type JsonObject } from '#kernel/json.js';
import type { ExecutionEvent } from '#engine/execution.events.js';
import type { ExecutionFact } from '#engine/execution-fact.js';
import type { Secrets } from '#engine/values/block-inputs.js';
import { maskSecrets } from '#engine/masking/masking.js';
import { maskedSecrets } from '#engine/masking/unmasking.js';

/**
 * Keeps the values of secrets out of what is written down. Blocks of a run hand real values on to each other; its events show
 * `{{NAME}}` instead, and carry what is missing in sealed form, so that another process can go on with the run.
 */
export class Sealing {
  /** Every secret that an author of one of the workflows in this run has named, with each value that the run has known it by. */
  readonly #inUse = new Map<string, readonly [name: string, value: string]>();

  constructor(
    private readonly secrets: Secrets,
    private readonly box: SecretBox,
    private readonly executionId: string,
  ) {}

  /** From here on these are masked too. */
  cover(names: ReadonlySet<string>): void {
    for (const name of names) {
      const value = this.secrets.get(name);
      if (value !== undefined && value !== '') this.#mask(name, value);
    }
  }

  #mask(name: string, value: string): void {
    this.#inUse.set(`${name}=${value}`, [name, value]);
  }

  /** The event as it may be written down. */
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
      // An event that was told from a record may have been sealed before.
      const all = { ...hidden, ...hiddenIn(event, this.box, this.executionId) };
      shown['sealed'] = this.box.encrypt(JSON.stringify(all), this.executionId);
    }
    return { ...event, payload: shown } as unknown as Event;
  }

  /** The event with the values that blocks handed on, which are masked from here on even where a secret has another value by now. */
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

/** An event of one run as it may stand in another one. What it shows stays as it is. */
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

/** Of a pause only the answers that stand in for others are data; the rest is compared with what it says. */
function maskedPause(pause: Json, secrets: ReadonlyMap<string, readonly [name: string, value: string]>): Json {
  if (!isJsonObject(pause) || !Array.isArray(pause['fields'])) return pause;
  const mask = (value: Json = null): Json => maskSecrets(value, secrets.values());
  const fields = (pause['fields'] as readonly Json[]).map((field) =>
    isJsonObject(field) ? { ...field, value: mask(field['value']) } : field,
  );
  return { ...pause, fields, defaultInput: mask(pause['defaultInput']) };
}

/** The fields of events that hold data of the run. The others name blocks, times and the like. */
const content = ['input', 'output', 'variables', 'items', 'response', 'error', 'stdout', 'problem', 'pause', 'target'];

/** Those that the rest of a run depends on. What traces alone show is not kept. */
const needed: Readonly<Partial<Record<ExecutionEvent['type'], readonly string[]>>> = {
  'execution.block-completed': ['output', 'variables', 'response'],
  'execution.block-failed': ['output'],
  'execution.block-paused': ['output', 'pause'],
  'execution.container-entered': ['items'],
  'execution.child-entered': ['input'],
  'execution.pause-ended': ['input'],
};
