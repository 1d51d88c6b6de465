import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { benchKey, TestBed, type Subject } from '../support/bed.js';
import { modelsFileIn, startProvider, type BenchProvider } from '../support/fake-provider.js';
import type { Section } from '../support/report.js';
import { round } from '../support/statistics.js';
import { block, chain, deploy } from '../support/workflows.js';

const runs = 200;
const atOnce = 10;
const model = 'deltas:200:20';
const waitMinutes = 10;

interface Disk {
  /** Rows of streamed text. */
  readonly pieces: number;
  /** Bytes of all rows that belong to runs: events, their large parts, streamed text, contents. */
  readonly rows: number;
  /** Bytes of the files of streamed text, with their indexes. */
  readonly textFiles: number;
}

/** What streamed runs of a model take on disk when they end and ten minutes later, beside the same runs without a stream. */
export async function modelDisk(): Promise<Section> {
  const bed = await TestBed.open();
  const provider = await startProvider();
  try {
    const [streamed, plain] = [await ended(bed, provider, true), await ended(bed, provider, false)];
    const before = [await diskOf(streamed.databaseUrl), await diskOf(plain.databaseUrl)] as const;
    await delay(waitMinutes * 60_000);
    const after = [await diskOf(streamed.databaseUrl), await diskOf(plain.databaseUrl)] as const;
    const row = (what: string, [one, other]: readonly [Disk, Disk]): (string | number)[] => [
      what,
      one.pieces,
      other.pieces,
      kb(one.rows),
      kb(other.rows),
      round(one.rows / other.rows, 3),
      kb(one.textFiles),
    ];
    return {
      title: 'Streamed runs on disk',
      columns: ['', 'pieces of text', 'unstreamed', 'rows of a run, KB', 'unstreamed', 'ratio', 'files of the text, KB in all'],
      rows: [row('when the runs have ended', before), row(`${waitMinutes} minutes later`, after)],
      notes: [
        `${runs} runs each with one answer of 200 tokens in 4 s. Counted are the rows of events, of their large parts, of streamed text and of contents. Files keep what PostgreSQL has not given back, and use it again.`,
      ],
    };
  } finally {
    await bed.close();
    provider.stop();
  }
}

const kb = (bytes: number): number => round(bytes / 1024, 1);

async function ended(bed: TestBed, provider: BenchProvider, stream: boolean): Promise<{ readonly databaseUrl: string }> {
  const server = await bed.server(stream ? 'model_disk_streamed' : 'model_disk', await modelsFileIn(bed.folder, provider));
  const agent = block('agent', 'agent', { model: `fake/${model}`, messages: [{ role: 'user', content: 'Count' }] });
  const workflowId = await deploy(server, chain('Counts', [block('start', 'start_trigger', {}), agent]));
  const body = stream ? { stream: true, selectedOutputs: ['agent.content'] } : {};
  for (let done = 0; done < runs; done += atOnce) await Promise.all(Array.from({ length: atOnce }, () => run(server, workflowId, body)));
  return server;
}

async function run(server: Subject, workflowId: string, body: object): Promise<void> {
  const headers = { 'x-api-key': benchKey, 'content-type': 'application/json' };
  const answer = await fetch(`${server.url}/api/workflows/${workflowId}/execute`, { method: 'POST', headers, body: JSON.stringify(body) });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`A run ended with ${answer.status}: ${text}`);
}

async function diskOf(databaseUrl: string): Promise<Disk> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ pieces: number; bytes: number; files: number }>(
    `select (select count(*)::int from run_text) as pieces, pg_total_relation_size('run_text')::int as files,
       (select coalesce(sum(pg_column_size(e.*)), 0) from run_event e)::int + (select coalesce(sum(pg_column_size(b.*)), 0) from blob b)::int
       + (select coalesce(sum(pg_column_size(t.*)), 0) from run_text t)::int + (select coalesce(sum(pg_column_size(c.*)), 0) from run_content c)::int as bytes`,
  );
  await client.end();
  const [found] = rows;
  if (found === undefined) throw new Error('The database gave no sizes');
  return { pieces: found.pieces, rows: found.bytes / runs, textFiles: found.files };
}
