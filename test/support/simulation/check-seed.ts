import { foldProblems } from './fold-problems.js';
import { orderProblems } from './order-problems.js';
import { outcomeProblems } from './outcome-problems.js';
import { Random } from './random.js';
import { simulate, type SimulatedRun, type SimulationOptions } from './simulation.js';
import { streamProblems } from './stream-problems.js';

export interface CheckedSeed {
  readonly options: SimulationOptions;
  readonly run: SimulatedRun;
  /** Empty when all is well. */
  readonly problems: readonly string[];
}

/** Simulates one seed and looks for everything that must not be. */
export async function checkSeed(options: SimulationOptions): Promise<CheckedSeed> {
  const run = await simulate(options);
  const problems = [
    ...run.problems,
    ...streamProblems(run),
    ...orderProblems(run),
    ...outcomeProblems(run),
    ...foldable(run, new Random(`${options.seed}/prefixes`)),
  ];
  return { options, run, problems };
}

/** A history that belongs to no run makes the engine throw. */
function foldable(run: SimulatedRun, random: Random): readonly string[] {
  try {
    return foldProblems(run, random);
  } catch (error) {
    return [`The events cannot be folded: ${String(error)}`];
  }
}
