export interface LayoutPlace {
  readonly id: string;
  readonly x: number;
  readonly y: number;
}

interface Box {
  readonly id: string;
  readonly width: number;
  readonly height: number;
}

/** The library recurses along the longest way, and overflows the stack of a worker when that is longer. */
export const mostRanks = 200;

const gap = { x: 80, y: 32 };

/** Boxes in columns by their longest way from the beginning, in the order of what leads to them. It takes any length of a way. */
export function layered(
  boxes: readonly Box[],
  edges: readonly { readonly source: string; readonly target: string }[],
): { readonly places: readonly LayoutPlace[]; readonly ranks: number } {
  const before = waysTo(boxes, edges);
  const ranks = ranksOf(boxes, before);
  const columns = Map.groupBy(boxes, ({ id }) => ranks.get(id) ?? 0);
  const places = new Map<string, LayoutPlace & Box>();
  let x = 0;
  for (let rank = 0; rank < columns.size; rank += 1) {
    const column = columns.get(rank) ?? [];
    const wanted = new Map(column.map(({ id }) => [id, middleOf((before.get(id) ?? []).flatMap((each) => places.get(each) ?? []))]));
    let free = Number.NEGATIVE_INFINITY;
    for (const box of column.toSorted((one, other) => (wanted.get(one.id) ?? 0) - (wanted.get(other.id) ?? 0))) {
      const y = Math.max(free, (wanted.get(box.id) ?? 0) - box.height / 2);
      places.set(box.id, { ...box, x, y });
      free = y + box.height + gap.y;
    }
    x += Math.max(...column.map(({ width }) => width)) + gap.x;
  }
  const top = Math.min(...[...places.values()].map(({ y }) => y));
  return { ranks: columns.size, places: [...places.values()].map((each) => ({ id: each.id, x: each.x, y: Math.round(each.y - top) })) };
}

function waysTo(
  boxes: readonly Box[],
  edges: readonly { readonly source: string; readonly target: string }[],
): ReadonlyMap<string, readonly string[]> {
  const known = new Set(boxes.map(({ id }) => id));
  const inside = edges.filter(({ source, target }) => known.has(source) && known.has(target) && source !== target);
  return new Map([...Map.groupBy(inside, ({ target }) => target)].map(([id, ways]) => [id, ways.map(({ source }) => source)]));
}

/** How many boxes come before each on its longest way. What is on a cycle begins with the first of them. */
function ranksOf(boxes: readonly Box[], before: ReadonlyMap<string, readonly string[]>): ReadonlyMap<string, number> {
  const ranks = new Map<string, number>();
  const open = new Set<string>();
  for (const { id: first } of boxes) {
    const path = [first];
    for (let id = path.at(-1); id !== undefined; id = path.at(-1)) {
      const next = (before.get(id) ?? []).find((each) => !ranks.has(each) && !open.has(each));
      if (next !== undefined && !ranks.has(id)) {
        open.add(id);
        path.push(next);
        continue;
      }
      open.delete(id);
      path.pop();
      if (!ranks.has(id)) ranks.set(id, Math.max(0, ...(before.get(id) ?? []).map((each) => (ranks.get(each) ?? -1) + 1)));
    }
  }
  return ranks;
}

function middleOf(boxes: readonly (LayoutPlace & Box)[]): number {
  if (boxes.length === 0) return 0;
  return boxes.reduce((sum, { y, height }) => sum + y + height / 2, 0) / boxes.length;
}
