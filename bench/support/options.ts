/** What can be said on the command line of `npm run bench`. */
export interface BenchOptions {
  /** `--runs=5000000`: how many runs a generated history has. */
  readonly runs: number;
}

export function readOptions(options: readonly string[]): BenchOptions {
  const given = options.find((option) => option.startsWith('--runs='))?.slice('--runs='.length);
  const runs = Number(given ?? 5_000_000);
  if (!Number.isInteger(runs) || runs < 1) throw new Error(`--runs must be a whole number above 0, not ${given}`);
  return { runs };
}
