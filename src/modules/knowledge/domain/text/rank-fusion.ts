/** Something that was found, by whatever names it. */
export interface Hit {
  readonly key: string;
  /** From 0 to 1, comparable only to others of the same list. */
  readonly similarity: number;
}

/** How much the first places weigh more than the later ones; the usual value. */
const damping = 60;

/**
 * Joins lists that were ranked in different ways, by the places in them (reciprocal rank fusion): what several found goes first. Each
 * hit keeps the similarity of the first list that has it.
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
