import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../support/eventually.js';
import { FailoverWorld } from '../support/postgres/failover.js';

let world: FailoverWorld;

beforeAll(async () => {
  world = await FailoverWorld.start();
}, 120_000);

afterAll(() => world.finish());

describe('an API process and a worker under load, while the primary with a synchronous standby is killed and the standby promoted', () => {
  it('lose no run that was answered, give no effect twice, and go on at the new primary', async () => {
    const health = await world.api.call<{ checks: { standbys: unknown } }>('GET', '/health/ready');
    expect(health.body.checks.standbys).toEqual({ status: 'ok', synchronous: 1, asynchronous: 0, failover: 'keeps what was answered' });

    const { lost, wrongEffects, refusals } = await world.failOver();

    expect([lost, wrongEffects]).toEqual([[], []]);
    expect([...refusals].filter((status) => status !== 503)).toEqual([]);
    await eventually(async () => {
      const rows = await world.standby.query('select timeline from server_timeline order by timeline');
      expect(rows).toEqual([{ timeline: 1 }, { timeline: 2 }]);
    });
  }, 240_000);

  it('refuse the former primary that returns', async () => {
    const { primary, standby, api } = world;
    await primary.start();
    await standby.kill();
    await eventually(() => expect(api.output()).toContain(`The server at ${primary.place} is a former primary`), 30_000);
    await standby.start();
    await eventually(async () => expect(await world.execute(0)).toMatchObject({ status: 200 }), 60_000);
    expect(await primary.query(`select 1 from pg_stat_activity where application_name in ('sluice', 'sluice-append')`)).toEqual([]);
  }, 120_000);
});
