import { checkSeed, type CheckedSeed } from './check-seed.js';
import { sizeOf } from './graph-spec.js';

const lastSteps = 60;

/** The same seed with as few blocks as still fail. */
export async function shrunk(failure: CheckedSeed): Promise<CheckedSeed> {
  const blocks = failure.run.spec.workflows.reduce((sum, graph) => sum + sizeOf(graph), 0);
  for (let most = 1; most < blocks; most += 1) {
    const smaller = await checkSeed({ ...failure.options, most });
    if (smaller.problems.length > 0) return smaller;
  }
  return failure;
}

/** Returns everything that is needed to find the cause: problems, documents, events and the last steps. */
export function reportOf({ options: { seed, most }, run, problems }: CheckedSeed): string {
  const size = most === undefined ? '' : ` --most ${most}`;
  const faults = Object.entries(run.profile).flatMap(([name, isOn]) => (isOn ? [name] : []));
  return [
    `Seed ${seed} (${run.mode}, ${faults.join(', ') || 'no faults'}, ${run.steps} steps)`,
    ...problems.map((problem) => `  ! ${problem}`),
    'Documents',
    ...run.spec.workflows.map((graph) => `  ${JSON.stringify(graph)}`),
    'Events',
    ...run.events.map(({ position, at, type, payload }) => `  ${position} ${at} ${type} ${JSON.stringify(payload).slice(0, 300)}`),
    ...run.jobEvents.map(({ position, at, type }) => `  job ${position} ${at} ${type}`),
    `Last steps`,
    ...run.log.slice(-lastSteps).map((line) => `  ${line}`),
    `Again: npm run simulate -- --seed ${seed}${size}`,
  ].join('\n');
}
