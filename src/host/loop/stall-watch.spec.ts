import { afterEach, describe, expect, it } from '@jest/globals';
import { eventually } from '../../../test/support/eventually.js';
import { StallWatch, type Occupant, type Stall } from './stall-watch.js';

const watch = new StallWatch();
afterEach(() => watch.stop());

/** Keeps the processor busy until the thread has used so much of it. */
function busy(ms: number): void {
  const before = process.threadCpuUsage();
  for (let used = 0; used < ms;) {
    const { user, system } = process.threadCpuUsage(before);
    used = (user + system) / 1000;
  }
}

async function stallDuring(work: () => void): Promise<Stall> {
  const stalls: Stall[] = [];
  watch.start((stall) => stalls.push(stall));
  await new Promise((resolve) => setImmediate(resolve));
  work();
  return eventually(() => {
    const [stall] = stalls;
    if (stall === undefined) throw new Error('No stall was reported');
    return stall;
  });
}

const block: Occupant = { kind: 'block', name: 'condition', facts: { blockId: 'c' } };

describe('a watch of the event loop', () => {
  it('names the piece of work that occupied it, and counts it', async () => {
    const stall = await stallDuring(() => {
      watch.piece(
        () => ({ kind: 'block', name: 'response' }),
        () => busy(5),
      );
      watch.piece(
        () => block,
        () => busy(250),
      );
    });
    expect(stall).toMatchObject({ ...block, ms: expect.any(Number) });
    expect(stall.ms).toBeGreaterThan(100);
    expect(watch.counts).toMatchObject([{ kind: 'block', name: 'condition', count: 1 }]);
  });

  it('names the only request where no piece of work is known', async () => {
    const end = watch.request(() => 'POST /api/workflows/:id/execute');
    expect(await stallDuring(() => busy(250))).toMatchObject({ kind: 'route', name: 'POST /api/workflows/:id/execute' });
    end();
    expect(await stallDuring(() => busy(250))).toMatchObject({ kind: 'unknown', facts: { routes: [] } });
  });

  it('lists the routes where several requests may be the cause', async () => {
    const ends = ['GET /a', 'GET /b'].map((name) => watch.request(() => name));
    expect(await stallDuring(() => busy(250))).toMatchObject({ kind: 'unknown', name: 'unknown', facts: { routes: ['GET /a', 'GET /b'] } });
    for (const end of ends) end();
  });

  it('blames nothing when the thread had no processor time', async () => {
    const stall = await stallDuring(() => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400));
    expect(stall.kind).toBe('processor');
  });

  it('measures how late the event loop is at its most punctual, once', async () => {
    watch.start(() => undefined);
    await new Promise((resolve) => setImmediate(resolve));
    watch.takeLeastDelayMs();
    busy(250);
    await new Promise((resolve) => setImmediate(resolve));
    expect(watch.takeLeastDelayMs()).toBeGreaterThan(100);
    expect(watch.takeLeastDelayMs()).toBeUndefined();
  });
});
