/** What can be said on the command line of `npm run bench`. */
export interface BenchOptions {
  /** `--runs=5000000`: how many runs a generated history has. */
  readonly runs: number;
  /** `--only=body:`: the hostile inputs whose name contains this. */
  readonly only: string;
}

export function readOptions(options: readonly string[]): BenchOptions {
  const given = options.find((option) => option.startsWith('--runs='))?.slice('--runs='.length);
  const runs = Number(given ?? 5_000_000);
  if (!Number.isInteger(runs) || runs < 1) throw new Error(`--runs must be a whole number above 0, not ${given}`);
  const only = options.find((option) => option.startsWith('--only='))?.slice('--only='.length) ?? '';
  return { runs, only };
}
