import { SystemIds } from '#host/system-ids.js';
import { SystemClock } from '#host/system-clock.js';
import { defineEvent, type NewEvent } from '#kernel/event.js';
import { Composition } from '#ledger/composition.js';
import { WriterConnection } from '#ledger/database/servers/writer-connection.js';
import { AppendLane } from '#ledger/events/append-lane.js';
import { encodeAppend } from '#ledger/events/append-statement.js';
import { verifyStreams } from '#ledger/events/digest/verify-streams.js';
import { openDatabase } from '#ledger/ledger.js';
import { TestBed } from '../support/bed.js';
import { usageOf } from '../support/processes.js';
import type { Section } from '../support/report.js';
import { median, round } from '../support/statistics.js';

const Happened = defineEvent('bench.happened')<{ n: number; text: string }>();
const ids = new SystemIds();
const rounds = 5;
const eventsPerRound = 12_000;
const writers = 64;

/** CPU µs an event. */
interface Cost {
  readonly node: number;
  readonly postgres: number;
}

/** What the running digest adds to an append: the same appends with and without it, in turns. */
export async function digests(): Promise<Section> {
  const bed = await TestBed.open();
  try {
    const connectionString = await bed.database('digests');
    const composition = new Composition([{ events: [Happened], projections: [] }]);
    const database = await openDatabase({ connectionString, poolSize: 4, composition, clock: new SystemClock(), onError: () => undefined });
    const connection = new WriterConnection(connectionString, 'bench-append');
    const lane = new AppendLane(connection);
    const rows: (string | number)[][] = [];
    for (const [eventsPerAppend, bytes] of [
      [1, 300],
      [6, 300],
      [6, 3000],
      [24, 300],
    ] as const) {
      const shape = { eventsPerAppend, bytes };
      rows.push([`${eventsPerAppend} events an append, ${bytes} bytes each`, ...(await compare(bed, lane, shape))]);
    }
    const startedAt = performance.now();
    let streams = 0;
    for await (const { verdict } of verifyStreams(database.pool)) if (verdict.status !== 'changed') streams += 1;
    const perSecond = round((streams / (performance.now() - startedAt)) * 1000);
    await connection.close();
    await database.close();
    return {
      title: 'Digests of runs',
      columns: ['', 'node µs an event without', 'with', 'PostgreSQL µs an event without', 'with', 'added in all'],
      rows,
      notes: [`Medians of ${rounds} turns of ${eventsPerRound} events each. Verification of all streams: ${perSecond} streams/s.`],
    };
  } finally {
    await bed.close();
  }
}

interface Shape {
  readonly eventsPerAppend: number;
  readonly bytes: number;
}

async function compare(bed: TestBed, lane: AppendLane, shape: Shape): Promise<number[]> {
  const costs: Record<'without' | 'with', Cost[]> = { without: [], with: [] };
  await measure(bed, lane, { ...shape, previous: '' });
  for (let count = 0; count < rounds; count += 1) {
    costs.without.push(await measure(bed, lane, { ...shape, previous: undefined }));
    costs.with.push(await measure(bed, lane, { ...shape, previous: '' }));
  }
  const of = (kind: 'without' | 'with', part: keyof Cost): number => median(costs[kind].map((cost) => cost[part]));
  const [node, nodeWith] = [of('without', 'node'), of('with', 'node')];
  const [postgres, postgresWith] = [of('without', 'postgres'), of('with', 'postgres')];
  return [node, nodeWith, postgres, postgresWith, nodeWith - node + postgresWith - postgres].map((value) => round(value, 2));
}

async function measure(
  bed: TestBed,
  lane: AppendLane,
  { eventsPerAppend, bytes, previous }: Shape & { readonly previous: string | undefined },
): Promise<Cost> {
  const text = 'x'.repeat(bytes);
  const at = new Date().toISOString();
  let left = eventsPerRound / eventsPerAppend;
  const [node, postgres] = [process.cpuUsage(), usageOf(bed.postgres.pid)];
  const write = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const events: NewEvent[] = Array.from({ length: eventsPerAppend }, (_, n) => Happened({ n, text }));
      const stream = {
        streamId: ids.next(),
        lifetime: 'run',
        workspaceId: null,
        expected: 0,
        events,
        meta: { actorId: 'someone' },
      } as const;
      await lane.append(encodeAppend([{ ...stream, previous }], [], undefined, at));
    }
  };
  await Promise.all(Array.from({ length: writers }, write));
  const { user, system } = process.cpuUsage(node);
  const postgresMs = usageOf(bed.postgres.pid).cpuMs - postgres.cpuMs;
  return { node: (user + system) / eventsPerRound, postgres: (postgresMs * 1000) / eventsPerRound };
}
