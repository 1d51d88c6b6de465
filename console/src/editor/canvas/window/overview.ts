import type { Edge } from '../../../../../src/document/document.js';
import { lookOf, type Category } from '../../../canvas/block-looks.js';
import { wiresOf, type PlacedBlock, type Point } from '../../../canvas/picture.js';
import { boundsOf } from './culling.js';

const hues: Readonly<Record<Category, number>> = {
  start: 155,
  flow: 70,
  code: 235,
  model: 295,
  data: 190,
  outside: 25,
  people: 330,
  other: 255,
};

interface Scene {
  readonly placed: readonly PlacedBlock[];
  readonly edges: readonly Edge[];
  readonly selected: ReadonlySet<string>;
  readonly dragged: ReadonlyMap<string, Point>;
}

interface View {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

/** Draws all blocks and wires on one 2D canvas: the view from far away. */
export function drawOverview(canvas: HTMLCanvasElement, { placed, edges, selected, dragged }: Scene, { x, y, zoom }: View): void {
  const ink = begun(canvas);
  if (ink === undefined) return;
  const { context, style, width, height } = ink;
  context.translate(x, y);
  context.scale(zoom, zoom);
  const [left, top, right, bottom] = [-x / zoom, -y / zoom, (width - x) / zoom, (height - y) / zoom];
  const blocks = placed.map((each) => ({ ...each, ...dragged.get(each.block.id) }));
  const isDark = isDarkPage();
  for (const each of blocks.filter(({ isFrame }) => isFrame)) box(context, each, frameFill(isDark), style.getPropertyValue('--line'), zoom);
  context.strokeStyle = isDark ? 'oklch(0.55 0.012 255)' : 'oklch(0.68 0.012 255)';
  context.lineWidth = 1 / zoom;
  context.beginPath();
  for (const { from, to } of wiresOf(edges, new Map(blocks.map((each) => [each.block.id, each])))) {
    if (Math.max(from.x, to.x) < left || Math.min(from.x, to.x) > right || Math.max(from.y, to.y) < top || Math.min(from.y, to.y) > bottom)
      continue;
    const reach = Math.max(32, Math.min(160, Math.abs(to.x - from.x) / 2));
    context.moveTo(from.x, from.y);
    context.bezierCurveTo(from.x + reach, from.y, to.x - reach, to.y, to.x, to.y);
  }
  context.stroke();
  const isNamed = zoom >= 0.2;
  const text = isDark ? 'oklch(0.95 0.004 250)' : 'oklch(0.24 0.012 255)';
  for (const each of blocks) {
    if (each.x > right || each.x + each.width < left || each.y > bottom || each.y + each.height < top) continue;
    const isSelected = selected.has(each.block.id);
    const hue = hues[lookOf(each.block.type).category];
    const fill = isDark ? `oklch(0.33 0.05 ${hue})` : `oklch(0.93 0.035 ${hue})`;
    const edge = isSelected
      ? isDark
        ? 'oklch(0.72 0.12 230)'
        : 'oklch(0.52 0.13 235)'
      : isDark
        ? `oklch(0.45 0.05 ${hue})`
        : `oklch(0.8 0.05 ${hue})`;
    if (!each.isFrame) box(context, each, fill, edge, isSelected ? zoom / 2 : zoom);
    if (!isNamed) continue;
    context.fillStyle = text;
    context.font = `500 ${Math.min(13 / zoom, 26)}px system-ui, sans-serif`;
    context.fillText(each.block.name || each.block.id, each.x + 12, each.y + 28, each.width - 24);
  }
}

/** Draws the whole workflow into a small canvas, with the part that the window shows. @returns how to get from its points to the plane */
export function drawMap(
  canvas: HTMLCanvasElement,
  placed: readonly PlacedBlock[],
  view: View,
  window: { width: number; height: number },
): View {
  const bounds = boundsOf(placed);
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  const zoom = Math.min((width - 16) / Math.max(1, bounds.width), (height - 16) / Math.max(1, bounds.height), 0.2);
  const [x, y] = [(width - bounds.width * zoom) / 2 - bounds.x * zoom, (height - bounds.height * zoom) / 2 - bounds.y * zoom];
  const ink = begun(canvas);
  if (ink === undefined) return { x, y, zoom };
  const { context } = ink;
  const isDark = isDarkPage();
  for (const { block, isFrame, ...area } of placed) {
    const hue = hues[lookOf(block.type).category];
    context.fillStyle = isFrame ? frameFill(isDark) : isDark ? `oklch(0.55 0.06 ${hue})` : `oklch(0.78 0.06 ${hue})`;
    context.fillRect(area.x * zoom + x, area.y * zoom + y, Math.max(1.5, area.width * zoom), Math.max(1.5, area.height * zoom));
  }
  context.strokeStyle = isDark ? 'oklch(0.72 0.12 230)' : 'oklch(0.52 0.13 235)';
  context.lineWidth = 1;
  const shown = { x: -view.x / view.zoom, y: -view.y / view.zoom, width: window.width / view.zoom, height: window.height / view.zoom };
  context.strokeRect(shown.x * zoom + x, shown.y * zoom + y, shown.width * zoom, shown.height * zoom);
  return { x, y, zoom };
}

function begun(
  canvas: HTMLCanvasElement,
): { context: CanvasRenderingContext2D; style: CSSStyleDeclaration; width: number; height: number } | undefined {
  const context = canvas.getContext('2d');
  if (context === null) return undefined;
  const ratio = Math.min(2, globalThis.devicePixelRatio);
  const { clientWidth: width, clientHeight: height } = canvas;
  if (canvas.width !== width * ratio || canvas.height !== height * ratio) {
    canvas.width = width * ratio;
    canvas.height = height * ratio;
  }
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  return { context, style: getComputedStyle(document.documentElement), width, height };
}

export function isDarkPage(): boolean {
  const { theme } = document.documentElement.dataset;
  return theme === undefined ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark';
}

function frameFill(isDark: boolean): string {
  return isDark ? 'oklch(0.95 0.004 250 / 0.06)' : 'oklch(0.24 0.012 255 / 0.05)';
}

function box(
  context: CanvasRenderingContext2D,
  { x, y, width, height }: Pick<PlacedBlock, 'x' | 'y' | 'width' | 'height'>,
  fill: string,
  edge: string,
  zoom: number,
): void {
  context.beginPath();
  context.roundRect(x, y, width, height, 6);
  context.fillStyle = fill;
  context.fill();
  context.strokeStyle = edge;
  context.lineWidth = 1 / zoom;
  context.stroke();
}
