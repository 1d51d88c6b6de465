import type { Edge } from '../document.js';

type Ends = Pick<Edge, 'source' | 'target'>;

/** The cycles among the edges, each as a list of ids in order. No two of them share a block. */
export function findCycles(edges: readonly Ends[]): readonly (readonly string[])[] {
  const cycles: string[][] = [];
  let rest = withoutLooseEnds(edges);
  while (rest.length > 0) {
    const cycle = walkBack(rest);
    cycles.push(cycle);
    const found = new Set(cycle);
    rest = withoutLooseEnds(rest.filter(({ source, target }) => !found.has(source) && !found.has(target)));
  }
  return cycles;
}

/** Repeatedly removes the edges that leave a block without incoming edges. The remaining edges are on a cycle or behind one. */
function withoutLooseEnds(edges: readonly Ends[]): readonly Ends[] {
  const outgoing = Map.groupBy(edges, ({ source }) => source);
  const incoming = new Map<string, number>();
  for (const { target } of edges) incoming.set(target, (incoming.get(target) ?? 0) + 1);
  const loose = [...outgoing.keys()].filter((id) => !incoming.has(id));
  const removed = new Set<string>();
  for (let id = loose.pop(); id !== undefined; id = loose.pop()) {
    removed.add(id);
    for (const { target } of outgoing.get(id) ?? []) {
      const left = (incoming.get(target) ?? 0) - 1;
      incoming.set(target, left);
      if (left === 0) loose.push(target);
    }
  }
  return edges.filter(({ source }) => !removed.has(source));
}

/** Every remaining source has an incoming edge, so walking backwards always reaches a cycle. */
function walkBack(edges: readonly Ends[]): string[] {
  const before = new Map(edges.map(({ source, target }) => [target, source]));
  const way: string[] = [];
  const seen = new Map<string, number>();
  for (let id = edges[0]?.source; id !== undefined; id = before.get(id)) {
    const first = seen.get(id);
    if (first !== undefined) return way.slice(first).toReversed();
    seen.set(id, way.length);
    way.push(id);
  }
  return way;
}
