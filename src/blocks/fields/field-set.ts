import type { Json, JsonObject } from '#kernel/json.js';
import type { BlockInputs } from '#engine/values/block-inputs.js';
import { isFilled } from './blank.js';
import { Field, type Fault } from './field.js';
import type { FieldsSchema, ValueSchema } from './schema.js';

/** The fields of a block, by their ids. */
export type FieldSet = Readonly<Record<string, Field<unknown>>>;

/**
 * The values of the fields. A field is resolved each time it is read, so a block pays only for the fields that it uses, and fails at
 * the first one that it cannot read.
 */
export type ValuesOf<Fields extends FieldSet> = {
  readonly [Name in keyof Fields]: Fields[Name] extends Field<infer Value> ? Value : never;
};

/** The fields as the author wrote them, with placeholders. */
export type WrittenOf<Fields extends FieldSet> = { readonly [Name in keyof Fields]: Json | undefined };

/** A fault and the field that has it. */
export interface FieldFault extends Fault {
  readonly field: string;
}

/** The schema of a set of fields. Entries of lists mix fields with plain schemas for values that are taken as written. */
export function schemaOf(fields: Readonly<Record<string, Field<unknown> | ValueSchema>>): FieldsSchema {
  const properties: Record<string, ValueSchema> = {};
  const required: string[] = [];
  for (const [name, field] of Object.entries(fields)) {
    if (!(field instanceof Field)) {
      properties[name] = field;
      continue;
    }
    Object.assign(properties, { [name]: field.schema }, field.aliases);
    if (field.isRequired) required.push(name);
  }
  return { type: 'object', properties, ...(required.length === 0 ? {} : { required }) };
}

/** The fields as written, with the values of aliases under the name of their field. */
export function writtenOf<Fields extends FieldSet>(fields: Fields, values: JsonObject): WrittenOf<Fields> {
  const written = Object.entries(fields).map(([name, field]) => [name, pick(values, [name, ...Object.keys(field.aliases)])] as const);
  return Object.fromEntries(written) as WrittenOf<Fields>;
}

/** Makes the values of a block from its fields as written and the data of the run. */
export function valuesReader<Fields extends FieldSet>(fields: Fields): (written: JsonObject, inputs: BlockInputs) => ValuesOf<Fields> {
  class Values extends Sources {}
  for (const [name, field] of Object.entries(fields)) Sources.define(Values.prototype, name, field);
  return (written, inputs) => new Values(written, inputs) as unknown as ValuesOf<Fields>;
}

/** What values are resolved from. Private, so that a field may have any name. */
class Sources {
  readonly #written: JsonObject;
  readonly #inputs: BlockInputs;

  constructor(written: JsonObject, inputs: BlockInputs) {
    this.#written = written;
    this.#inputs = inputs;
  }

  static define(values: Sources, name: string, { read, aliases }: Field<unknown>): void {
    const others = Object.keys(aliases);
    Object.defineProperty(values, name, {
      get(this: Sources) {
        const written = others.length === 0 ? this.#written[name] : pick(this.#written, [name, ...others]);
        return read(written, this.#inputs, name);
      },
    });
  }
}

/** The value of the first name that has one. */
function pick(values: JsonObject, names: readonly [string, ...string[]]): Json | undefined {
  return values[names.find((name) => isFilled(values[name])) ?? names[0]];
}
