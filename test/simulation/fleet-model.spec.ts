import { describe, expect, it } from '@jest/globals';
import { predict, type Fleet, type RunCosts } from '../../bench/fleet/fleet-model.js';
import { costsFrom } from '../../bench/fleet/run-costs.js';

const costs: RunCosts = {
  node: 100,
  nodeBatch: 200,
  postgres: 50,
  postgresBatch: 300,
  followNode: 60,
  followPostgres: 70,
  client: 0,
  clientBatch: 0,
  flushWait: 500,
  crowding: 0,
};
const fleet: Fleet = { apis: 1, follower: 'apart', clients: 64, cores: 2, databaseCores: 8 };

describe('the model of a fleet', () => {
  it('answers one client after all that its run needs', () => {
    const { meanMs, batch } = predict(costs, { ...fleet, clients: 1 });
    expect(batch).toBe(1);
    expect(meanMs).toBeCloseTo((100 + 200 + 50 + 300 + 500) / 1000, 2);
  });

  it('makes larger batches for more clients, up to what the process can do', () => {
    const { perSecond, batch } = predict(costs, fleet);
    expect(batch).toBeGreaterThan(5);
    expect(perSecond).toBeLessThan(1e6 / costs.node);
    expect(perSecond).toBeGreaterThan(3 * predict(costs, { ...fleet, clients: 2 }).perSecond);
  });

  it('needs more of the database when more processes share the same clients', () => {
    const unfollowed = { ...costs, followNode: 0, followPostgres: 0 };
    const [one, four] = [predict(unfollowed, fleet), predict(unfollowed, { ...fleet, apis: 4, cores: 5 })];
    expect(four.batch).toBeLessThan(one.batch);
    expect(four.databaseBusy / four.perSecond).toBeGreaterThan(one.databaseBusy / one.perSecond);
  });

  it('keeps within the cores that all share', () => {
    const { perSecond } = predict(costs, { ...fleet, databaseCores: 'shared' });
    const least = costs.node + costs.postgres + costs.followNode + costs.followPostgres;
    expect(perSecond).toBeLessThan((2 * 1e6) / least / 0.98);
  });

  it('works slower where threads wait for cores, and not elsewhere', () => {
    const rate = (crowding: number, machine: Partial<Fleet>): number => predict({ ...costs, crowding }, { ...fleet, ...machine }).perSecond;
    expect(rate(0.5, { databaseCores: 'shared' })).toBeLessThan(0.9 * rate(0, { databaseCores: 'shared' }));
    expect(rate(0.5, {})).toBeCloseTo(rate(0, {}), -3);
  });

  it('says when one follower cannot keep up', () => {
    const { perSecond, followedPerSecond } = predict(costs, { ...fleet, apis: 4, cores: 5, clients: 256 });
    expect(followedPerSecond).toBeLessThan(perSecond);
    expect(followedPerSecond).toBeCloseTo(1e6 / (costs.followNode + costs.followPostgres), -3);
  });

  it('is the same each time', () => {
    expect(predict(costs, fleet)).toEqual(predict(costs, fleet));
  });
});

describe('the constants of the model', () => {
  it('are what fits the readings: a part for each run, and a part for each batch', () => {
    const reading = (batches: number) => ({
      node: 100 + 200 * batches,
      postgres: 50 + 300 * batches,
      follower: 60,
      client: 10 + 20 * batches,
      medianMs: 1.2,
      perSecond: 1000,
      batches,
    });
    const found = costsFrom([1, 0.5, 0.2].map(reading), { ...reading(0.5), postgres: 50 + 150 + 70 });
    const rounded = Object.fromEntries(Object.entries(found).map(([name, us]) => [name, Math.round(us as number)]));
    expect(rounded).toEqual({ ...costs, client: 10, clientBatch: 20, flushWait: 1200 - 680 });
  });
});
