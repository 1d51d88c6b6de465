import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { Ajv2020, type AnySchema } from 'ajv/dist/2020.js';
import type { Json, JsonObject } from '#kernel/json.js';
import { parseDocument } from '#document/parse/parse-document.js';
import { regenerateIds } from '#document/parse/regenerate-ids.js';
import { exportDocument } from '#document/export/export-document.js';
import { validateDocument } from '#document/check/validate-document.js';
import { atOnce } from '#host/loop/turn.js';
import { aBlock, readDocument, workflowFixture } from '../support/workflow-documents.js';

const docs = new URL('../../docs/', import.meta.url);
const schema = JSON.parse(readFileSync(new URL('workflow-document.schema.json', docs), 'utf8')) as AnySchema;
const fitsSchema = new Ajv2020({ strict: true, strictRequired: false, strictTypes: false }).compile(schema);
const canBeRead = (raw: unknown): boolean => parseDocument(raw).problems === undefined;

const fixtures = ['fee-gate', 'orders-with-two-reviewers'] as const;
const orders = readDocument(workflowFixture('orders-with-two-reviewers'));

/** A document in which every field of the schema occurs. */
const readable = {
  version: '1.0',
  exportedAt: '2026-01-05T10:00:00.000Z',
  workflow: { name: 'Orders' },
  state: {
    ...orders,
    blocks: {
      ...orders.blocks,
      full: {
        ...aBlock('full'),
        data: { parentId: 'L', count: 1 },
        retry: { enabled: true, maxTries: 2, waitBetweenTriesMs: 5 },
        subBlocks: { triggerPath: { id: 'triggerPath', type: 'short-input', value: 'x' } },
        errorEnabled: true,
      },
    },
  },
} as unknown as JsonObject;

/** Every place in a document, as the keys that lead there. */
function* placesIn(value: Json, path: readonly string[] = []): Generator<readonly string[]> {
  if (path.length > 0) yield path;
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) yield* placesIn(inner as Json, [...path, key]);
}

/** The document with another value at one place; `undefined` takes the place away. */
function withValue(document: Json, [key = '', ...rest]: readonly string[], value: Json | undefined): Json {
  const entries = Object.entries(document as JsonObject).flatMap(([each, inner]): [string, Json][] => {
    if (each !== key) return [[each, inner]];
    if (rest.length > 0) return [[each, withValue(inner, rest, value)]];
    return value === undefined ? [] : [[each, value]];
  });
  return Array.isArray(document) ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}

const replacements: readonly (Json | undefined)[] = [undefined, null, '', 'text', 'constructor', 0, 2.5, true, [], {}, [null], { x: 1 }];

describe('the published schema of workflow documents', () => {
  it.each(fixtures)('accepts %s in every envelope, as it was exported and as it was imported', (name) => {
    const raw = workflowFixture(name);
    const document = readDocument(raw);
    let count = 0;
    const imported = regenerateIds(document, () => `id-${(count += 1)}`);
    const workflow = { id: 'w', name: 'Orders', description: null, workspaceId: 'ws', folderId: null };
    const exported = exportDocument(imported, workflow, '2026-01-05T10:00:00.000Z');
    for (const form of [raw, { data: raw }, raw['state'], { state: document }, exported]) {
      expect({ fits: fitsSchema(form), errors: fitsSchema.errors }).toEqual({ fits: true, errors: null });
    }
  });

  it('accepts exactly what can be read, wherever one value of a document is replaced', () => {
    const disagreements: unknown[] = [];
    for (const path of placesIn(readable)) {
      for (const value of replacements) {
        const changed = withValue(readable, path, value);
        const [fits, reads] = [fitsSchema(changed), canBeRead(changed)];
        if (fits !== reads && !isBeyondSchema(changed)) disagreements.push({ path: path.join('.'), value, fits, reads });
      }
    }
    expect(disagreements).toEqual([]);
  });

  it.each([
    ['no object', 5],
    ['no blocks', { state: { edges: [] } }],
    ['no edges', { state: { blocks: {} } }],
    ['blocks as a list', { blocks: [], edges: [] }],
    ['a block without a type', { blocks: { a: { id: 'a' } }, edges: [] }],
    ['a block without an id', { blocks: { a: { type: 'function' } }, edges: [] }],
    ['a block with a reserved id', { blocks: { constructor: { id: 'constructor', type: 'function' } }, edges: [] }],
    ['an edge without a target', { blocks: {}, edges: [{ id: 'e', source: 'a' }] }],
    ['an edge with a number as its handle', { blocks: {}, edges: [{ id: 'e', source: 'a', target: 'b', sourceHandle: 1 }] }],
    ['a variable of an unknown type', { blocks: {}, edges: [], variables: { v: { name: 'v', type: 'date' } } }],
    ['an unknown format version', { version: '2.0', state: { blocks: {}, edges: [] } }],
    [
      'too many edges',
      { blocks: {}, edges: Array.from({ length: 10_001 }, (_, index) => ({ id: `e${index}`, source: 'a', target: 'b' })) },
    ],
  ])('refuses, as reading does, a document with %s', (_what, raw) => {
    expect({ fits: fitsSchema(raw), reads: canBeRead(raw) }).toEqual({ fits: false, reads: false });
  });
});

/** A schema cannot express that the key of a block is its id. */
function isBeyondSchema(raw: unknown): boolean {
  return parseDocument(raw).problems?.every(({ code }) => code === 'id_mismatch') ?? false;
}

describe('the page about workflow documents', () => {
  it('shows an example that can be deployed unchanged', () => {
    const page = readFileSync(new URL('workflow-document.md', docs), 'utf8');
    const examples = [...page.matchAll(/```json file=fee-gate.json\n(.*?)```/gs)].map(([, text]) => JSON.parse(text ?? '') as Json);
    expect(examples).toHaveLength(1);
    for (const example of examples) {
      expect(fitsSchema(example)).toBe(true);
      expect(atOnce(validateDocument(readDocument(example), { knows: () => true, check: () => [] }))).toEqual([]);
    }
  });
});
