import { isJsonObject, type Json } from '#kernel/json.js';
import { isContainer } from '#document/block-roles.js';
import type { Block } from '#document/document.js';
import type { CodeForm } from '#engine/texts/syntax.js';
import type { PaletteEntry } from '../define-block.js';
import { isFilled } from '../fields/blank.js';
import { entriesIn } from '../fields/kinds.js';
import { readConditions } from '../flow/condition/condition-list.js';
import type { ValueSchema } from '../fields/schema.js';
import { agentBlock } from '../models/agent/agent.block.js';
import { storedTools } from '../models/tools/stored-tools.js';

/** A text of a block that may contain references and secrets. */
export interface FieldText {
  /** Path of the field. */
  readonly field: string;
  readonly text: string;
  /** Present if the text is JavaScript. */
  readonly form?: CodeForm;
  /** Whether the block evaluates the text whenever it runs, and fails if that is impossible. */
  readonly isAlwaysRead: boolean;
}

/** Longer texts are not reviewed: to parse them would take longer than a request may hold the process. */
const longestText = 128 * 1024;

/** The values of a block, by the names of its fields. */
export function valuesOf(block: Block): Readonly<Record<string, Json>> {
  if (isContainer(block)) return block.data;
  return Object.fromEntries(Object.entries(block.subBlocks).map(([field, { value }]) => [field, value]));
}

/** The texts of the fields that count, given the values of the fields that they depend on. */
export function fieldTexts(block: Block, { inputs }: PaletteEntry): readonly FieldText[] {
  const values = valuesOf(block);
  const texts = Object.entries(values).flatMap(([field, value]) => {
    const schema = Object.hasOwn(inputs.properties, field) ? inputs.properties[field] : undefined;
    if (schema === undefined || !isFilled(value) || !isRelevant(schema, values, inputs.properties)) return [];
    if (isCode(schema)) return codeOf(block, field, value);
    if (isListOfConditions(schema)) return conditionsOf(field, value);
    if (block.type === agentBlock.type && field === 'tools') return toolTexts(value);
    return JSON.stringify(schema).includes('x-holds') ? textsIn(field, value) : [];
  });
  return texts.filter(isShort);
}

/** The texts of all fields of a block. */
export function allTexts(block: Block): readonly FieldText[] {
  return Object.entries(valuesOf(block))
    .flatMap(([field, value]) => textsIn(field, value))
    .filter(isShort);
}

function isShort({ text }: FieldText): boolean {
  return text.length <= longestText;
}

/** Whether the fields that a field depends on have the values under which it counts. */
export function isRelevant(
  schema: ValueSchema,
  values: Readonly<Record<string, Json>>,
  properties: Readonly<Record<string, ValueSchema>>,
): boolean {
  const conditions = Object.entries((schema['x-when'] ?? {}) as Readonly<Record<string, readonly unknown[]>>);
  return conditions.every(([other, allowed]) => {
    const value = values[other];
    return allowed.includes(isFilled(value) ? value : (properties[other]?.['default'] ?? null));
  });
}

/** The code of a function fails its block. A condition of a loop that cannot be evaluated ends the loop. */
function codeOf({ type }: Block, field: string, value: Json): readonly FieldText[] {
  const isBody = type === 'function';
  return typeof value === 'string' ? [{ field, text: value, form: isBody ? 'body' : 'expression', isAlwaysRead: isBody }] : [];
}

/** Only the first expression is evaluated in every run: those behind the chosen one are not. */
function conditionsOf(field: string, value: Json): readonly FieldText[] {
  const conditions = readConditions(value) ?? [];
  return conditions.flatMap(({ expression, isElse }, index) =>
    isElse || expression.trim() === ''
      ? []
      : [{ field: `${field}.${String(index)}.value`, text: expression, form: 'expression', isAlwaysRead: index === 0 }],
  );
}

/** A tool whose code is not valid fails when it is called, and one whose condition is not valid is refused: the agent runs on. */
function toolTexts(value: Json): readonly FieldText[] {
  const forms = new Map<string, CodeForm>();
  for (const { index, type } of storedTools(value) ?? []) {
    if (type === 'custom-tool') forms.set(`tools.${index}.code`, 'body');
    if (type === 'function') forms.set(`tools.${index}.params.code`, 'body');
    forms.set(`tools.${index}.approval.when`, 'expression');
  }
  return textsIn('tools', entriesIn(value) ?? value).map((text) => {
    const form = forms.get(text.field);
    return form === undefined ? text : { ...text, form };
  });
}

function isCode(schema: ValueSchema | undefined): boolean {
  return schema?.['contentMediaType'] === 'text/javascript';
}

function isListOfConditions({ items }: ValueSchema): boolean {
  const { properties } = (items ?? {}) as { readonly properties?: Readonly<Record<string, ValueSchema>> };
  return isCode(properties?.['value']);
}

function textsIn(field: string, value: Json): readonly FieldText[] {
  if (typeof value === 'string') return [{ field, text: value, isAlwaysRead: false }];
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap((item, index) => textsIn(`${field}.${String(index)}`, item));
  return isJsonObject(value) ? Object.entries(value).flatMap(([key, item]) => textsIn(`${field}.${key}`, item)) : [];
}
