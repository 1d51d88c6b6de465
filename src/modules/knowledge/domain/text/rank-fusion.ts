/** A search hit. */
export interface Hit {
  readonly key: string;
  /** From 0 to 1. Only values of the same list are comparable. */
  readonly similarity: number;
}

/** The damping constant of reciprocal rank fusion, at its usual value. A larger one reduces the weight of the first ranks. */
const damping = 60;

/**
 * Joins ranked lists by reciprocal rank fusion, so hits of several lists rank first. Each hit keeps the similarity of the first list that
 * has it.
 */
export function fuseRanks(lists: readonly (readonly Hit[])[], most: number): Hit[] {
  const fused = new Map<string, { hit: Hit; score: number }>();
  for (const list of lists) {
    for (const [place, hit] of list.entries()) {
      const known = fused.get(hit.key);
      const score = (known?.score ?? 0) + 1 / (damping + place + 1);
      fused.set(hit.key, { hit: known?.hit ?? hit, score });
    }
  }
  return [...fused.values()]
    .toSorted((a, b) => b.score - a.score || (a.hit.key < b.hit.key ? -1 : 1))
    .slice(0, most)
    .map(({ hit }) => hit);
}
