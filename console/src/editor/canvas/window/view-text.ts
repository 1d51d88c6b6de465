import type { Viewport } from '@xyflow/react';

/** The smallest scale: some thousand blocks in a row. */
export const leastZoom = 0.001;

/** The window over the plane, as the address has it. */
export function viewText({ x, y, zoom }: Viewport): string {
  return [Math.round(x), Math.round(y), Math.round(zoom * 10_000) / 10_000].join(',');
}

/** Undefined for a text that is no window. */
export function viewIn(text: string | undefined): Viewport | undefined {
  const [x = NaN, y = NaN, zoom = NaN, ...more] = (text ?? '').split(',').map(Number);
  const isView = more.length === 0 && Number.isFinite(x) && Number.isFinite(y) && zoom >= leastZoom && zoom <= 2;
  return isView ? { x, y, zoom } : undefined;
}
