import { TestBed, benchKey } from '../support/bed.js';
import { usageOf } from '../support/processes.js';
import { driveRaw, type RawLoad, type RawResult } from '../support/raw-load.js';
import type { Section } from '../support/report.js';
import { median, round } from '../support/statistics.js';
import { deploy, fortyFunctions, noOp, tenFunctions } from '../support/workflows.js';

const rounds = 2;
const times = 5;
const [calmSeconds, stormSeconds] = [4, 12];
const stormConnections = 1500;

interface Measure extends RawResult {
  readonly nodeUs: number;
}

/** How much of its capacity a process still serves when it is sent five times as much, and when the others are answered. */
export async function overload(): Promise<Section> {
  const bed = await TestBed.open();
  try {
    return {
      title: 'Overload',
      columns: [
        '',
        'asked/s',
        'served/s',
        'of the peak',
        'refused/s',
        'served p50 ms',
        'p99 ms',
        'refused p50 ms',
        'p99 ms',
        'no answer',
        'node µs/request',
        'generator µs/request',
      ],
      rows: [
        ...(await rowsOf(bed, 'no-op', noOp)),
        ...(await rowsOf(bed, 'ten functions', tenFunctions)),
        ...(await rowsOf(bed, 'forty functions', fortyFunctions)),
      ],
      notes: [
        `${rounds} rounds, in turn: ${calmSeconds} s in which each of 64 connections sends its next request when it has its answer, ${stormSeconds} s in which ${stormConnections} do so and wait for \`Retry-After\` when they are refused, and ${stormSeconds} s in which ${times} times as many are sent as were served then, over ${stormConnections} connections, however the answers come. Served are runs that were answered within a second from when they were due. The sender is on the same machine; its share is the last column.`,
      ],
    };
  } finally {
    await bed.close();
  }
}

async function rowsOf(bed: TestBed, name: string, document: unknown): Promise<(string | number)[][]> {
  const server = await bed.server(name.replace(/\W/g, '_'));
  const url = `${server.url}/api/workflows/${await deploy(server, document)}/execute`;
  const load = { url, headers: { 'x-api-key': benchKey }, body: '{"n": 1}' };
  const measure = async (more: Pick<RawLoad, 'connections' | 'seconds' | 'perSecond' | 'obeys'>): Promise<Measure> => {
    const before = usageOf(server.pid).cpuMs;
    const result = await driveRaw({ ...load, ...more });
    return { ...result, nodeUs: ((usageOf(server.pid).cpuMs - before) * 1000) / (result.asked * more.seconds) };
  };
  await measure({ connections: 64, seconds: calmSeconds });
  const [calm, crowd, storm]: [Measure[], Measure[], Measure[]] = [[], [], []];
  for (let turn = 0; turn < rounds; turn += 1) {
    calm.push(await measure({ connections: 64, seconds: calmSeconds }));
    const peak = calm.at(-1)?.served ?? 0;
    crowd.push(await measure({ connections: stormConnections, seconds: stormSeconds, obeys: true }));
    storm.push(await measure({ connections: stormConnections, seconds: stormSeconds, perSecond: Math.round(peak * times) }));
  }
  await server.stop();
  const peak = median(calm.map(({ served }) => served));
  return [
    row(`${name}, peak, 64 clients`, calm, peak),
    row(`${name}, ${stormConnections} clients that wait as they are told`, crowd, peak),
    row(`${name}, ${times} times as much, whatever is answered`, storm, peak),
  ];
}

function row(name: string, measures: readonly Measure[], peak: number): (string | number)[] {
  const middle = (read: (measure: Measure) => number): number => median(measures.map(read));
  return [
    name,
    round(middle(({ asked }) => asked)),
    round(middle(({ served }) => served)),
    round(middle(({ served }) => served) / peak, 2),
    round(middle(({ refused }) => refused)),
    round(
      middle(({ servedMs }) => servedMs.p50),
      1,
    ),
    round(
      middle(({ servedMs }) => servedMs.p99),
      1,
    ),
    round(
      middle(({ refusedMs }) => refusedMs.p50),
      1,
    ),
    round(
      middle(({ refusedMs }) => refusedMs.p99),
      1,
    ),
    measures.reduce((sum, { failed }) => sum + failed, 0),
    round(middle(({ nodeUs }) => nodeUs)),
    round(middle(({ ownUs }) => ownUs)),
  ];
}
