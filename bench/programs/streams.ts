import pg from 'pg';
import { TestBed, benchKey, type Subject } from '../support/bed.js';
import type { Section } from '../support/report.js';
import { quantile, round } from '../support/statistics.js';
import { deploy, hundredFunctions } from '../support/workflows.js';

const runs = 30;
const warmUp = 5;

interface Read {
  readonly executionId: string;
  readonly ms: number;
  /** When each frame came, by the position of its event. */
  readonly frames: readonly (readonly [position: number, atMs: number])[];
}

/** One reader who watches a run of a hundred function blocks, each of which is shown. */
export async function streams(): Promise<Section> {
  const bed = await TestBed.open();
  try {
    const server = await bed.server('streams');
    const path = `/api/workflows/${await deploy(server, hundredFunctions)}/execute`;
    const reads: Read[] = [];
    for (let run = 0; run < runs + warmUp; run += 1) reads.push(await readRun(server, path));
    const warm = reads.slice(warmUp);
    const delays = await delaysOf(server.databaseUrl, warm);
    const ms = warm.map((each) => each.ms);
    const frames = warm.reduce((sum, each) => sum + each.frames.length, 0);
    const total = ms.reduce((sum, each) => sum + each, 0);
    return {
      title: 'A streamed run of 100 function blocks, one reader',
      columns: ['run p50 ms', 'run p99 ms', 'frames of a run', 'frames/s', 'frame behind the end of its block, p50 ms', 'p99 ms'],
      rows: [
        [
          round(quantile(ms, 0.5), 1),
          round(quantile(ms, 0.99), 1),
          frames / warm.length,
          round((frames / total) * 1000),
          round(quantile(delays, 0.5), 1),
          round(quantile(delays, 0.99), 1),
        ],
      ],
      notes: [`${runs} runs. Behind the end of a block lies the way to the disk; both clocks count whole milliseconds.`],
    };
  } finally {
    await bed.close();
  }
}

async function readRun(server: Subject, path: string): Promise<Read> {
  const startedAt = performance.now();
  const selectedOutputs = Array.from({ length: 100 }, (_, n) => `f${n}.result`);
  const response = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'x-api-key': benchKey, 'content-type': 'application/json' },
    body: JSON.stringify({ stream: true, selectedOutputs, input: { n: 1 } }),
  });
  if (response.status !== 200 || response.body === null) throw new Error(`The run failed: ${await response.text()}`);
  const frames: [number, number][] = [];
  let rest = '';
  for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
    const messages = (rest + text).split('\n\n');
    rest = messages.pop() ?? '';
    const now = Date.now();
    for (const message of messages) if (message.startsWith('id: ')) frames.push([Number.parseInt(message.slice(4)), now]);
  }
  return { executionId: response.headers.get('x-execution-id') ?? '', ms: performance.now() - startedAt, frames };
}

async function delaysOf(databaseUrl: string, reads: readonly Read[]): Promise<number[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const delays: number[] = [];
  for (const { executionId, frames } of reads) {
    const { rows } = await client.query<{ version: number; ended: string }>(
      `select version, data ->> 'endedAt' as ended from run_event where stream_id = $1 and data ->> 'endedAt' is not null`,
      [executionId],
    );
    const ended = new Map(rows.map((row) => [row.version, Date.parse(row.ended)]));
    for (const [position, at] of frames) {
      const endedAt = ended.get(position);
      if (endedAt !== undefined) delays.push(at - endedAt);
    }
  }
  await client.end();
  return delays;
}
