import { isJsonObject, type Json, type JsonObject } from '#kernel/json.js';
import { BlockFailure } from '../block-failure.js';
import type { CodeTemplate, FindLiterals } from '../texts/code.js';
import { Fuel, type Value } from '../expressions/expression-values.js';
import { fillJson, parseJson, plainText } from './json-text.js';
import type { Reference } from '../texts/reference.js';
import type { SourceCache } from './source-cache.js';
import type { Placeholder, Template } from '../texts/template.js';
import { TextBudget } from './text-budget.js';

/** The secrets of the workspace, by name. */
export interface Secrets {
  get(name: string): string | undefined;
}

/** Code and the constants that it sees. */
export interface BoundCode {
  readonly code: string;
  readonly bindings: Readonly<Record<string, Json>>;
}

/** Either the value, or what the sandbox must run to find it. */
export type BoundExpression = { readonly kind: 'value'; readonly value: Value } | ({ readonly kind: 'sandbox' } & BoundCode);

/**
 * What the author wrote into the fields of one block, with the data of one run put in. Each text is cut at its placeholders
 * once; what is put in is never searched for placeholders again.
 *
 * Every method throws BlockFailure when a reference names an output that its block does not have.
 */
export class BlockInputs {
  readonly #references = new Map<string, Json>();
  readonly #secrets = new Map<string, string>();
  readonly #unset = new Set<string>();
  /** Shared by all conditions of the block, so that many small ones take no longer than one. */
  readonly #fuel = new Fuel();
  readonly #texts = new TextBudget();

  constructor(
    private readonly sources: SourceCache,
    /** The value of a reference; undefined when there is none yet. */
    private readonly lookUp: (reference: Reference) => Json | undefined,
    private readonly secrets: Secrets,
  ) {}

  /** The values that were looked up so far, by the reference as written: what a trace shows as the input of code. */
  get seen(): JsonObject {
    return Object.fromEntries(this.#references);
  }

  /** The same fields with `{{NAME}}` for each secret: what traces and people are shown. */
  get shown(): BlockInputs {
    const named: Secrets = { get: (name) => (this.secrets.get(name) === undefined ? undefined : `{{${name}}}`) };
    return new BlockInputs(this.sources, this.lookUp, named);
  }

  /** The secrets that went into this block so far, by name. Traces must not show their values. */
  get usedSecrets(): ReadonlyMap<string, string> {
    return this.#secrets;
  }

  /** @throws BlockFailure if a text that was read contains `{{NAME}}` of a secret that is not set, which must not leave the server */
  requireSecrets(): void {
    for (const name of this.#unset) throw secretNotSet(name);
  }

  /** A field as text: objects and lists as JSON, missing data as nothing. */
  text(field: Json | undefined): string {
    if (typeof field !== 'string') return plainText(field === undefined ? undefined : this.value(field));
    return this.#join(this.sources.template(field), plainText);
  }

  /** A field with types kept: a text that is one reference becomes its value, any other text stays text, also deep inside. */
  value(field: Json): Json {
    if (typeof field === 'string') return this.#typed(field);
    if (Array.isArray(field)) return (field as readonly Json[]).map((item) => this.value(item));
    if (!isJsonObject(field)) return field;
    return Object.fromEntries(Object.entries(field).map(([key, item]) => [key, this.value(item)]));
  }

  /**
   * A field that holds JSON as text. Values go in as JSON: inside a string literal they cannot end it, elsewhere a text that is
   * JSON itself is taken as such. Text that is not JSON in the end is the text.
   */
  json(field: Json): Json {
    if (typeof field !== 'string') return this.value(field);
    const template = this.sources.template(field);
    const only = onlyPlaceholder(template);
    const value = only === null ? undefined : this.#find(only);
    if (typeof value === 'object') return value;
    const filled = fillJson(template, (placeholder) => this.#writable(placeholder) ?? null, new TextBudget());
    const json = filled === null ? undefined : parseJson(filled);
    if (filled === null || json === undefined) return this.#join(template, plainText);
    this.#measured(filled);
    return json;
  }

  /** The body of a function, its placeholders bound as constants; inside string literals the data is JSON text. */
  code(source: string): BoundCode {
    return this.#bind(this.sources.code(source), (placeholder) => {
      const value = this.#writable(placeholder);
      return placeholder.kind === 'secret' ? plainText(value) : JSON.stringify(value ?? null);
    });
  }

  /** Reads a long piece of code, whose literals are found elsewhere: afterwards `code` knows it. @throws BlockFailure as `code` does */
  prepareCode(source: string, find: FindLiterals): Promise<void> {
    return this.sources.prepareCode(source, find);
  }

  /** A condition. `names` are further constants that it may use; `read` is how the value of a reference enters it. */
  expression(source: string, names: JsonObject = {}, read: (value: Json) => Json = asIs): BoundExpression {
    const expression = this.sources.expression(source);
    const { code, bindings } = this.#bind(expression.template, (placeholder) => plainText(this.#writable(placeholder)), {
      ofReference: read,
      ofSecret: scalar,
    });
    const found = expression.evaluate({ ...names, ...bindings }, this.#fuel);
    if (found !== null) return { kind: 'value', value: found.value };
    const used = Object.entries(names).filter(([name]) => code.includes(name));
    return { kind: 'sandbox', code, bindings: { ...Object.fromEntries(used), ...bindings } };
  }

  #typed(field: string): Json {
    const template = this.sources.template(field);
    const only = onlyPlaceholder(template);
    return only === null ? this.#join(template, plainText) : (this.#find(only) ?? null);
  }

  #join(template: Template, write: (value: Json | undefined) => string): string {
    return template.map((part) => this.#measured(typeof part === 'string' ? part : write(this.#writable(part)))).join('');
  }

  #measured(text: string): string {
    this.#texts.spend(text.length);
    return text;
  }

  /** A value that is about to become text: refused before that when it is too large. */
  #writable(placeholder: Placeholder): Json | undefined {
    const value = this.#find(placeholder);
    if (typeof value === 'object' && value !== null) this.#texts.require(value);
    return value;
  }

  #bind(template: CodeTemplate, write: (placeholder: Placeholder) => string, read = asTheyAre): BoundCode {
    const bindings = template.bindings.map(({ name, kind, template: parts }): [string, Json] => {
      const [first] = parts;
      if (kind === 'value' && first !== undefined && typeof first !== 'string') return [name, this.#constant(first, read)];
      return [name, parts.map((part) => this.#measured(typeof part === 'string' ? part : write(part))).join('')];
    });
    return { code: template.code, bindings: Object.fromEntries(bindings) };
  }

  #constant(placeholder: Placeholder, { ofReference, ofSecret }: Reading): Json {
    if (placeholder.kind === 'reference') return ofReference(this.#find(placeholder) ?? null);
    const secret = this.#secret(placeholder.name);
    if (secret === undefined) throw secretNotSet(placeholder.name);
    return ofSecret(secret);
  }

  /** An unknown secret stays as the author wrote it. */
  #find(placeholder: Placeholder): Json | undefined {
    if (placeholder.kind === 'secret') return this.#secret(placeholder.name) ?? placeholder.raw;
    const value = this.lookUp(placeholder.reference);
    this.#references.set(placeholder.raw, value ?? null);
    return value;
  }

  #secret(name: string): string | undefined {
    const secret = this.secrets.get(name);
    if (secret === undefined) this.#unset.add(name);
    else this.#secrets.set(name, secret);
    return secret;
  }
}

/** The placeholder that is the whole text. */
function onlyPlaceholder([only, ...others]: Template): Placeholder | null {
  return only === undefined || typeof only === 'string' || others.length > 0 ? null : only;
}

function asIs(value: Json): Json {
  return value;
}

/** How values become the constants of code. */
interface Reading {
  readonly ofReference: (value: Json) => Json;
  readonly ofSecret: (secret: string) => Json;
}

const asTheyAre: Reading = { ofReference: asIs, ofSecret: asIs };

/** The failure of a block that needs a secret which the workspace does not have. */
export function secretNotSet(name: string): BlockFailure {
  return new BlockFailure(`Secret ${name} is not set in this workspace`, { status: 400 });
}

/** In conditions a secret that reads as a number, a truth value or null is one. */
function scalar(secret: string): Json {
  const value = parseJson(secret);
  return value === null || typeof value === 'number' || typeof value === 'boolean' ? value : secret;
}
