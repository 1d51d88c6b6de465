import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Callers } from '../../support/cluster/callers.js';
import { ClusterWorld } from '../../support/cluster/cluster-world.js';
import { clusterFaults } from '../../support/cluster/faults.js';
import { Host } from '../../support/cluster/host.js';

if (!Host.isPossible) console.warn('Skipped: a cluster on several hosts, which needs the rights to make network namespaces');

/** The short form of `npm run simulate:cluster`. */
(Host.isPossible ? describe : describe.skip)('two API processes, two workers and a follower on three hosts', () => {
  let world: ClusterWorld;
  let callers: Callers;
  beforeAll(async () => {
    world = await ClusterWorld.start();
    callers = await world.callers();
  }, 120_000);
  afterAll(() => world.finish(), 60_000);

  it.each(['half-open connections', 'clocks three hours apart', 'workers killed', 'the primary killed'])(
    'end each run once: %s',
    async (fault) => {
      await callers.calling(async () => {
        await callers.progress();
        await clusterFaults[fault]?.(world, callers);
      });
      expect(await world.findings(callers.answered)).toEqual([]);
    },
    300_000,
  );

  it('have views that are equal to a rebuild, and an audit log that is valid', async () => {
    expect(await world.audited()).toEqual([]);
  }, 300_000);
});
