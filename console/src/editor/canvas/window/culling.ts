import type { PlacedBlock } from '../../../canvas/picture.js';

/** A part of the plane. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const step = 256;

/** The part of the plane in the window, rounded so that most movements change nothing. */
export function roundedWindow(viewport: { x: number; y: number; zoom: number }, size: { width: number; height: number }): Area {
  const { x, y, zoom } = viewport;
  const left = Math.floor(-x / zoom / step) * step - step;
  const top = Math.floor(-y / zoom / step) * step - step;
  return {
    x: left,
    y: top,
    width: Math.ceil(size.width / zoom / step + 3) * step,
    height: Math.ceil(size.height / zoom / step + 3) * step,
  };
}

export function isSameArea(one: Area, other: Area): boolean {
  return one.x === other.x && one.y === other.y && one.width === other.width && one.height === other.height;
}

export function meets(one: Area, other: Area): boolean {
  return one.x < other.x + other.width && one.x + one.width > other.x && one.y < other.y + other.height && one.y + one.height > other.y;
}

/** The smallest area with all blocks; an empty one without blocks. */
export function boundsOf(blocks: readonly Pick<PlacedBlock, 'x' | 'y' | 'width' | 'height'>[]): Area {
  if (blocks.length === 0) return { x: 0, y: 0, width: 0, height: 0 };
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y, width, height } of blocks) {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x + width);
    bottom = Math.max(bottom, y + height);
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}
