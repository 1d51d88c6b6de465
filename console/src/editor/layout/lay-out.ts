import { Graph, layout } from '@dagrejs/dagre';
import { framePadding } from '../../canvas/picture.js';
import { layered, mostRanks, type LayoutPlace } from './layered.js';

/** A block whose place is computed. */
export interface LayoutItem {
  readonly id: string;
  readonly parentId?: string;
  readonly width: number;
  readonly height: number;
  readonly isFrame: boolean;
  /** Its present place in its container. */
  readonly x: number;
  readonly y: number;
}

export interface LayoutRequest {
  readonly items: readonly LayoutItem[];
  readonly edges: readonly { readonly source: string; readonly target: string }[];
  /** Only these get a place; all when it is absent. */
  readonly only?: readonly string[];
}

/** Places for blocks, from left to right along the edges, container by container from the inside out. */
export function layOut({ items, edges, only }: LayoutRequest): readonly LayoutPlace[] {
  const chosen = only === undefined ? undefined : new Set(only);
  const children = Map.groupBy(items, ({ parentId }) => parentId);
  const places: LayoutPlace[] = [];
  const sizes = new Map<string, { width: number; height: number }>();
  const level = (parent: string | undefined): void => {
    const here = children.get(parent) ?? [];
    for (const { id, isFrame } of here) if (isFrame) level(id);
    const moved = here.filter(({ id }) => chosen?.has(id) ?? true);
    const found = placesOf(moved, sizes, edges);
    const isPart = moved.length < here.length;
    const corner = isPart
      ? { x: Math.min(...moved.map(({ x }) => x)), y: Math.min(...moved.map(({ y }) => y)) }
      : parent === undefined
        ? { x: 0, y: 0 }
        : { x: framePadding.left, y: framePadding.top };
    for (const { id, x, y } of found) places.push({ id, x: x + corner.x, y: y + corner.y });
    if (parent === undefined) return;
    const at = new Map(places.map((each) => [each.id, each]));
    const right = Math.max(0, ...here.map(({ id, x, width }) => (at.get(id)?.x ?? x) + (sizes.get(id)?.width ?? width)));
    const bottom = Math.max(0, ...here.map(({ id, y, height }) => (at.get(id)?.y ?? y) + (sizes.get(id)?.height ?? height)));
    sizes.set(parent, { width: Math.max(320, right + framePadding.right), height: Math.max(140, bottom + framePadding.bottom) });
  };
  level(undefined);
  return places;
}

function placesOf(
  items: readonly LayoutItem[],
  sizes: ReadonlyMap<string, { width: number; height: number }>,
  edges: LayoutRequest['edges'],
): readonly LayoutPlace[] {
  if (items.length === 0) return [];
  const boxes = items.map(({ id, width, height }) => ({ id, width, height, ...sizes.get(id) }));
  const deep = layered(boxes, edges);
  if (deep.ranks > mostRanks) return deep.places;
  const graph = new Graph({ multigraph: true });
  graph.setGraph({ rankdir: 'LR', nodesep: 32, ranksep: 80, ranker: 'tight-tree' });
  graph.setDefaultEdgeLabel(() => ({}));
  const known = new Set(items.map(({ id }) => id));
  for (const { id, width, height } of boxes) graph.setNode(id, { width, height });
  for (const [index, { source, target }] of edges.entries()) {
    if (known.has(source) && known.has(target) && source !== target) graph.setEdge(source, target, {}, String(index));
  }
  layout(graph);
  const found = items.map(({ id }) => {
    const { x = 0, y = 0, width = 0, height = 0 } = graph.node(id) as Partial<Record<'x' | 'y' | 'width' | 'height', number>>;
    return { id, x: x - width / 2, y: y - height / 2 };
  });
  const [left, top] = [Math.min(...found.map(({ x }) => x)), Math.min(...found.map(({ y }) => y))];
  return found.map(({ id, x, y }) => ({ id, x: Math.round(x - left), y: Math.round(y - top) }));
}
