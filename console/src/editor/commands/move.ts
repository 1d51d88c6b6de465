import { isContainer, parentOf } from '../../../../src/document/block-roles.js';
import { findBlock, type WorkflowDocument } from '../../../../src/document/document.js';
import type { DraftOperation } from '../../../../src/modules/workflows/domain/edits/operation.js';
import { framePadding, type PlacedBlock, type Point } from '../../canvas/picture.js';
import type { Command } from './command.js';
import { placeIn } from './insert.js';
import { withContents } from './remove.js';

/** Blocks of a selection that no other selected block contains: the others move with them. */
export function outermost(document: WorkflowDocument, ids: ReadonlySet<string>): readonly string[] {
  const inside = new Set([...ids].flatMap((id) => withContents(document, [id]).slice(1)).map(({ id }) => id));
  return [...ids].filter((id) => !inside.has(id) && Object.hasOwn(document.blocks, id));
}

/** Moves blocks by a distance, and into another container when one is given; null takes them out of all. */
export function moveBlocks(
  document: WorkflowDocument,
  placed: readonly PlacedBlock[],
  ids: ReadonlySet<string>,
  { by, into }: { readonly by: Point; readonly into?: string | null },
): Command {
  const known = new Map(placed.map((each) => [each.block.id, each]));
  const moved = outermost(document, ids).flatMap((id) => known.get(id) ?? []);
  const targets = new Map<string, DraftOperation>();
  const levels = new Set<string | undefined>();
  for (const each of moved) {
    const from = parentOf(each.block);
    levels.add(from);
    const isChanging = into !== undefined && (into ?? undefined) !== from && canHold(document, into, each.block.id);
    const origin = isChanging ? originOf(known, into ?? undefined) : originOf(known, from);
    const isInside = isChanging ? into !== null : from !== undefined;
    targets.set(each.block.id, {
      op: 'move',
      id: each.block.id,
      ...inFrame({ x: each.x + by.x - origin.x, y: each.y + by.y - origin.y }, isInside),
      ...(isChanging && { parentId: into }),
    });
  }
  const crossing = [...targets.values()].flatMap((each) => (each.op === 'move' && each.parentId !== undefined ? [each.id] : []));
  return {
    label: moved.length === 1 ? `Move ${moved[0]?.block.name ?? ''}` : `Move ${moved.length} blocks`,
    operations: [...cutEdges(document, crossing), ...targets.values(), ...settled(placed, levels, targets)],
  };
}

/** Moves blocks to a free place of a container, or out of all when it is null. They keep their places among each other. */
export function moveInto(
  document: WorkflowDocument,
  placed: readonly PlacedBlock[],
  ids: ReadonlySet<string>,
  into: string | null,
): Command | undefined {
  const known = new Map(placed.map((each) => [each.block.id, each]));
  const [first] = outermost(document, ids).flatMap((id) => known.get(id) ?? []);
  if (first === undefined) return undefined;
  const [origin, at] = [originOf(known, into ?? undefined), placeIn(document, placed, into)];
  return moveBlocks(document, placed, ids, { by: { x: origin.x + at.x - first.x, y: origin.y + at.y - first.y }, into });
}

/** The containers that could take all of some blocks and do not have all of them, outermost first; null is outside of all. */
export function moveTargets(document: WorkflowDocument, ids: ReadonlySet<string>): readonly (string | null)[] {
  const moved = outermost(document, ids);
  const isElsewhere = (container: string | null): boolean => moved.some((id) => parentIn(document, id) !== (container ?? undefined));
  const containers = Object.values(document.blocks).filter(isContainer);
  return [null, ...containers.map(({ id }) => id)].filter(
    (container) => isElsewhere(container) && moved.every((id) => canHold(document, container, id)),
  );
}

/** Puts blocks at places of the plane, in the containers in which they are. Without operations when all are there already. */
export function placeBlocks(
  document: WorkflowDocument,
  placed: readonly PlacedBlock[],
  places: ReadonlyMap<string, Point>,
  label: string,
): Command {
  const known = new Map(placed.map((each) => [each.block.id, each]));
  const targets = new Map<string, DraftOperation>();
  const levels = new Set<string | undefined>();
  for (const [id, { x, y }] of places) {
    const block = document.blocks[id];
    if (block === undefined) continue;
    const from = parentOf(block);
    const origin = originOf(known, from);
    levels.add(from);
    targets.set(id, { op: 'move', id, ...inFrame({ x: x - origin.x, y: y - origin.y }, from !== undefined) });
  }
  const moves = [...targets.values(), ...settled(placed, levels, targets)];
  return { label, operations: moves.filter((each) => each.op !== 'move' || !isThere(document, each)) };
}

function isThere({ blocks }: WorkflowDocument, { id, x, y }: Extract<DraftOperation, { op: 'move' }>): boolean {
  return blocks[id]?.position.x === x && blocks[id].position.y === y;
}

/** Blocks that are drawn elsewhere than the document says keep their place when something near them gets one. */
function settled(
  placed: readonly PlacedBlock[],
  levels: ReadonlySet<string | undefined>,
  moved: ReadonlyMap<string, DraftOperation>,
): readonly DraftOperation[] {
  return placed
    .filter(({ block }) => levels.has(parentOf(block)) && !moved.has(block.id))
    .filter(
      ({ block: { position }, local }) => Math.round(position.x) !== Math.round(local.x) || Math.round(position.y) !== Math.round(local.y),
    )
    .map(({ block, local }) => ({ op: 'move', id: block.id, x: Math.round(local.x), y: Math.round(local.y) }));
}

/** Edges do not cross the border of a container: those of a block that leaves or enters one are removed. */
function cutEdges(document: WorkflowDocument, crossing: readonly string[]): readonly DraftOperation[] {
  const moved = new Set(withContents(document, crossing).map(({ id }) => id));
  return document.edges
    .filter(({ source, target }) => moved.has(source) !== moved.has(target))
    .map(({ id }) => ({ op: 'remove-edge', id }));
}

function canHold(document: WorkflowDocument, container: string | null, id: string): boolean {
  if (container === null) return true;
  const block = document.blocks[container];
  return block !== undefined && isContainer(block) && !withContents(document, [id]).some((each) => each.id === container);
}

function parentIn({ blocks }: WorkflowDocument, id: string): string | undefined {
  const block = findBlock(blocks, id);
  return block && parentOf(block);
}

function originOf(known: ReadonlyMap<string, PlacedBlock>, parentId: string | undefined): Point {
  return (parentId === undefined ? undefined : known.get(parentId)) ?? { x: 0, y: 0 };
}

function inFrame({ x, y }: Point, isInside: boolean): Point {
  const [left, top] = isInside ? [framePadding.left, framePadding.top] : [-Infinity, -Infinity];
  return { x: Math.round(Math.max(left, x)), y: Math.round(Math.max(top, y)) };
}

/** The innermost container at a point, without blocks that are being moved. */
export function containerAt(
  placed: readonly PlacedBlock[],
  { x, y }: Point,
  without: ReadonlySet<string> = new Set(),
): PlacedBlock | undefined {
  return placed.findLast(
    (each) =>
      each.isFrame && !without.has(each.block.id) && x >= each.x && x <= each.x + each.width && y >= each.y && y <= each.y + each.height,
  );
}
