import { describe, expect, it } from '@jest/globals';
import { executeThenList } from '../support/postgres/replica-reads.js';

describe('callers of a server whose replica is up to three seconds behind', () => {
  it('find each run in the log right after its answer, and the replica answers some of them', async () => {
    const { missed, scansOfReplica } = await executeThenList(200);
    expect(missed).toEqual([]);
    expect(scansOfReplica).toBeGreaterThan(0);
  }, 240_000);
});
