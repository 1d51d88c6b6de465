/** Works on items in their order, on a number of them at the same time. */
export async function atOnce<Item>(most: number, items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = items.values();
  const workers = Array.from({ length: Math.min(most, items.length) }, async () => {
    for (const item of waiting) await work(item);
  });
  await Promise.all(workers);
}
