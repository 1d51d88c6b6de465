/** What can be said on the command line of `npm run bench`. */
export interface BenchOptions {
  /** `--runs=5000000`: how many runs a generated history has. */
  readonly runs: number;
  /** `--only=body:`: the cases whose name contains this; of hostile inputs, one of the texts between `|`. */
  readonly only: string;
  /** `--per-second=1000`: how many requests a load at a fixed rate has. */
  readonly perSecond: number;
  /** `--seconds=60`: how long a load at a fixed rate takes. */
  readonly seconds: number;
  /** `--against=../other/dist/bundle/main.js`: the server of another build that is measured in turns with this one. */
  readonly against: string;
}

export function readOptions(options: readonly string[]): BenchOptions {
  const only = valueOf(options, 'only') ?? '';
  return {
    runs: numberOf(options, 'runs', 5_000_000),
    only,
    perSecond: numberOf(options, 'per-second', 1_000),
    seconds: numberOf(options, 'seconds', 60),
    against: valueOf(options, 'against') ?? '',
  };
}

function numberOf(options: readonly string[], name: string, usual: number): number {
  const given = valueOf(options, name);
  const value = Number(given ?? usual);
  if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} must be a whole number above 0, not ${given}`);
  return value;
}

function valueOf(options: readonly string[], name: string): string | undefined {
  return options.find((option) => option.startsWith(`--${name}=`))?.slice(`--${name}=`.length);
}
