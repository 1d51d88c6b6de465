/** What has a size and no place yet. */
export interface Sized {
  readonly id: string;
  readonly width: number;
  readonly height: number;
}

interface Link {
  readonly source: string;
  readonly target: string;
}

const columnGap = 80;
const rowGap = 32;

/**
 * Places for blocks that have none: columns from left to right along the wires, each block behind everything that leads to it; in a
 * column, blocks stand in the order of what leads to them.
 */
export function arranged(items: readonly Sized[], links: readonly Link[]): ReadonlyMap<string, { readonly x: number; readonly y: number }> {
  const known = new Map(items.map((item) => [item.id, item]));
  const sources = new Map<string, string[]>();
  for (const { source, target } of links) {
    if (source !== target && known.has(source) && known.has(target)) sources.set(target, [...(sources.get(target) ?? []), source]);
  }
  const columns = columnsOf(items, sources);
  const tallest = Math.max(0, ...columns.map(heightOf));
  const places = new Map<string, { readonly x: number; readonly y: number }>();
  let x = 0;
  for (const column of columns) {
    const middle = (id: string): number => {
      const before = (sources.get(id) ?? []).flatMap((source) => {
        const place = places.get(source);
        return place === undefined ? [] : [place.y + (known.get(source)?.height ?? 0) / 2];
      });
      return before.length === 0 ? 0 : before.reduce((sum, each) => sum + each, 0) / before.length;
    };
    const middles = new Map(column.map(({ id }) => [id, middle(id)]));
    let y = (tallest - heightOf(column)) / 2;
    for (const item of column.toSorted((left, right) => (middles.get(left.id) ?? 0) - (middles.get(right.id) ?? 0))) {
      places.set(item.id, { x, y });
      y += item.height + rowGap;
    }
    x += Math.max(...column.map(({ width }) => width)) + columnGap;
  }
  return places;
}

function heightOf(column: readonly Sized[]): number {
  return column.reduce((sum, { height }) => sum + height + rowGap, -rowGap);
}

/** The column of a block is one more than that of the last block before it. Wires that close a circle do not count. */
function columnsOf(items: readonly Sized[], sources: ReadonlyMap<string, readonly string[]>): readonly (readonly Sized[])[] {
  const depths = new Map<string, number>();
  const open = new Set<string>();
  const depthOf = (id: string): number => {
    const known = depths.get(id);
    if (known !== undefined) return known;
    if (open.has(id)) return -1;
    open.add(id);
    const depth = 1 + Math.max(-1, ...(sources.get(id) ?? []).map(depthOf));
    open.delete(id);
    depths.set(id, depth);
    return depth;
  };
  const columns: Sized[][] = [];
  for (const item of items) (columns[depthOf(item.id)] ??= []).push(item);
  return columns.filter((column) => column.length > 0);
}
