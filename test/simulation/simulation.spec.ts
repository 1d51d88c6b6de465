import { describe, expect, it } from '@jest/globals';
import type { ExecutionEvent } from '../../src/engine/execution.events.js';
import { checkSeed } from '../support/simulation/check-seed.js';
import type { Sabotage } from '../support/simulation/database.js';
import { noFaults } from '../support/simulation/faults.js';
import { expectationOf } from '../support/simulation/oracle.js';
import { simulate, type SimulatedRun } from '../support/simulation/simulation.js';

const seeds = Array.from({ length: 150 }, (_, index) => index + 1);

/** Sealed values are sealed with chance of their own. */
function told({ events, log }: SimulatedRun): string {
  return JSON.stringify([events, log], (name, value: unknown) => (name === 'sealed' ? true : value));
}

/** How many seeds it takes until the problem is seen; undefined when many do not suffice. */
async function noticedAfter(sabotage: Sabotage, problem: RegExp): Promise<number | undefined> {
  const faults = { ...noFaults, kills: true, zombies: true };
  for (let seed = 1; seed <= 600; seed += 1) {
    const { problems } = await checkSeed({ seed, sabotage, faults });
    if (problems.some((each) => problem.test(each))) return seed;
  }
  return undefined;
}

describe('the simulation', () => {
  it('tells the same of a seed each time', async () => {
    for (const seed of seeds.slice(0, 40)) expect(told(await simulate({ seed }))).toBe(told(await simulate({ seed })));
  });

  it.each<[Sabotage, RegExp]>([
    ['forgets fences', /wrote to .*, which belongs to process/],
    ['forgets fences and versions', /block-completed .*twice/],
    ['forgets intents', /before the intent was durable/],
    ['forgets an append', /hole or a fork/],
  ])('notices a database that %s', async (sabotage, problem) => {
    expect(await noticedAfter(sabotage, problem)).toBeDefined();
  });

  it('goes through everything that a run can do', async () => {
    const seen = new Set<string>();
    for (const seed of seeds) {
      const { events } = await simulate({ seed });
      for (const { type } of events as unknown as readonly ExecutionEvent[]) seen.add(type);
    }
    expect([...seen].toSorted()).toEqual([
      'execution.block-completed',
      'execution.block-failed',
      'execution.block-paused',
      'execution.cancelled',
      'execution.child-entered',
      'execution.completed',
      'execution.container-entered',
      'execution.effect-intended',
      'execution.failed',
      'execution.pass-decided',
      'execution.pause-ended',
      'execution.paused',
      'execution.recovered',
      'execution.resumed',
      'execution.started',
    ]);
  });

  it('knows beforehand what must come of most workflows', async () => {
    const runs = await Promise.all(seeds.map((seed) => simulate({ seed, most: 8 })));
    const certain = runs.filter(({ spec }) => {
      const { isExact, endings, outputs } = expectationOf(spec);
      return isExact && endings.length + (endings.length > 0 ? 0 : outputs.length) === 1;
    });
    expect(certain.length).toBeGreaterThan(seeds.length / 2);
  });
});
