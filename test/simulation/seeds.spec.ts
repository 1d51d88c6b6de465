import { describe, expect, it } from '@jest/globals';
import { checkSeed } from '../support/simulation/check-seed.js';
import { reportOf, shrunk } from '../support/simulation/seed-report.js';

const groups = Array.from({ length: 20 }, (_, group) => group * 50 + 1);

/** A thousand made-up workflows, each on processes that die, stand still, drain and lose what they send. `npm run simulate` has more. */
describe('a run on simulated processes', () => {
  it.each(groups)('comes to what its workflow says, whatever happens to the processes (50 seeds from %i)', async (from) => {
    for (let seed = from; seed < from + 50; seed += 1) {
      const checked = await checkSeed({ seed });
      expect(checked.problems.length === 0 ? '' : reportOf(await shrunk(checked))).toBe('');
    }
  });
});
