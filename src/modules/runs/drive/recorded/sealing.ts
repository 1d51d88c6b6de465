import { inTurns } from '#host/loop/turn.js';
import type { SecretBox } from '#host/secrets/secret-box.js';
import { isJsonObject, type Json, type JsonObject } from '#kernel/json.js';
import type { ExecutionEvent, ExecutionFact } from '#engine/execution.events.js';
import { redactCredentials, redactionSteps } from '#engine/masking/credential-names.js';
import { shortestMasked } from '#engine/masking/secret-forms.js';
import { SecretMask, type ShownBeginning } from '#engine/masking/secret-mask.js';
import { maskedSecrets } from '#engine/masking/unmasking.js';
import type { ShownEvent } from '../../blocks/shown-event.js';
import { hiddenIn } from '../../jobs/sealed-output.js';

/**
 * Keeps the values of secrets out of stored events. Blocks of a run pass real values to each other; its events contain `{{NAME}}`
 * instead, and the real values in encrypted form, so that another process can continue the run.
 */
export class Sealing {
  #mask: SecretMask;
  /** Values that a secret had earlier in the run. */
  readonly #earlier = new Map<string, readonly [name: string, value: string]>();

  constructor(
    private readonly secrets: ReadonlyMap<string, string>,
    private readonly box: SecretBox,
    private readonly executionId: string,
    /** *masked*: fields that are named like credentials are masked in whatever is stored. */
    private readonly contents?: 'none' | 'masked',
  ) {
    this.#mask = SecretMask.of(secrets);
  }

  /** The text as it may be stored and shown. */
  readonly text = (text: string): string => this.#mask.text(text);

  /** The beginning of a text as it may be stored and shown. */
  readonly begin = (text: string): ShownBeginning => this.#mask.begin(text);

  /** The value as it may be stored and shown. */
  readonly json = (value: Json): Json => this.#mask.json(value);

  /** Masks the output and the input of a block in pieces. Afterwards `seal` takes no time for them, however large they are. */
  async prepare(output: Json, input: Json): Promise<void> {
    await inTurns(this.#mask.steps(output));
    await inTurns(redactionSteps(await inTurns(this.#mask.steps(input))));
  }

  /** The event with secrets masked, as it may be stored. */
  seal<Event extends ExecutionEvent>(recorded: ShownEvent<Event>): Event {
    const { shown } = recorded;
    const payload = recorded.payload as JsonObject;
    const neededHere = needed[recorded.type];
    let stored: Record<string, Json> | undefined;
    let hidden: Record<string, Json> | undefined;
    for (const field of content) {
      const value = payload[field];
      if (value === undefined) continue;
      const isNeeded = neededHere?.includes(field) === true;
      const masked = this.#shown(field, shown?.[field] ?? value, isNeeded);
      if (masked === value) continue;
      (stored ??= {})[field] = masked;
      if (isNeeded) (hidden ??= {})[field] = value;
    }
    // Most events contain no secret.
    if (shown === undefined && stored === undefined) return recorded;
    const { shown: _, ...event } = recorded;
    return { ...event, payload: { ...payload, ...stored, ...this.#sealedIn(payload, hidden) } } as unknown as Event;
  }

  /** What a run will start with, with its input as the first event of the run stores it. */
  sealStart<Start extends { readonly input: Json }>(start: Start): Start {
    const input = this.#shown('input', start.input, true);
    return input === start.input ? start : { ...start, input, ...this.#sealedIn({}, { input: start.input }) };
  }

  #sealedIn(payload: JsonObject, hidden: JsonObject | undefined): { readonly sealed?: string } {
    if (hidden === undefined) return {};
    // An event from a record may be sealed already.
    const all = { ...hidden, ...hiddenIn(payload, this.box, this.executionId) };
    return { sealed: this.box.encrypt(JSON.stringify(all), this.executionId) };
  }

  #shown(field: string, value: Json, isNeeded: boolean): Json {
    if (field === 'pause') return this.#maskedPause(value);
    const masked = this.#mask.json(value);
    if (this.contents === 'masked') return redactCredentials(field === 'parts' ? redactedArguments(masked) : masked);
    return field === 'input' && !isNeeded ? redactCredentials(masked) : masked;
  }

  /** Only the default values of a pause are data of the run. Its other fields are rules and must not change. */
  #maskedPause(pause: Json): Json {
    if (!isJsonObject(pause) || !Array.isArray(pause['fields'])) return pause;
    const mask = (value: Json = null): Json => this.#mask.json(value);
    const fields = pause['fields'] as readonly Json[];
    const masked = fields.map((field) => (isJsonObject(field) ? { ...field, value: mask(field['value']) } : field));
    const isSame = fields.every((field, index) => isJsonObject(field) && field['value'] === (masked[index] as JsonObject)['value']);
    const defaultInput = mask(pause['defaultInput']);
    return isSame && defaultInput === pause['defaultInput'] ? pause : { ...pause, fields: masked, defaultInput };
  }

  /** The event with its real values. They are masked from now on, even if the secret has another value by now. */
  open<Fact extends ExecutionFact>(fact: Fact): Fact {
    const shown = fact.payload as JsonObject;
    const hidden = hiddenIn(shown, this.box, this.executionId);
    if (hidden === undefined) return fact;
    for (const [field, value] of Object.entries(hidden)) this.#remember(maskedSecrets(shown[field] ?? null, value));
    return { ...fact, payload: { ...fact.payload, ...hidden } };
  }

  #remember(found: readonly (readonly [name: string, value: string])[]): void {
    const known = this.#earlier.size;
    for (const [name, value] of found) {
      if (value.length >= shortestMasked && this.#mask.text(value) === value) this.#earlier.set(`${name}=${value}`, [name, value]);
    }
    if (this.#earlier.size > known) this.#mask = new SecretMask([...this.secrets, ...this.#earlier.values()]);
  }
}

/** An event of one run, sealed for another run. The masked values do not change. */
export function resealed<Fact extends ExecutionFact>(fact: Fact, box: SecretBox, { from, to }: { from: string; to: string }): Fact {
  const { sealed } = fact.payload as { readonly sealed?: string };
  if (sealed === undefined) return fact;
  return { ...fact, payload: { ...fact.payload, sealed: box.encrypt(box.decrypt(sealed, from), to) } };
}

/** The parts of an answer of a model with the arguments of its tool calls masked: they are JSON text. */
function redactedArguments(parts: Json): Json {
  if (!Array.isArray(parts)) return parts;
  return parts.map((part: Json) => {
    const text = isJsonObject(part) && part['type'] === 'tool-call' ? part['arguments'] : undefined;
    const args = typeof text === 'string' ? parsedJson(text) : undefined;
    if (args === undefined || !isJsonObject(part)) return part;
    const redacted = redactCredentials(args);
    return redacted === args ? part : { ...part, arguments: JSON.stringify(redacted) };
  });
}

function parsedJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** The fields of events that contain data of the run. Other fields contain names of blocks, times and the like. */
const content = ['input', 'output', 'variables', 'items', 'response', 'error', 'stdout', 'problem', 'pause', 'target', 'parts', 'result'];

/** The fields that a continued run or the caller of the run needs. Fields that only traces show are not stored unmasked. */
const needed: Readonly<Partial<Record<ExecutionEvent['type'], readonly string[]>>> = {
  'execution.started': ['input'],
  'execution.block-completed': ['output', 'variables', 'response'],
  'execution.block-failed': ['output'],
  'execution.block-paused': ['output', 'pause'],
  'execution.container-entered': ['items'],
  'execution.child-entered': ['input'],
  'execution.pause-ended': ['input'],
  'execution.model-answered': ['parts'],
  'execution.tool-answered': ['result'],
  'execution.completed': ['output', 'response'],
  'execution.failed': ['output'],
  'execution.cancelled': ['output'],
};
