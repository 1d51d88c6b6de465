import type { Point } from '../../../canvas/picture.js';
import type { Area } from '../window/culling.js';

/** A line on which a dragged block and another one lie. */
export interface Guide {
  readonly axis: 'x' | 'y';
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

export interface Snap {
  /** How far the dragged blocks go to lie on the lines. */
  readonly by: Point;
  readonly guides: readonly Guide[];
}

export const noSnap: Snap = { by: { x: 0, y: 0 }, guides: [] };

/**
 * Finds edges and middle lines of others near those of the dragged blocks.
 * @param reach how near a line is, in points of the plane
 */
export function snapTo(moving: Area, others: readonly Area[], reach: number): Snap {
  const by = { x: nearest('x', moving, others, reach), y: nearest('y', moving, others, reach) };
  const shifted = { ...moving, x: moving.x + (by.x ?? 0), y: moving.y + (by.y ?? 0) };
  const guides = (['x', 'y'] as const).flatMap((axis) => (by[axis] === undefined ? [] : guidesOn(axis, shifted, others)));
  return { by: { x: by.x ?? 0, y: by.y ?? 0 }, guides };
}

function lines(axis: 'x' | 'y', { x, y, width, height }: Area): readonly number[] {
  return axis === 'x' ? [x, x + width / 2, x + width] : [y, y + height / 2, y + height];
}

/** The shortest way to a line of another block; undefined when none is near. */
function nearest(axis: 'x' | 'y', moving: Area, others: readonly Area[], reach: number): number | undefined {
  let best: number | undefined;
  for (const other of others) {
    for (const to of lines(axis, other)) {
      for (const from of lines(axis, moving)) {
        const way = to - from;
        if (Math.abs(way) <= reach && (best === undefined || Math.abs(way) < Math.abs(best))) best = way;
      }
    }
  }
  return best;
}

function guidesOn(axis: 'x' | 'y', moving: Area, others: readonly Area[]): readonly Guide[] {
  const cross = axis === 'x' ? ('y' as const) : ('x' as const);
  return lines(axis, moving).flatMap((at): readonly Guide[] => {
    const met = others.filter((other) => lines(axis, other).some((line) => Math.abs(line - at) < 0.5));
    if (met.length === 0) return [];
    const ends = [moving, ...met].flatMap((each) => lines(cross, each));
    return [{ axis, at, from: Math.min(...ends), to: Math.max(...ends) }];
  });
}
