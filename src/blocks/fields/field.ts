import type { Json } from '#kernel/json.js';
import { BlockFailure } from '#engine/block-failure.js';
import type { BlockInputs } from '#engine/values/block-inputs.js';
import { isFilled } from './blank.js';
import type { ValueSchema } from './schema.js';

/** Turns what the author wrote into the value that `run` receives. @throws BlockFailure when that is not possible */
export type Read<Value> = (written: Json | undefined, inputs: BlockInputs, name: string) => Value;

/** A problem of a field that shows before any run. `what` continues the name of the field. */
export interface Fault {
  readonly what: string;
  readonly code: string;
}

type Check = (written: Json | undefined) => readonly Fault[];

interface FieldParts<Value> {
  readonly schema: ValueSchema;
  readonly read: Read<Value>;
  readonly check?: Check;
  readonly isRequired?: boolean;
  readonly aliases?: Readonly<Record<string, ValueSchema>>;
}

/**
 * One field of a block: its schema, how a run reads it, and what is checked at deployment. A field never changes; each method returns
 * another field.
 */
export class Field<Value> {
  readonly #parts: FieldParts<Value>;

  constructor(parts: FieldParts<Value>) {
    this.#parts = parts;
  }

  get schema(): ValueSchema {
    return this.#parts.schema;
  }

  get isRequired(): boolean {
    return this.#parts.isRequired ?? false;
  }

  /** Further names of the field, used by imported documents. The first name with a value counts. */
  get aliases(): Readonly<Record<string, ValueSchema>> {
    return this.#parts.aliases ?? {};
  }

  get read(): Read<Value> {
    return this.#parts.read;
  }

  check(written: Json | undefined): readonly Fault[] {
    return this.#parts.check?.(written) ?? [];
  }

  /** The same field, read in another way. */
  as<Other>(read: Read<Other>): Field<Other> {
    return new Field({ ...this.#parts, read });
  }

  /** The same field with its value converted. */
  convert<Other>(convert: (value: Value, name: string, inputs: BlockInputs) => Other): Field<Other> {
    const { read } = this.#parts;
    return this.as((written, inputs, name) => convert(read(written, inputs, name), name, inputs));
  }

  /** A field that is read as written. A value that cannot be read, for which `read` returns null, is a fault and fails the block. */
  parsed<Other>(read: (written: Json | undefined) => Other | null, what: string, code: string): Field<Other> {
    const parse = (written: Json | undefined, name: string): Other => {
      const value = read(written);
      if (value === null) throw refused(name, what);
      return value;
    };
    return this.as((written, _inputs, name) => parse(written, name)).checked((written) => (read(written) === null ? [{ what, code }] : []));
  }

  /** The same field in the words of a block in which it has a narrower meaning. */
  described(description: string, more: ValueSchema = {}): Field<Value> {
    return new Field({ ...this.#parts, schema: { ...this.schema, description, ...more } });
  }

  /** The same field, as the author wrote it. The block resolves it. */
  written(): Field<Json | undefined> {
    return this.as((written) => written);
  }

  /** The same field with the faults that show before any run. */
  checked(check: Check): Field<Value> {
    return new Field({ ...this.#parts, check });
  }

  /** The block cannot be deployed without this field. */
  required(what: string, code = 'required', isMissing = (written: Json | undefined): boolean => !isFilled(written)): Field<Value> {
    const check: Check = (written) => (isMissing(written) ? [{ what, code }] : []);
    return new Field({ ...this.#parts, check, isRequired: true });
  }

  /** The same field under further names, each with its own schema. Editors show them only where a document has them. */
  also(aliases: Readonly<Record<string, Field<unknown>>>): Field<Value> {
    const schemas = Object.entries(aliases).map(([name, { schema }]) => [name, { ...schema, deprecated: true }] as const);
    return new Field({ ...this.#parts, aliases: Object.fromEntries(schemas) });
  }

  /** A field that must hold a value as soon as a run reads it. */
  needed(): Field<NonNullable<Value>> {
    return this.convert((value, name) => needed(name, value));
  }
}

/** @throws BlockFailure when there is no value */
export function needed<Value>(name: string, value: Value): NonNullable<Value> {
  if (value === undefined || value === null || value === '') throw refused(name, 'is missing');
  return value;
}

/** A failure that names a field. `what` continues its name. */
export function refused(name: string, what: string): BlockFailure {
  return new BlockFailure(`${name} ${what}`, { status: 400 });
}
