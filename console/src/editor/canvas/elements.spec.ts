import { describe, expect, it } from '@jest/globals';
import { parseDocument } from '../../../../src/document/parse/parse-document.js';
import type { PaletteEntry } from '../../api/blocks.js';
import { placedBlocks } from '../../canvas/picture.js';
import { Elements, type Drawn } from './elements.js';

const here = { x: 0, y: 0, width: 10_000, height: 1000 };
const elsewhere = { ...here, y: 100_000 };

/** Twenty blocks in a row, each connected with the next one. */
function aWindow(): Drawn {
  const ids = Array.from({ length: 20 }, (_, n) => `b${n}`);
  const blocks = ids.map((id, n) => [id, { id, type: 'function', name: id, position: { x: n * 400, y: 0 } }] as const);
  const edges = ids.slice(1).map((id, n) => ({ id: `to ${id}`, source: `b${n}`, target: id, sourceHandle: 'source' }));
  const { document } = parseDocument({ blocks: Object.fromEntries(blocks), edges });
  if (document === undefined) throw new Error('The document cannot be read');
  return {
    placed: placedBlocks(document),
    edges: document.edges,
    palette: new Map(),
    faults: new Map(),
    people: new Map(),
    states: new Map(),
    window: here,
    selected: new Set(),
    selectedEdges: new Set(),
    tabStop: undefined,
    dragged: new Map(),
    isReadOnly: false,
    isFar: false,
  };
}

/** How many blocks each frame has until nothing comes or goes any more. */
function frames(elements: Elements, drawn: Drawn): number[] {
  const counts: number[] = [];
  for (let isMore = true; isMore;) {
    const frame = elements.of(drawn);
    counts.push(frame.nodes.length);
    ({ isMore } = frame);
  }
  return counts;
}

describe('the elements of the canvas', () => {
  it('come over several frames, so that no frame makes many of them', () => {
    expect(frames(new Elements(), aWindow())).toEqual([8, 16, 20]);
  });

  it('have each wire once both of its blocks are there', () => {
    const { nodes, edges } = new Elements().of(aWindow());
    const there = new Set(nodes.map(({ id }) => id));
    expect(edges).toHaveLength(7);
    expect(edges.every(({ source, target }) => there.has(source) && there.has(target))).toBe(true);
  });

  it('name each wire by its ends and its branch, also after a change of one', () => {
    const conditions = (title: string): object => ({
      id: 'conditions',
      type: 'condition-input',
      value: JSON.stringify([{ id: 'size-if', title, value: '' }]),
    });
    const named = (title: string): Drawn => {
      const size = { id: 'size', type: 'condition', name: 'Size', position: { x: 0, y: 0 }, subBlocks: { conditions: conditions(title) } };
      const large = { id: 'large', type: 'function', name: 'Large', position: { x: 400, y: 0 } };
      const last = { ...large, id: 'last', name: 'Last', position: { x: 800, y: 0 } };
      const edges = [
        { id: '1', source: 'size', target: 'large', sourceHandle: 'condition-size-if' },
        { id: '2', source: 'large', target: 'last', sourceHandle: 'source' },
        { id: '3', source: 'large', target: 'last', sourceHandle: 'error' },
      ];
      const { document } = parseDocument({ blocks: { size, large, last }, edges });
      return { ...aWindow(), placed: placedBlocks(document as NonNullable<typeof document>), edges };
    };
    const elements = new Elements();
    const names = (title: string): unknown => elements.of(named(title)).edges.map(({ ariaLabel }) => ariaLabel);
    const others = ['Large leads to Last', 'Large, error, leads to Last'];
    expect(names('if')).toEqual(['Size, if, leads to Large', ...others]);
    expect(names('big')).toEqual(['Size, big, leads to Large', ...others]);
  });

  it('begin with what is selected', () => {
    const { nodes } = new Elements().of({ ...aWindow(), selected: new Set(['b19']), tabStop: 'b18' });
    expect(nodes.map(({ id }) => id)).toEqual(expect.arrayContaining(['b18', 'b19']));
  });

  it('go over several frames when the window has left them, and at once when something else draws them', () => {
    const elements = new Elements();
    frames(elements, aWindow());
    expect(frames(elements, { ...aWindow(), window: elsewhere })).toEqual([16, 12, 8, 4, 0]);
    frames(elements, aWindow());
    expect(frames(elements, { ...aWindow(), isFar: true })).toEqual([0]);
  });

  it('change over several frames, and at once what is selected or moved by hand', () => {
    const elements = new Elements();
    const drawn = aWindow();
    frames(elements, drawn);
    const lower = { ...drawn, placed: drawn.placed.map((each) => ({ ...each, y: 200 })), selected: new Set(['b19']) };
    const moved = (): string[] => elements.of(lower).nodes.flatMap(({ id, position }) => (position.y === 200 ? [id] : []));
    expect(moved()).toEqual([...Array.from({ length: 16 }, (_, n) => `b${n}`), 'b19']);
    expect(moved()).toHaveLength(20);
    const dragged = new Map(drawn.placed.map(({ block: { id }, x }) => [id, { x, y: 300 }]));
    const { nodes, isMore } = elements.of({ ...lower, dragged });
    expect(nodes.every(({ position }) => position.y === 300)).toBe(true);
    expect(isMore).toBe(false);
  });

  it('have the handles of their type once the palette is there', () => {
    const elements = new Elements();
    const drawn = aWindow();
    frames(elements, drawn);
    const entry = { type: 'function', errorEdge: true } as Partial<PaletteEntry> as PaletteEntry;
    const withPalette = { ...drawn, palette: new Map([['function', entry]]) };
    frames(elements, withPalette);
    const handles = elements.of(withPalette).nodes.map(({ data }) => data.handles.map(({ id }) => id));
    expect(handles).toEqual(Array.from({ length: 20 }, () => ['source', 'error']));
  });

  it('are gone with their blocks', () => {
    const elements = new Elements();
    const drawn = aWindow();
    frames(elements, drawn);
    expect(elements.of({ ...drawn, placed: drawn.placed.slice(0, 2), edges: [] }).nodes).toHaveLength(2);
  });
});
