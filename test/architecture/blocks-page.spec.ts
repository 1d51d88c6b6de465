import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import type { PublishedBlock } from '../../src/blocks/define-block.js';
import type { ValueSchema } from '../../src/blocks/fields/schema.js';
import { startTypes } from '../../src/engine/graph/start-choice.js';
import { publishedTypes as types, schemaFaults, valuesOf, type WrittenBlock } from '../support/engine/block-fields.js';
import { aBlock } from '../support/engine/documents.js';

const page = readFileSync(new URL('../../docs/blocks.md', import.meta.url), 'utf8');
const definitions = new Map<string, PublishedBlock>(types);

/** Types that are variants of another one share its example. */
const familyOf = (type: string): string =>
  startTypes.has(type) ? 'start' : type.replace('workflow_input', 'workflow').replace('file_v5', 'file');

function chapterOf(type: string): string {
  return page.split(/^##+ /m).find((each) => each.split('\n')[0]?.includes(`\`${type}\``)) ?? '';
}

interface Row {
  readonly fields: readonly string[];
  readonly text: string;
}

/** The rows of the table of fields in a chapter; none for a chapter without such a table. */
function rowsOf(type: string): readonly Row[] {
  const [, table = ''] = /\| Field \| \|\n\|---\|---\|\n((?:\|.*\n)+)/.exec(chapterOf(type)) ?? [];
  return table
    .trimEnd()
    .split('\n')
    .map((line) => line.slice(2, -2).split(' | '))
    .map(([names = '', ...text]) => ({ fields: namesIn(names), text: text.join(' | ') }));
}

function namesIn(text: string): readonly string[] {
  return [...text.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
}

/** Whether a field takes placeholders, itself or in one of its entries. */
function isResolved(schema: ValueSchema): boolean {
  return JSON.stringify(schema).includes('"x-holds"');
}

/** Fields of the API block that take references, which their schemas do not say. */
const silent: ReadonlySet<string> = new Set(['method', 'retryNonIdempotent']);

const described = types.filter(([type]) => rowsOf(type)[0]?.text !== '' && rowsOf(type).some(({ fields }) => fields.length > 0));

describe('the table of fields of a block', () => {
  it('is in the chapter of every type, except of older starts', () => {
    const without = types.filter((entry) => !described.includes(entry)).map(([type]) => type);
    expect(without).toEqual(['starter', 'api_trigger', 'input_trigger', 'manual_trigger', 'chat_trigger']);
  });

  it.each(described)('lists the declared fields of %s, and no others', (type, { palette }) => {
    const rows = rowsOf(type);
    const listed = rows.flatMap(({ fields }) => fields);
    const declared = Object.keys(palette.inputs.properties);
    const mentioned = new Set(rows.flatMap(({ fields, text }) => [...fields, ...namesIn(text)]));
    expect(listed.filter((name) => !declared.includes(name))).toEqual([]);
    expect(declared.filter((name) => !mentioned.has(name))).toEqual([]);
    expect(listed).toEqual([...new Set(listed)]);
  });

  it.each(described)('says which fields of %s are taken as written, their choices and their defaults', (type, { palette }) => {
    for (const { fields, text } of rowsOf(type)) {
      const [name = '', ...others] = fields;
      const schema = palette.inputs.properties[name];
      if (schema === undefined || others.length > 0) continue;
      const isSaid = /as it is written/i.test(text) || isResolved(schema) || silent.has(name);
      expect({ name, isSaid }).toEqual({ name, isSaid: true });
      const { default: fallback, enum: words = [] } = schema as { default?: unknown; enum?: readonly unknown[] };
      const told = words.filter((word) => typeof word === 'string' && word !== 'true' && word !== 'false');
      expect({ name, missing: told.filter((word) => !chapterOf(type).includes(`\`${String(word)}\``)) }).toEqual({ name, missing: [] });
      const number = typeof fallback === 'number' ? fallback.toLocaleString('en-US') : '';
      expect({ name, default: text.includes(number) }).toEqual({ name, default: true });
    }
  });
});

describe('the page about blocks', () => {
  it.each(types)('has a chapter on %s with every field and output', (type, { palette }) => {
    const chapter = chapterOf(type);
    const names = [...Object.keys(palette.inputs.properties), ...Object.keys(palette.outputs)].filter((name) => !name.startsWith('<'));
    expect(names.filter((name) => !chapter.includes(`\`${name}\``))).toEqual([]);
    expect(chapter).not.toBe('');
  });

  it('has chapters on no other types', () => {
    const headings = [...page.matchAll(/^### .*$/gm)].map(([heading]) => heading);
    const named = headings.flatMap((heading) => [...heading.matchAll(/`(\w+)`/g)].map(([, type]) => type));
    expect(new Set(named)).toEqual(new Set(definitions.keys()));
  });

  it('shows examples that fit and may be deployed', () => {
    const examples = [...page.matchAll(/```json\n(.*?)```/gs)].map(([, text]) => JSON.parse(text ?? '') as WrittenBlock);
    for (const example of examples) {
      const { type, name = type, subBlocks = {}, data = {} } = example;
      expect(schemaFaults(example)).toEqual([]);
      expect(definitions.get(type)?.check(aBlock(type, type, valuesOf(subBlocks), { name, data }))).toEqual([]);
    }
    const families = new Set(types.map(([type]) => familyOf(type)));
    expect(new Set(examples.map(({ type }) => familyOf(type)))).toEqual(families);
  });
});
