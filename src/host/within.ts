/** Resolves with `work`, or after `ms` if it takes longer. Rejects if `work` rejects before. */
export async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const { promise: enough, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  await Promise.race([enough, work]).finally(() => clearTimeout(timer));
}
