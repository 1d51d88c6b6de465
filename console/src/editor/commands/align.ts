import type { WorkflowDocument } from '../../../../src/document/document.js';
import type { PlacedBlock } from '../../canvas/picture.js';
import { boundsOf } from '../canvas/window/culling.js';
import type { Command, Impossible } from './command.js';
import { outermost, placeBlocks } from './move.js';

/** The edge or the middle line on which blocks are put. */
export type Alignment = 'left' | 'centre' | 'right' | 'top' | 'middle' | 'bottom';

export type Direction = 'across' | 'down';

const shares: Readonly<Record<Alignment, readonly ['x' | 'y', number]>> = {
  left: ['x', 0],
  centre: ['x', 0.5],
  right: ['x', 1],
  top: ['y', 0],
  middle: ['y', 0.5],
  bottom: ['y', 1],
};

/** Puts the selected blocks on one line. */
export function alignBlocks(
  document: WorkflowDocument,
  placed: readonly PlacedBlock[],
  ids: ReadonlySet<string>,
  alignment: Alignment,
): Command | Impossible {
  const blocks = outermostPlaced(document, placed, ids);
  if (blocks.length < 2) return { refused: 'Select two blocks to align them. Blocks inside a selected container move with it.' };
  const bounds = boundsOf(blocks);
  const [axis, share] = shares[alignment];
  const length = axis === 'x' ? 'width' : 'height';
  const targets = blocks.map(
    (each) => [each.block.id, { x: each.x, y: each.y, [axis]: bounds[axis] + (bounds[length] - each[length]) * share }] as const,
  );
  const command = placeBlocks(document, placed, new Map(targets), `Align ${blocks.length} blocks`);
  return command.operations.length === 0 ? { refused: 'The blocks are on this line already.' } : command;
}

/** Makes the gaps between the selected blocks equal; the outer two stay. */
export function distributeBlocks(
  document: WorkflowDocument,
  placed: readonly PlacedBlock[],
  ids: ReadonlySet<string>,
  direction: Direction,
): Command | Impossible {
  const blocks = outermostPlaced(document, placed, ids);
  if (blocks.length < 3) return { refused: 'Select three blocks to distribute them. Blocks inside a selected container move with it.' };
  const [axis, length] = direction === 'across' ? (['x', 'width'] as const) : (['y', 'height'] as const);
  const sorted = blocks.toSorted((one, other) => one[axis] - other[axis]);
  const bounds = boundsOf(blocks);
  const gap = (bounds[length] - blocks.reduce((sum, each) => sum + each[length], 0)) / (blocks.length - 1);
  let next = bounds[axis];
  const targets = sorted.map((each) => {
    const target = [each.block.id, { x: each.x, y: each.y, [axis]: next }] as const;
    next += each[length] + gap;
    return target;
  });
  const command = placeBlocks(document, placed, new Map(targets), `Distribute ${blocks.length} blocks`);
  return command.operations.length === 0 ? { refused: 'The gaps between the blocks are equal already.' } : command;
}

function outermostPlaced(document: WorkflowDocument, placed: readonly PlacedBlock[], ids: ReadonlySet<string>): readonly PlacedBlock[] {
  const outer = new Set(outermost(document, ids));
  return placed.filter(({ block }) => outer.has(block.id));
}
