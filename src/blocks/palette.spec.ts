import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Json, JsonObject } from '#kernel/json.js';
import { aBlock } from '../../test/support/engine/documents.js';
import { readDocument, workflowFixture } from '../../test/support/workflow-documents.js';
import { startTypes } from '#engine/graph/start-choice.js';
import { blockDefinitionResponse } from '#modules/runs/http/block.response.js';
import { blockDefinitions } from './index.js';
import type { PublishedBlock, ValueSchema } from './palette.js';

const here = dirname(fileURLToPath(import.meta.url));
const page = readFileSync(join(here, '../../docs/blocks.md'), 'utf8');

const ajv = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true, strictTypes: false });
ajv.addVocabulary(['x-holds', 'x-when']);

const types = blockDefinitions.map((definition) => [definition.type, definition] as const);
const definitions = new Map<string, PublishedBlock>(types);

const isContainer = (type: string): boolean => type === 'loop' || type === 'parallel';
/** Types that are variants of another one share its folder. */
const folderOf = (type: string): string =>
  startTypes.has(type) ? 'start' : type.replace('workflow_input', 'workflow').replace('file_v5', 'file').replaceAll('_', '-');

/** A block's own files, and those beside the blocks that they use. */
function sourcesOf(type: string): string {
  const rooms = readdirSync(here).map((room) => join(here, room, folderOf(type)));
  const folder = rooms.find((path) => existsSync(path)) ?? here;
  const seen = new Set<string>();
  const queue = readdirSync(folder)
    .filter((name) => !name.endsWith('.spec.ts'))
    .map((name) => join(folder, name));
  for (const file of queue) {
    if (seen.has(file)) continue;
    seen.add(file);
    const imported = [...readFileSync(file, 'utf8').matchAll(/from '(\.\.?\/[^']+)\.js'/g)].map(([, path = '']) =>
      join(dirname(file), `${path}.ts`),
    );
    queue.push(...imported.filter((path) => dirname(path) === here || dirname(path) === folder || dirname(dirname(path)) === here));
  }
  return [...seen].map((file) => readFileSync(file, 'utf8')).join('\n');
}

/** The names under which sources read fields, and the ways of reading one that has no plain name. */
function fieldsRead(source: string, holder: string): { readonly names: readonly string[]; readonly nameless: readonly string[] } {
  const inBrackets = new RegExp(String.raw`\b${holder}\['(\w+)'\]|fieldOf\(block, '(\w+)'\)`, 'g');
  const taken = new RegExp(String.raw`const \{ ([^}]+) \} = (?:block\.)?${holder}\b`, 'g');
  const other = new RegExp(String.raw`\b${holder}\[[^'].*`, 'g');
  const names = [
    ...[...source.matchAll(inBrackets)].map(([, read, checked]) => read ?? checked ?? ''),
    ...[...source.matchAll(taken)].flatMap(([, list = '']) => list.split(',').map((each) => each.trim().split(' ')[0] ?? '')),
  ];
  return { names: [...new Set(names)].toSorted(), nameless: [...source.matchAll(other)].map(([text]) => text) };
}

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

  it.each(types.filter(([type]) => type !== 'note'))('describes exactly the fields that %s reads', (type) => {
    const siblings = types.filter(([each]) => folderOf(each) === folderOf(type));
    const described = siblings.flatMap(([, { palette }]) => Object.keys(palette.inputs.properties));
    const read = fieldsRead(sourcesOf(type), isContainer(type) ? 'data' : 'params');
    expect(read).toEqual({ names: [...new Set(described)].toSorted(), nameless: [] });
  });

  it.each(['fee-gate', 'orders-with-two-reviewers'] as const)('accepts the fields of every known block of %s', (name) => {
    const known = Object.values(readDocument(workflowFixture(name)).blocks).filter(({ type }) => definitions.has(type));
    expect(known.length).toBeGreaterThan(1);
    for (const { type, subBlocks, data } of known) expect(faults({ type, data, subBlocks })).toEqual([]);
  });
});

describe('the page about blocks', () => {
  it.each(types)('has a chapter on %s with every field and output', (type, { palette }) => {
    const chapter = page.split(/^### /m).find((each) => each.split('\n')[0]?.includes(`\`${type}\``));
    const names = [...Object.keys(palette.inputs.properties), ...Object.keys(palette.outputs)].filter((name) => !name.startsWith('<'));
    expect(names.filter((name) => !chapter?.includes(`\`${name}\``))).toEqual([]);
    expect(chapter).toBeDefined();
  });

  it('has chapters on no other types', () => {
    const headings = [...page.matchAll(/^### .*$/gm)].map(([heading]) => heading);
    const named = headings.flatMap((heading) => [...heading.matchAll(/`(\w+)`/g)].map(([, type]) => type));
    expect(new Set(named)).toEqual(new Set(definitions.keys()));
  });

  it('shows examples that fit and may be deployed', () => {
    const examples = [...page.matchAll(/```json\n(.*?)```/gs)].map(([, text]) => JSON.parse(text ?? '') as Example);
    for (const example of examples) {
      const { type, name = type, subBlocks = {}, data = {} } = example;
      expect(faults(example)).toEqual([]);
      expect(definitions.get(type)?.check(aBlock(type, type, valuesOf(subBlocks), { name, data }))).toEqual([]);
    }
    const folders = new Set(types.map(([type]) => folderOf(type)));
    expect(new Set(examples.map(({ type }) => folderOf(type)))).toEqual(folders);
  });
});

interface Example {
  readonly type: string;
  readonly name?: string;
  readonly subBlocks?: Readonly<Record<string, { readonly value: Json }>>;
  readonly data?: JsonObject;
}

/** What the schema of its type finds wrong with a block. Undescribed fields count; a container's `data` holds others' fields, too. */
function faults({ type, subBlocks = {}, data = {} }: Example): readonly unknown[] {
  const definition = definitions.get(type);
  if (definition === undefined) return [`no type ${type}`];
  const { inputs, inputsIn } = blockDefinitionResponse(definition);
  const values = Object.entries(inputsIn === 'data' ? data : valuesOf(subBlocks)).filter(([, value]) => value !== null);
  const unknown = inputsIn === 'data' ? [] : values.map(([field]) => field).filter((field) => !Object.hasOwn(inputs.properties, field));
  return ajv.validate({ ...inputs }, Object.fromEntries(values)) ? unknown : [...unknown, ...(ajv.errors ?? [])];
}

function valuesOf(subBlocks: NonNullable<Example['subBlocks']>): JsonObject {
  return Object.fromEntries(Object.entries(subBlocks).map(([id, { value }]) => [id, value]));
}
