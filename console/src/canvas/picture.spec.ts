import { describe, expect, it } from '@jest/globals';
import type { JsonObject } from '../../../src/kernel/json.js';
import type { WorkflowDocument } from '../../../src/document/document.js';
import { parseDocument } from '../../../src/document/parse/parse-document.js';
import { pictureOf, type Picture } from './picture.js';

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

function drawn(blocks: readonly JsonObject[], edges: readonly JsonObject[] = []): Picture {
  return pictureOf(readDocument(aState(blocks, edges)));
}

function placeOf(
  { blocks }: Picture,
  id: string,
): { readonly x: number; readonly y: number; readonly width: number; readonly height: number } {
  const found = blocks.find(({ block }) => block.id === id);
  if (found === undefined) throw new Error(`${id} is not drawn`);
  return found;
}

const at = (id: string, x: number, y: number): JsonObject => aBlock(id, 'function', { position: { x, y } });

describe('the picture of a workflow', () => {
  it('is drawn where blocks lie so far away that no step leads to another place', () => {
    const far = { position: { x: 0, y: 1e20 } };
    const picture = drawn([aBlock('a', 'function', far), aBlock('b', 'function', far), aBlock('c')]);
    expect(picture.blocks).toHaveLength(3);
  });

  it('keeps all places where two blocks have the same one, and draws the later of them below it', () => {
    const place = (x: number, y: number): JsonObject => ({ position: { x, y } });
    const picture = drawn([
      aBlock('a', 'function', place(300, 200)),
      aBlock('b', 'function', place(700, -300)),
      aBlock('c', 'function', place(300, 200)),
    ]);
    expect(['a', 'b', 'c'].map((id) => [placeOf(picture, id).x, placeOf(picture, id).y])).toEqual([
      [placeOf(picture, 'a').x, placeOf(picture, 'a').y],
      [placeOf(picture, 'a').x + 400, placeOf(picture, 'a').y - 500],
      [placeOf(picture, 'a').x, placeOf(picture, 'a').y + placeOf(picture, 'a').height + 32],
    ]);
  });

  it('keeps the distances of the document', () => {
    const picture = drawn([at('a', 100, 50), at('b', 400, -30)]);
    const [a, b] = [placeOf(picture, 'a'), placeOf(picture, 'b')];
    expect([b.x - a.x, b.y - a.y]).toEqual([300, -80]);
    expect(Math.min(a.x, b.x, a.y, b.y)).toBeGreaterThan(0);
  });

  it('puts blocks without places into columns along the wires', () => {
    const picture = drawn(
      [aBlock('d'), aBlock('c'), aBlock('b'), aBlock('a')],
      [anEdge('a', 'b'), anEdge('b', 'd'), anEdge('a', 'c'), anEdge('c', 'd')],
    );
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((id) => placeOf(picture, id).x);
    expect(b).toBe(c);
    expect([a, b, d]).toEqual([a, b, d].toSorted((left, right) => Number(left) - Number(right)));
    expect(new Set([a, b, d]).size).toBe(3);
  });

  it('lets no block cover another one that has no place either', () => {
    const ids = ['a', 'b', 'c', 'd', 'e'];
    const picture = drawn(
      [aBlock('start'), ...ids.map((id) => aBlock(id))],
      ids.map((id) => anEdge('start', id)),
    );
    const tops = ids.map((id) => placeOf(picture, id)).toSorted((left, right) => left.y - right.y);
    for (const [index, block] of tops.slice(1).entries())
      expect(block.y).toBeGreaterThanOrEqual((tops[index]?.y ?? 0) + (tops[index]?.height ?? 0));
  });

  it('draws a circle of wires', () => {
    expect(drawn([aBlock('a'), aBlock('b')], [anEdge('a', 'b'), anEdge('b', 'a')]).blocks).toHaveLength(2);
  });

  it('puts what is in a container into its frame', () => {
    const inner = { ...at('in', 20, 20), data: { parentId: 'loop', extent: 'parent' } };
    const picture = drawn([
      at('before', 0, 0),
      aBlock('loop', 'loop', { position: { x: 300, y: 0 }, data: { loopType: 'for', count: 3 } }),
      inner,
    ]);
    const [frame, block] = [placeOf(picture, 'loop'), placeOf(picture, 'in')];
    expect(block.x).toBeGreaterThan(frame.x);
    expect(block.y).toBeGreaterThan(frame.y);
    expect(block.x + block.width).toBeLessThanOrEqual(frame.x + frame.width);
    expect(block.y + block.height).toBeLessThanOrEqual(frame.y + frame.height);
  });

  it('lets the wire of a branch leave beside its line', () => {
    const conditions = JSON.stringify([
      { id: 'c-if', title: 'if', value: '<start.amount> > 5' },
      { id: 'c-else', title: 'else', value: '' },
    ]);
    const choice = aBlock('c', 'condition', {
      subBlocks: { conditions: { id: 'conditions', type: 'condition-input', value: conditions } },
    });
    const edges = [
      { id: 'e1', source: 'c', target: 'a', sourceHandle: 'condition-c-if', targetHandle: 'target' },
      { id: 'e2', source: 'c', target: 'b', sourceHandle: 'condition-c-else', targetHandle: 'target' },
    ];
    const { wires, blocks } = drawn([choice, aBlock('a'), aBlock('b')], edges);
    expect(blocks[0]?.lines.map(({ label, text }) => `${label} ${text}`.trim())).toEqual(['if <start.amount> > 5', 'else']);
    expect((wires[1]?.from.y ?? 0) - (wires[0]?.from.y ?? 0)).toBe(20);
  });
});
