import { describe, expect, it } from '@jest/globals';
import type { JsonObject } from '../../../src/kernel/json.js';
import type { WorkflowDocument } from '../../../src/document/document.js';
import { parseDocument } from '../../../src/document/parse/parse-document.js';
import { documentChanges, type DocumentChanges } from './document-changes.js';

/** A block named like its id. */
function aBlock(id: string, type = 'function', fields: JsonObject = {}): JsonObject {
  return { id, type, name: id, position: { x: 0, y: 0 }, ...fields };
}

/** A wire; `source` may name its handle. */
function anEdge(source: string, target: string): JsonObject {
  const [from = source, sourceHandle = 'source'] = source.split('.');
  return { id: `${source}>${target}`, source: from, target, sourceHandle, targetHandle: 'target' };
}

function aState(blocks: readonly JsonObject[], edges: readonly JsonObject[] = []): JsonObject {
  return { blocks: Object.fromEntries(blocks.map((block) => [block['id'] as string, block])), edges };
}

function readDocument(raw: unknown): WorkflowDocument {
  const { document, problems } = parseDocument(raw);
  if (document === undefined) throw new Error(`The document cannot be read: ${JSON.stringify(problems)}`);
  return document;
}

const coded = (id: string, code: string, more: JsonObject = {}): JsonObject =>
  aBlock(id, 'function', { subBlocks: { code: { id: 'code', type: 'code', value: code } }, ...more });
const before = aState([coded('a', 'return 1'), coded('b', 'return 2')], [anEdge('a', 'b')]);

function changes(to: JsonObject, from: JsonObject = before): DocumentChanges {
  return documentChanges(readDocument(from), readDocument(to));
}

describe('the changes between two versions', () => {
  it('are none for the same document in another order', () => {
    const reversed = aState([coded('b', 'return 2'), coded('a', 'return 1')], [{ ...anEdge('a', 'b'), id: 'other' }]);
    expect(changes(reversed)).toEqual({ blocks: [], wires: [], variables: [], settings: [] });
  });

  it('tell the name of a block from a field with the same name', () => {
    const field = { subBlocks: { name: { id: 'name', type: 'short-input', value: 'Notes' } } };
    const { blocks } = changes(aState([aBlock('a', 'knowledge', { ...field, name: 'Write' })]), aState([aBlock('a', 'knowledge', field)]));
    expect(blocks).toMatchObject([{ name: 'Write', kind: 'changed', fields: [{ name: 'name', from: 'a', to: 'Write' }] }]);
  });

  it('name the check of inputs', () => {
    expect(changes({ ...before, strictInput: true }).settings).toEqual([{ name: 'strictInput', from: false, to: true }]);
  });

  it('name a changed field with both values', () => {
    const { blocks } = changes(aState([coded('a', 'return 5'), coded('b', 'return 2')], [anEdge('a', 'b')]));
    expect(blocks).toEqual([
      { id: 'a', name: 'a', type: 'function', kind: 'changed', fields: [{ name: 'code', from: 'return 1', to: 'return 5' }] },
    ]);
  });

  it('name added and removed blocks and their wires', () => {
    const { blocks, wires } = changes(aState([coded('a', 'return 1'), coded('c', 'return 3')], [anEdge('a.error', 'c')]));
    expect(blocks.map(({ id, kind }) => `${kind} ${id}`)).toEqual(['added c', 'removed b']);
    expect(wires).toEqual([
      { kind: 'added', text: 'a (error) → c' },
      { kind: 'removed', text: 'a → b' },
    ]);
  });

  it('tell a block that was only moved from one that was changed', () => {
    const moved = aState([coded('a', 'return 1', { position: { x: 90, y: 0 } }), coded('b', 'return 2')], [anEdge('a', 'b')]);
    expect(changes(moved).blocks.map(({ id, kind, fields }) => [id, kind, fields])).toEqual([['a', 'moved', []]]);
  });

  it('see names, switches and settings of containers', () => {
    const loop = aBlock('l', 'loop', { data: { loopType: 'for', count: 3, width: 10 } });
    const other = aBlock('l', 'loop', { name: 'Each', enabled: false, data: { loopType: 'for', count: 4, width: 900 } });
    expect(changes(aState([other]), aState([loop])).blocks[0]?.fields.map(({ name, from, to }) => [name, from, to])).toEqual([
      ['name', 'l', 'Each'],
      ['enabled', true, false],
      ['count', 3, 4],
    ]);
  });

  it('see variables by their names', () => {
    const withVariable = (value: string): JsonObject => ({
      ...before,
      variables: { v: { id: 'v', name: 'region', type: 'string', value } },
    });
    expect(changes(withVariable('EU'), withVariable('US')).variables).toEqual([{ name: 'region', from: 'US', to: 'EU' }]);
  });

  it('have blocks whose ids are names of members of all objects', () => {
    const { blocks } = changes(aState([aBlock('valueOf')]), aState([aBlock('toString')]));
    expect(blocks.map(({ id, kind }) => `${kind} ${id}`)).toEqual(['added valueOf', 'removed toString']);
  });
});
