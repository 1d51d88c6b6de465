import type { Block } from '../../../../../src/document/document.js';
import type { Json } from '../../../../../src/kernel/json.js';
import type { DraftOperation } from '../../../../../src/modules/workflows/domain/edits/operation.js';
import type { PaletteEntry } from '../../../api/blocks.js';
import { choicesOf, controlOf, isFilled, isRelevant, labelOf, textOf, type Control, type FieldSchema } from './field-schema.js';

/** A field of a block as its form shows it. */
export interface FormField {
  readonly name: string;
  readonly label: string;
  readonly help: string | undefined;
  readonly schema: FieldSchema;
  readonly control: Control;
  readonly isRequired: boolean;
  /** Undefined for a field without a value. */
  readonly value: Json | undefined;
}

/** Forms with at most so many fields show all of them. */
const mostUnfolded = 8;
/** So many fields are shown in any case. */
const firstFields = 5;

/**
 * Returns the fields that count for the present values, in the order of the palette. Other names of a field, and a choice of one word,
 * appear only with a value.
 */
export function formFields(block: Block, entry: Pick<PaletteEntry, 'inputs' | 'inputsIn'>): readonly FormField[] {
  const { properties, required = [] } = entry.inputs;
  const valueOf = (name: string): Json | undefined => fieldValue(block, entry, name);
  return Object.entries(properties).flatMap(([name, schema]) => {
    const value = valueOf(name);
    if (!isRelevant(schema, valueOf, properties)) return [];
    if ((schema['deprecated'] === true || choicesOf(schema).length === 1) && !isFilled(value)) return [];
    return [fieldOf(name, schema, { value, isRequired: required.includes(name) })];
  });
}

export function fieldOf(name: string, schema: FieldSchema, more: Pick<FormField, 'value' | 'isRequired'>): FormField {
  return { name, schema, label: labelOf(name, schema), help: textOf(schema, 'description'), control: controlOf(schema), ...more };
}

/** Returns the names of the fields that a form folds away at first: optional ones without a value, if there are many fields. */
export function foldedFields(fields: readonly FormField[]): ReadonlySet<string> {
  if (fields.length <= mostUnfolded) return new Set();
  const folded = fields.filter(({ isRequired, value, schema }, index) => {
    return index >= firstFields && !isRequired && !isFilled(value) && schema['x-when'] === undefined;
  });
  return new Set(folded.map(({ name }) => name));
}

/** Returns the fields with a value that the palette does not describe: an editor must keep them. */
export function furtherFields(block: Block, { inputs }: Pick<PaletteEntry, 'inputs'>): Readonly<Record<string, Json>> {
  const further = Object.values(block.subBlocks).filter(({ id, value }) => !Object.hasOwn(inputs.properties, id) && isFilled(value));
  return Object.fromEntries(further.map(({ id, value }) => [id, value]));
}

export function fieldValue(block: Block, { inputsIn }: Pick<PaletteEntry, 'inputsIn'>, name: string): Json | undefined {
  if (inputsIn === 'data') return Object.hasOwn(block.data, name) ? block.data[name] : undefined;
  return Object.hasOwn(block.subBlocks, name) ? block.subBlocks[name]?.value : undefined;
}

/** The types that other editors give to fields of these controls. */
const types: Readonly<Record<Control, string>> = {
  flag: 'switch',
  choice: 'dropdown',
  code: 'code',
  json: 'code',
  list: 'code',
  rows: 'table',
  texts: 'long-input',
  pick: 'short-input',
  secret: 'short-input',
  number: 'short-input',
  text: 'long-input',
};
const namedTypes: Readonly<Record<string, string>> = {
  conditions: 'condition-input',
  routes: 'router-input',
  inputFormat: 'input-format',
  builderData: 'response-format',
};

/** Returns the operation that gives a field a value, or takes it away. */
export function setField(
  block: Block,
  { inputsIn }: Pick<PaletteEntry, 'inputsIn'>,
  field: FormField,
  value: Json | undefined,
): DraftOperation {
  const { name, control } = field;
  const { id } = block;
  if (inputsIn === 'data') return { op: 'option', id, name: `data.${name}`, ...(value === undefined ? {} : { value }) };
  const known = Object.hasOwn(block.subBlocks, name);
  if (value === undefined && known) return { op: 'unset', id, field: name };
  return { op: 'set', id, field: name, value: value ?? '', ...(known ? {} : { type: namedTypes[name] ?? types[control] }) };
}
