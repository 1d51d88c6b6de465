import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Json, JsonObject } from '#kernel/json.js';
import { blockDefinitionResponse } from '#modules/runs/http/block.response.js';
import { blockDefinitions } from '../../../src/blocks/index.js';
import type { PublishedBlock } from '../../../src/blocks/define-block.js';

/** Compiles the schemas of the palette, with the words that are ours. */
export const paletteAjv = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true, strictTypes: false });
paletteAjv.addVocabulary(['x-holds', 'x-names', 'x-when']);

export const publishedTypes = blockDefinitions.map((definition) => [definition.type, definition] as const);

const definitions = new Map<string, PublishedBlock>(publishedTypes);

export interface WrittenBlock {
  readonly type: string;
  readonly name?: string;
  readonly subBlocks?: Readonly<Record<string, { readonly value: Json }>>;
  readonly data?: JsonObject;
}

/** The values of sub-blocks, by their ids. */
export function valuesOf(subBlocks: NonNullable<WrittenBlock['subBlocks']>): JsonObject {
  return Object.fromEntries(Object.entries(subBlocks).map(([id, { value }]) => [id, value]));
}

/** The faults that the schema of its type finds in a block. Undeclared fields count; the `data` of a container also holds other values. */
export function schemaFaults({ type, subBlocks = {}, data = {} }: WrittenBlock): readonly unknown[] {
  const definition = definitions.get(type);
  if (definition === undefined) return [`no type ${type}`];
  const { inputs, inputsIn } = blockDefinitionResponse(definition);
  const values = Object.entries(inputsIn === 'data' ? data : valuesOf(subBlocks)).filter(([, value]) => value !== null);
  const unknown = inputsIn === 'data' ? [] : values.map(([field]) => field).filter((field) => !Object.hasOwn(inputs.properties, field));
  return paletteAjv.validate({ ...inputs }, Object.fromEntries(values)) ? unknown : [...unknown, ...(paletteAjv.errors ?? [])];
}
