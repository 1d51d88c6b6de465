import type { PlacedBlock } from './picture.js';

export type Direction = 'left' | 'right' | 'up' | 'down';

interface Placed extends Pick<PlacedBlock, 'x' | 'y' | 'width' | 'height'> {
  readonly block: { readonly id: string };
}

const units: Readonly<Record<Direction, readonly [number, number]>> = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] };

/** The block that a person means who presses an arrow: the nearest one in that direction, those straight ahead first. */
export function nearestBlock<Block extends Placed>(blocks: readonly Block[], from: string, direction: Direction): Block | undefined {
  const start = blocks.find(({ block }) => block.id === from);
  if (start === undefined) return undefined;
  const [right, down] = units[direction];
  const middle = middleOf(start);
  let best: { readonly block: Block; readonly distance: number } | undefined;
  for (const block of blocks) {
    const at = middleOf(block);
    const [x, y] = [at.x - middle.x, at.y - middle.y];
    const ahead = x * right + y * down;
    const aside = Math.abs(x * down) + Math.abs(y * right);
    if (ahead <= 1) continue;
    const distance = ahead + 2 * aside;
    if (best === undefined || distance < best.distance) best = { block, distance };
  }
  return best?.block;
}

function middleOf({ x, y, width, height }: Placed): { readonly x: number; readonly y: number } {
  return { x: x + width / 2, y: y + height / 2 };
}
