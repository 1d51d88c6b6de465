import { parentOf } from '../../../src/document/block-roles.js';
import type { Block, Edge, WorkflowDocument } from '../../../src/document/document.js';
import { errorHandle } from '../../../src/document/handles.js';
import { arranged, type Sized } from './arrange.js';
import { blockLines, type BlockLine } from './block-lines.js';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A block, or the frame of a container, at its place. */
export interface PlacedBlock extends Sized, Point {
  readonly block: Block;
  /** Its place in its container, as it is drawn. */
  readonly local: Point;
  readonly isFrame: boolean;
  readonly depth: number;
  readonly lines: readonly BlockLine[];
  /** Whether a wire leaves when the block fails. */
  readonly hasErrorWire: boolean;
}

export interface Wire {
  readonly id: string;
  readonly source: string;
  readonly target: string;
  readonly from: Point;
  readonly to: Point;
  readonly isError: boolean;
}

/** A workflow as it is drawn. */
export interface Picture {
  /** Containers before what is in them. */
  readonly blocks: readonly PlacedBlock[];
  readonly wires: readonly Wire[];
  readonly width: number;
  readonly height: number;
}

export const blockWidth = 220;
export const headHeight = 44;
export const lineHeight = 20;
const linesPadding = 8;
export const framePadding = { top: 52, right: 32, bottom: 32, left: 48 };
const emptyFrame = { width: 320, height: 140 };
const margin = 40;

/** Places all blocks: where the document says, or in columns along the wires where it says nothing. */
export function pictureOf(document: WorkflowDocument): Picture {
  const blocks = placedBlocks(document);
  const left = Math.min(0, ...blocks.map(({ x }) => x)) - margin;
  const top = Math.min(0, ...blocks.map(({ y }) => y)) - margin;
  const moved = blocks.map((each) => ({ ...each, x: each.x - left, y: each.y - top }));
  return {
    blocks: moved,
    wires: wiresOf(document.edges, new Map(moved.map((each) => [each.block.id, each]))),
    width: Math.max(0, ...moved.map(({ x, width }) => x + width)) + margin,
    height: Math.max(0, ...moved.map(({ y, height }) => y + height)) + margin,
  };
}

const nothing: ReadonlySet<string> = new Set();

/** All blocks at the places of the document, containers before what is in them. Folded containers are drawn as one block. */
export function placedBlocks(document: WorkflowDocument, folded: ReadonlySet<string> = nothing): readonly PlacedBlock[] {
  const children = Map.groupBy(Object.values(document.blocks), (block) => parentIn(document, block));
  const failing = new Set(document.edges.filter(({ sourceHandle }) => sourceHandle === errorHandle).map(({ source }) => source));
  const level = (parent: string | undefined, depth: number): Level => {
    const inside = new Map<string, Level>();
    const items = (children.get(parent) ?? []).map((block) => {
      const isFolded = folded.has(block.id);
      const isFrame = (block.type === 'loop' || block.type === 'parallel') && !isFolded;
      if (isFrame) inside.set(block.id, level(block.id, depth + 1));
      const lines = isFolded ? [{ label: 'contains', text: countText(children.get(block.id) ?? []) }] : blockLines(block);
      return { block, isFrame, depth, lines, hasErrorWire: failing.has(block.id), ...sizeOf(block, lines, inside.get(block.id), failing) };
    });
    return { items: placed(items, document.edges), inside };
  };
  return flattened(level(undefined, 0), { x: 0, y: 0 });
}

function countText({ length }: readonly Block[]): string {
  return length === 1 ? '1 block' : `${length} blocks`;
}

type Unplaced = Omit<PlacedBlock, 'x' | 'y' | 'local'>;
type Local = Unplaced & Point;

interface Level {
  readonly items: readonly Local[];
  /** What is in the frames of this level, by their ids. */
  readonly inside: ReadonlyMap<string, Level>;
}

/** The container around a block; none for a parent that is missing or around itself. */
function parentIn({ blocks }: WorkflowDocument, block: Block): string | undefined {
  const seen = new Set([block.id]);
  for (let at = parentOf(block); at !== undefined;) {
    const parent = Object.hasOwn(blocks, at) ? blocks[at] : undefined;
    if (parent === undefined || seen.has(at)) return undefined;
    seen.add(at);
    at = parentOf(parent);
  }
  return parentOf(block);
}

function sizeOf(block: Block, lines: readonly BlockLine[], inside: Level | undefined, failing: ReadonlySet<string>): Sized {
  const { id } = block;
  if (inside !== undefined) {
    const { width, height } = block.data;
    const right = Math.max(0, ...inside.items.map((each) => each.x + each.width));
    const bottom = Math.max(0, ...inside.items.map((each) => each.y + each.height));
    const isStored = typeof width === 'number' && typeof height === 'number';
    return {
      id,
      width: Math.max(emptyFrame.width, right + framePadding.right, isStored ? width : 0),
      height: Math.max(emptyFrame.height, bottom + framePadding.bottom, isStored ? height : 0),
    };
  }
  const count = lines.length + (failing.has(id) ? 1 : 0);
  return { id, width: blockWidth, height: headHeight + (count === 0 ? 0 : count * lineHeight + linesPadding) };
}

/** Blocks of one level keep their places. A document without places has all its blocks at one point: they are laid out in columns. */
function placed(items: readonly Unplaced[], edges: readonly Edge[]): readonly Local[] {
  const places = placesOf(items.map(({ block: { position } }) => position));
  const isPlaced = items.length < 2 || places.size > 1;
  const isInside = items.some(({ depth }) => depth > 0);
  if (isPlaced) {
    const least = {
      x: isInside ? Math.max(0, framePadding.left - Math.min(...items.map(({ block }) => block.position.x))) : 0,
      y: isInside ? Math.max(0, framePadding.top - Math.min(...items.map(({ block }) => block.position.y))) : 0,
    };
    const taken = new Set<string>();
    return items.map((item) => {
      const below = { x: 0, y: item.height + rowGap };
      const at = beside({ x: item.block.position.x + least.x, y: item.block.position.y + least.y }, taken, below);
      taken.add(placeKey(at));
      return { ...item, ...at };
    });
  }
  const columns = arranged(items, edges);
  return items.map((item) => {
    const { x, y } = columns.get(item.id) ?? { x: 0, y: 0 };
    return { ...item, x: x + (isInside ? framePadding.left : 0), y: y + (isInside ? framePadding.top : 0) };
  });
}

const rowGap = 32;

/** The point, or the first one some steps away that is not taken: a block exactly behind another one could not be seen. */
export function beside({ x, y }: Point, taken: ReadonlySet<string>, step: Point = { x: 24, y: 24 }): Point {
  // One more than there are places is enough, and a step from a place that is too far away leads nowhere.
  for (let times = 0; times <= taken.size; times += 1) {
    const at = { x: x + times * step.x, y: y + times * step.y };
    if (!taken.has(placeKey(at))) return at;
  }
  return { x, y };
}

/** The places of blocks, to look for a free one with `beside`. */
export function placesOf(points: readonly Point[]): ReadonlySet<string> {
  return new Set(points.map(placeKey));
}

function placeKey({ x, y }: Point): string {
  return `${x} ${y}`;
}

function flattened({ items, inside }: Level, origin: Point): readonly PlacedBlock[] {
  return items.flatMap((item) => {
    const own = { ...item, local: { x: item.x, y: item.y }, x: item.x + origin.x, y: item.y + origin.y };
    const within = inside.get(item.id);
    return within === undefined ? [own] : [own, ...flattened(within, own)];
  });
}

/** The wires between blocks that are drawn. */
export function wiresOf(edges: readonly Edge[], blocks: ReadonlyMap<string, PlacedBlock>): readonly Wire[] {
  return edges.flatMap(({ id, source, target, sourceHandle }) => {
    const [from, to] = [blocks.get(source), blocks.get(target)];
    if (from === undefined || to === undefined) return [];
    return [{ id, source, target, from: exitOf(from, sourceHandle), to: entryOf(to), isError: sourceHandle === errorHandle }];
  });
}

function entryOf({ x, y }: PlacedBlock): Point {
  return { x, y: y + headHeight / 2 };
}

/** Where a wire leaves a block: beside the line of its branch, or at its head. */
export function exitOf({ x, y, width, lines, isFrame }: PlacedBlock, handle: string): Point {
  if (isFrame && handle.endsWith('-start-source')) return { x: x + 16, y: y + framePadding.top + headHeight / 2 };
  const index = handle === errorHandle ? lines.length : lines.findIndex((line) => line.handle === handle);
  return { x: x + width, y: y + (index < 0 || isFrame ? headHeight / 2 : headHeight + index * lineHeight + lineHeight / 2) };
}
