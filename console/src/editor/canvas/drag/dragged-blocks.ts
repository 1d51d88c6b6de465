import { parentOf } from '../../../../../src/document/block-roles.js';
import type { WorkflowDocument } from '../../../../../src/document/document.js';
import type { PlacedBlock, Point } from '../../../canvas/picture.js';
import { withContents } from '../../commands/remove.js';
import { boundsOf, meets, type Area } from '../window/culling.js';
import { noSnap, snapTo, type Snap } from './guides.js';

/** The lines that dragged blocks are drawn to: those of the blocks around them in the same container. */
export function snapOf(
  positions: readonly { readonly id: string; readonly position?: Point }[],
  placed: readonly PlacedBlock[],
  workflow: WorkflowDocument,
  window: Area,
  reach: number,
): Snap {
  const at = new Map(positions.map(({ id, position }) => [id, position]));
  const moving = placed.flatMap((each) => {
    const position = at.get(each.block.id);
    return position === undefined ? [] : [{ ...each, ...position }];
  });
  const [first] = moving;
  if (first === undefined) return noSnap;
  const carried = new Set(withContents(workflow, [...at.keys()]).map(({ id }) => id));
  const parent = parentOf(first.block);
  const others = placed.filter((each) => parentOf(each.block) === parent && !carried.has(each.block.id) && meets(each, window));
  return snapTo(boundsOf(moving), others, reach);
}

/** Dragged blocks at their new places, with everything that is inside of them. */
export function movedBy(
  now: ReadonlyMap<string, Point>,
  workflow: WorkflowDocument,
  placed: readonly PlacedBlock[],
  changes: readonly { readonly id: string; readonly position?: Point }[],
  by: Point,
): ReadonlyMap<string, Point> {
  const known = new Map(placed.map((each) => [each.block.id, each]));
  const next = new Map(now);
  const own = new Set(changes.map(({ id }) => id));
  for (const { id, position: raw } of changes) {
    const from = known.get(id);
    if (from === undefined || raw === undefined) continue;
    const position = { x: raw.x + by.x, y: raw.y + by.y };
    next.set(id, position);
    if (!from.isFrame) continue;
    for (const inner of withContents(workflow, [id]).slice(1)) {
      const place = known.get(inner.id);
      if (place === undefined || own.has(inner.id)) continue;
      next.set(inner.id, { x: place.x + position.x - from.x, y: place.y + position.y - from.y });
    }
  }
  return next;
}
