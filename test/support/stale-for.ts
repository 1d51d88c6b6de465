const giveUpAfterMs = 20_000;

/**
 * Asks again and again until the answer is fresh.
 * @returns for how many ms questions had stale answers, counted by when they were asked: however long a busy machine takes to answer, a value
 * that is kept for less than a second is stale to no question that is asked later
 */
export async function staleFor(isFresh: () => Promise<boolean>): Promise<number> {
  const since = performance.now();
  let lastMs = 0;
  for (;;) {
    const askedMs = performance.now() - since;
    if (await isFresh()) return lastMs;
    if (askedMs > giveUpAfterMs) throw new Error('The answer never became fresh');
    lastMs = askedMs;
    await new Promise((resolve) => setImmediate(resolve));
  }
}
