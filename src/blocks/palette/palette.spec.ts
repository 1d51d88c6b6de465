import { describe, expect, it } from '@jest/globals';
import { paletteAjv as ajv, publishedTypes as types, schemaFaults } from '../../../test/support/engine/block-fields.js';
import { readDocument, workflowFixture } from '../../../test/support/workflow-documents.js';
import { blockDefinitionResponse } from '#modules/runs/http/block.response.js';
import type { ValueSchema } from '../fields/schema.js';

const known = new Set<string>(types.map(([type]) => type));

/** Every schema in a schema, itself included. */
function* schemasIn(schema: ValueSchema): Generator<ValueSchema> {
  yield schema;
  const {
    items,
    properties = {},
    anyOf = [],
  } = schema as { items?: ValueSchema; properties?: Record<string, ValueSchema>; anyOf?: ValueSchema[] };
  for (const inner of [...(items === undefined ? [] : [items]), ...Object.values(properties), ...anyOf]) yield* schemasIn(inner);
}

describe('the palette', () => {
  it.each(types)('describes the fields of %s in JSON Schema', (_type, definition) => {
    const { inputs, outputs } = blockDefinitionResponse(definition);
    expect(ajv.validateSchema(inputs)).toBe(true);
    expect(() => ajv.compile(inputs)).not.toThrow();
    for (const output of Object.values(outputs)) expect(() => ajv.compile({ ...output })).not.toThrow();
  });

  it.each(types)('says in words what each field and each output of %s is', (_type, { palette }) => {
    expect([palette.name, palette.description].every((text) => text !== '')).toBe(true);
    const described = [...Object.values(palette.inputs.properties), ...Object.values(palette.outputs)];
    for (const schema of described) expect(schema).toMatchObject({ description: expect.stringMatching(/\.$/) });
  });

  it.each(types)('has defaults and choices for %s that fit', (_type, { palette }) => {
    for (const { default: fallback, ...schema } of schemasIn(palette.inputs)) {
      expect(fallback === undefined || ajv.validate(schema, fallback)).toBe(true);
    }
    for (const schema of Object.values(palette.inputs.properties)) {
      const when = (schema['x-when'] ?? {}) as Record<string, readonly unknown[]>;
      for (const [field, values] of Object.entries(when)) {
        for (const value of values) expect(ajv.validate(palette.inputs.properties[field] ?? false, value)).toBe(true);
      }
    }
  });

  it.each(['fee-gate', 'orders-with-two-reviewers'] as const)('accepts the fields of every known block of %s', (name) => {
    const blocks = Object.values(readDocument(workflowFixture(name)).blocks).filter(({ type }) => known.has(type));
    expect(blocks.length).toBeGreaterThan(1);
    for (const { type, subBlocks, data } of blocks) expect(schemaFaults({ type, data, subBlocks })).toEqual([]);
  });
});
