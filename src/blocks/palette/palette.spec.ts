import { describe, expect, it } from '@jest/globals';
import { paletteAjv as ajv, publishedTypes as types, schemaFaults } from '../../../test/support/engine/block-fields.js';
import { readDocument, workflowFixture } from '../../../test/support/workflow-documents.js';
import { blockDefinitionResponse } from '#modules/runs/http/block.response.js';
import type { ValueSchema } from '../fields/schema.js';
import { isRelevant } from '../review/field-texts.js';

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

/** Every field of a schema with its name, those of entries included. */
function fieldsIn(schema: ValueSchema): readonly (readonly [name: string, field: ValueSchema])[] {
  return [...schemasIn(schema)].flatMap(({ properties = {} }) => Object.entries(properties as Record<string, ValueSchema>));
}

/** The words that say something: a help of them alone must say more than the name of its field. */
function wordsIn(text: string): readonly string[] {
  const words =
    text
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .match(/[a-z]+/g) ?? [];
  return words.filter((word) => !['the', 'a', 'of', 'is', 'its', 'what', 'field', 'value'].includes(word));
}

const forPrograms = /\b(GET|POST) \/|\b[Aa]bsent\b|For editors\.|^Whether /;

/** The fields that a form shows with these values and nothing else. */
function shownFields(type: string, values: Readonly<Record<string, string>>): readonly string[] {
  const properties: Readonly<Record<string, ValueSchema>> = new Map(types).get(type)?.palette.inputs.properties ?? {};
  const counts = Object.entries(properties).filter(([, schema]) => isRelevant(schema, values, properties) && schema['deprecated'] !== true);
  return counts.map(([name]) => name);
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

  it.each(types)(
    'has helps for the fields of %s that say more than their names, and nothing that only programs know',
    (_type, { palette }) => {
      for (const [name, { title = name, description }] of fieldsIn(palette.inputs)) {
        if (typeof description !== 'string') continue;
        const known = [...wordsIn(name), ...wordsIn(String(title))];
        const isRiddle = wordsIn(description).every((word) => known.includes(word)) || forPrograms.test(description);
        expect({ name, description, isRiddle }).toEqual({ name, description, isRiddle: false });
      }
    },
  );

  it.each<[string, Readonly<Record<string, string>>, readonly string[], readonly string[]]>([
    ['schedule', {}, ['dailyTime', 'timezone'], ['minutesInterval', 'weeklyDay', 'monthlyTime', 'cronExpression']],
    ['schedule', { scheduleType: 'weekly' }, ['weeklyDay', 'weeklyDayTime'], ['dailyTime', 'monthlyDay']],
    ['generic_webhook', {}, ['token'], ['hmacHeader', 'verificationToken', 'responseBody']],
    ['generic_webhook', { verification: 'hmac', responseMode: 'custom' }, ['hmacHeader', 'responseBody'], ['verificationToken']],
    ['sim_workspace_event', { eventType: 'failure_rate' }, ['failureRatePercent', 'windowHours'], ['inactivityHours']],
    ['agent', {}, ['messages', 'model', 'tools'], ['systemPrompt', 'userPrompt', 'slidingWindowSize', 'expireUnit']],
    ['table', { operation: 'get_row', builderMode: 'builder' }, ['rowId'], ['filterBuilder']],
  ])('shows in a %s with %j the fields that count', (type, values, shown, hidden) => {
    expect(shownFields(type, values)).toEqual(expect.arrayContaining([...shown]));
    expect(shownFields(type, values).filter((name) => hidden.includes(name))).toEqual([]);
  });

  it('begins a question to people with what they see, what they answer and who may answer', () => {
    expect(shownFields('human_in_the_loop', {}).slice(0, 5)).toEqual([
      'builderData',
      'inputFormat',
      'approvers',
      'expiresAfter',
      'expiresUnit',
    ]);
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
