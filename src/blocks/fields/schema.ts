/**
 * JSON Schema (draft 2020-12) of one value, with three words of our own for editors. `x-holds` lists what an author may put into a
 * text: `references`, `secrets`; without it a value is taken as it is written. `x-when` names the values of other fields that a
 * field depends on. `x-names` says what the value names: a `table`, a `knowledge base`, a
 * `workflow`, a `model`, a `file`, a `member`, an `MCP server` or an `MCP tool`.
 */
export type ValueSchema = Readonly<Record<string, unknown>>;

/** The fields of a block, by their ids. No field is null: a field without a value is left out. */
export type FieldsSchema = {
  /** The JSON Schema type of the fields: always an object. */
  readonly type: 'object';
  /** The JSON Schema of each field, by its name. */
  readonly properties: Readonly<Record<string, ValueSchema>>;
  /** Names of the required fields. */
  readonly required?: readonly string[];
};

/** The schema of an output. */
export function output(type: string | readonly string[], description: string): ValueSchema {
  return { description, type };
}

/** The schema of an output of any type. */
export function anything(description: string): ValueSchema {
  return { description };
}
