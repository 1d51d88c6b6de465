import { isContainer, isNote, isTrigger, parentOf } from '../../../../src/document/block-roles.js';
import { findBlock, type Block, type Edge, type SubBlock, type WorkflowDocument } from '../../../../src/document/document.js';
import { endHandle, errorHandle, healSourceHandle, startHandle } from '../../../../src/document/handles.js';
import type { DraftOperation } from '../../../../src/modules/workflows/domain/edits/operation.js';
import type { PaletteEntry } from '../../api/blocks.js';
import { beside, blockWidth, framePadding, headHeight, placesOf, type PlacedBlock, type Point } from '../../canvas/picture.js';
import type { Command } from './command.js';
import { newId } from '../../api/new-id.js';
import { anEdge, isInwards, refusalOf } from './connect.js';
import { sourceHandles, takesEdges } from './handles.js';
import { freeName, takenNames } from './names.js';

/** Where a new block goes. */
export interface InsertPlace {
  /** Its place in its container. */
  readonly at: Point;
  readonly parentId?: string;
  /** The handle from which an edge leads to it. */
  readonly from?: { readonly blockId: string; readonly handle: string };
  /** The edge in whose middle it is inserted. */
  readonly split?: string;
}

/** Adds a block, connected with what it was asked for from. */
export function insertBlock(document: WorkflowDocument, entry: PaletteEntry, { at, parentId, from, split }: InsertPlace): Command {
  const block = newBlock(entry, freeName(entry.name, takenNames(document)), at, parentId);
  const operations: DraftOperation[] = [{ op: 'add-block', block }];
  const grown = { ...document, blocks: { ...document.blocks, [block.id]: block } };
  const edge = document.edges.find(({ id }) => id === split);
  if (edge !== undefined && takesEdges(block)) operations.push(...splitOperations(grown, edge, block, entry));
  else if (from !== undefined) operations.push(...leadingTo(grown, from, block));
  return { label: `Add ${block.name}`, operations, select: [block.id] };
}

function leadingTo(document: WorkflowDocument, from: { blockId: string; handle: string }, block: Block): readonly DraftOperation[] {
  const source = findBlock(document.blocks, from.blockId);
  const edge = anEdge({ source: from.blockId, sourceHandle: healSourceHandle(from.handle, source, block), target: block.id });
  return refusalOf(document, edge) === undefined ? [{ op: 'add-edge', edge }] : [];
}

function splitOperations(
  document: WorkflowDocument,
  edge: WorkflowDocument['edges'][number],
  block: Block,
  entry: PaletteEntry,
): readonly DraftOperation[] {
  const handle = isContainer(block) ? endHandle(block) : sourceHandles(block, entry)[0]?.id;
  return [
    { op: 'remove-edge', id: edge.id },
    { op: 'add-edge', edge: anEdge({ source: edge.source, sourceHandle: edge.sourceHandle, target: block.id }) },
    ...(handle === undefined
      ? []
      : [{ op: 'add-edge', edge: anEdge({ source: block.id, sourceHandle: handle, target: edge.target }) } as const]),
  ];
}

/** The container in which a block is that splits an edge. */
export function parentForSplit(document: WorkflowDocument, edge: WorkflowDocument['edges'][number]): string | undefined {
  if (isInwards(document, edge)) return edge.source;
  const source = findBlock(document.blocks, edge.source);
  return source && parentOf(source);
}

function newBlock(entry: PaletteEntry, name: string, position: Point, parentId: string | undefined): Block {
  const id = newId();
  const { type } = entry;
  return {
    id,
    type,
    name,
    position: { x: Math.round(position.x), y: Math.round(position.y) },
    subBlocks: firstFields(type, id),
    outputs: {},
    enabled: true,
    data: { ...firstData(type), ...(parentId !== undefined && { parentId, extent: 'parent' }) },
  };
}

/** Branches exist from the beginning, so that there is something to connect. */
function firstFields(type: string, id: string): Readonly<Record<string, SubBlock>> {
  const field = (name: string, control: string, value: readonly object[]): Readonly<Record<string, SubBlock>> => ({
    [name]: { id: name, type: control, value: JSON.stringify(value) },
  });
  if (type === 'condition') {
    return field('conditions', 'condition-input', [
      { id: `${id}-if`, title: 'if', value: '' },
      { id: `${id}-else`, title: 'else', value: '' },
    ]);
  }
  return type === 'router_v2' ? field('routes', 'router-input', [{ id: `${id}-route1`, title: 'Route 1', value: '' }]) : {};
}

function firstData(type: string): Block['data'] {
  if (type === 'loop') return { loopType: 'for', count: 5 };
  return type === 'parallel' ? { parallelType: 'count', count: 5 } : {};
}

const gap = { x: 80, y: 32 };

/** A free place for a new block: behind the selected one, or below everything. */
export function placeAfter(
  { edges }: WorkflowDocument,
  placed: readonly PlacedBlock[],
  entry: PaletteEntry,
  after: string | undefined,
  palette: Palette,
): InsertPlace {
  const source = placed.find(({ block }) => block.id === after);
  if (source === undefined) {
    const top = placed.filter(({ depth }) => depth === 0);
    const y = top.length === 0 ? 0 : Math.max(...top.map((each) => each.local.y + each.height)) + gap.y;
    return { at: { x: Math.min(0, ...top.map(({ local }) => local.x)), y } };
  }
  const parentId = parentOf(source.block);
  const siblings = placed.filter(({ block }) => parentOf(block) === parentId);
  const at = freePlace(siblings, { x: source.local.x + source.width + gap.x, y: source.local.y });
  const handle = canFollow(entry) ? freeHandle(source.block, edges, palette) : undefined;
  return {
    at,
    ...(parentId !== undefined && { parentId }),
    ...(handle !== undefined && { from: { blockId: source.block.id, handle } }),
  };
}

/** A free place in a container for a block with which its rounds begin; undefined when the block is not drawn as a frame. */
export function placeInside(document: WorkflowDocument, placed: readonly PlacedBlock[], containerId: string): InsertPlace | undefined {
  const frame = placed.find(({ block, isFrame }) => isFrame && block.id === containerId);
  if (frame === undefined) return undefined;
  return {
    at: placeIn(document, placed, containerId),
    parentId: containerId,
    from: { blockId: containerId, handle: startHandle(frame.block) },
  };
}

/** A free place in a container, or outside of all. What is in a folded container is not drawn, so its places are those of the document. */
export function placeIn({ blocks }: WorkflowDocument, placed: readonly PlacedBlock[], containerId: string | null): Point {
  const isSibling = (block: Block): boolean => parentOf(block) === (containerId ?? undefined);
  const first = containerId === null ? { x: 0, y: 0 } : { x: framePadding.left, y: framePadding.top };
  const drawn = placed.filter(({ block }) => isSibling(block));
  const hidden = drawn.length > 0 ? [] : Object.values(blocks).filter(isSibling);
  return beside(freePlace(drawn, first), placesOf(hidden.map(({ position }) => position)));
}

/** Types of blocks of the server, by their names. */
export type Palette = ReadonlyMap<string, PaletteEntry>;

function canFollow({ category, type }: PaletteEntry): boolean {
  return category !== 'trigger' && category !== 'note' && !isTrigger({ type } as Block) && !isNote({ type } as Block);
}

/** The first handle without an edge that a run without a failure can take, or else the first one. */
function freeHandle(block: Block, edges: readonly Edge[], palette: Palette): string | undefined {
  if (isContainer(block)) return endHandle(block);
  const handles = sourceHandles(block, palette.get(block.type)).map(({ id }) => id);
  const taken = new Set(edges.filter(({ source }) => source === block.id).map(({ sourceHandle }) => sourceHandle));
  return handles.find((id) => id !== errorHandle && !taken.has(id)) ?? handles[0];
}

/** The first place below a wanted one where no sibling is. */
export function freePlace(siblings: readonly PlacedBlock[], { x, y }: Point): Point {
  const height = headHeight + gap.y;
  let at = y;
  for (const { local, ...size } of siblings.toSorted((one, other) => one.local.y - other.local.y)) {
    const isBeside = local.x < x + blockWidth && local.x + size.width > x;
    if (isBeside && local.y < at + height && local.y + size.height + gap.y > at) at = local.y + size.height + gap.y;
  }
  return { x, y: at };
}
