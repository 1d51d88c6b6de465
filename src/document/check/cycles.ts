import type { Edge } from '../document.js';

type Ends = Pick<Edge, 'source' | 'target'>;

/** Cycles among the edges, each as a list of ids in order. No two of them share a block, and without those blocks no cycle is left. */
export function findCycles(edges: readonly Ends[]): readonly (readonly string[])[] {
  const before = Map.groupBy(edges, ({ target }) => target);
  const cycles: string[][] = [];
  const done = new Set<string>();
  // A way against the direction of the edges. A block that leads no further back, or is on a cycle, is never visited again.
  const way: string[] = [];
  const places = new Map<string, number>();
  const leave = (from: number): string[] => {
    const left = way.splice(from);
    for (const id of left) {
      places.delete(id);
      done.add(id);
    }
    return left;
  };
  for (const { source: start } of edges) {
    let at: string | undefined = done.has(start) ? undefined : start;
    while (at !== undefined) {
      if (!places.has(at)) places.set(at, way.push(at) - 1);
      const previous = before.get(at)?.pop()?.source;
      const place = previous === undefined ? undefined : places.get(previous);
      if (previous === undefined) leave(way.length - 1);
      else if (place !== undefined) cycles.push(leave(place).toReversed());
      else if (!done.has(previous)) {
        at = previous;
        continue;
      }
      at = way.at(-1);
    }
  }
  return cycles;
}
