import type { Viewport } from '@xyflow/react';

/** The window over the plane, as the address has it. */
export function viewText({ x, y, zoom }: Viewport): string {
  return [Math.round(x), Math.round(y), Math.round(zoom * 1000) / 1000].join(',');
}

/** Undefined for a text that is no window. */
export function viewIn(text: string | undefined): Viewport | undefined {
  const [x = NaN, y = NaN, zoom = NaN, ...more] = (text ?? '').split(',').map(Number);
  const isView = more.length === 0 && Number.isFinite(x) && Number.isFinite(y) && zoom >= 0.02 && zoom <= 2;
  return isView ? { x, y, zoom } : undefined;
}
