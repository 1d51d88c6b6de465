import pg from 'pg';
import { parseDocument } from '#document/parse/parse-document.js';
import type { ExecutionFact } from '#engine/execution.events.js';
import { compile } from '#engine/graph/compile.js';
import { RunState } from '#engine/schedule/run-state.js';
import { modelsFileIn, startProvider } from '../support/fake-provider.js';
import { TestBed } from '../support/bed.js';
import type { Section } from '../support/report.js';
import { quantile, round } from '../support/statistics.js';
import { block, chain, deploy } from '../support/workflows.js';

const turns = 20;
/** Characters of each result, so that all results together have about 100 KB. */
const resultLength = 5_400;
const folds = 200;

const tool = {
  type: 'custom-tool',
  title: 'Look up',
  toolId: 'custom-lookup',
  usageControl: 'auto',
  schema: { type: 'function', function: { name: 'lookup', parameters: { type: 'object', properties: { topic: { type: 'string' } } } } },
  // Digits, which a database compresses little.
  code: `let text = ''; for (let n = 1; text.length < ${resultLength}; n += 1) text += Math.sin(n * 7919).toString(36).slice(3); return text.slice(0, ${resultLength});`,
};

interface Stored {
  readonly type: string;
  readonly data: unknown;
  readonly text: number;
  readonly disk: number;
}

/** What an agent with a long history costs: its events on disk, and the fold of them. */
export async function modelHistory(): Promise<Section> {
  const bed = await TestBed.open();
  const provider = await startProvider();
  try {
    const server = await bed.server('model_history', await modelsFileIn(bed.folder, provider));
    const agent = block('agent', 'agent', {
      model: `fake/endless-tools:${turns - 1}`,
      messages: [{ role: 'user', content: 'Look everything up' }],
      tools: [tool],
      maxSteps: turns,
    });
    const document = chain('History', [block('start', 'start_trigger', {}), agent]);
    const workflowId = await deploy(server, document);
    const { status, body } = await server.call('POST', `/api/workflows/${workflowId}/execute`, {});
    if (status !== 200) throw new Error(`The run ended with ${status}: ${JSON.stringify(body)}`);
    const history = Buffer.byteLength(JSON.stringify((await provider.requests()).at(-1)?.body));
    const { events, parts } = await storedEvents(server.databaseUrl);
    if (events.length === 0) throw new Error('The run has no events');
    const facts = events.map(({ type, data }) => ({ type, payload: data }) as ExecutionFact);
    // Its blocks have other ids than those of the document that was imported.
    const deployed = await server.call('GET', `/api/v1/workflows/${workflowId}/export`);
    const parsed = parseDocument(exportedIn(deployed.body));
    if (parsed.document === undefined) throw new Error(`The document cannot be read: ${JSON.stringify(parsed.problems)}`);
    const plan = compile(parsed.document, 'api');
    const processorBefore = process.threadCpuUsage();
    const foldMs = Array.from({ length: folds }, () => timeOf(() => folded(plan, facts)));
    const processor = process.threadCpuUsage(processorBefore);
    const readMs = Array.from({ length: folds }, () => timeOf(() => JSON.parse(JSON.stringify(facts))));
    const sumOf = (rows: readonly Pick<Stored, 'text' | 'disk'>[], part: 'text' | 'disk'): number =>
      rows.reduce((sum, row) => sum + row[part], 0);
    const times = (bytes: number): string => `${round(bytes / 1024)}; ${round(bytes / history, 2)}`;
    return {
      title: 'Long histories of agents',
      columns: [`${turns} turns`, 'Measured', 'Budget'],
      rows: [
        ['history that the last call was sent, KB', round(history / 1024), ''],
        ['JSON of the events, KB; ÷ history', times(sumOf(events, 'text')), '÷ history 1.5'],
        ['events on disk, KB; ÷ history', times(sumOf(events, 'disk')), '÷ history 1.5'],
        ['with the parts that are stored beside them, KB; ÷ history', times(sumOf([...events, ...parts], 'disk')), ''],
        ['fold of all events, p50; p99 ms', `${round(quantile(foldMs, 0.5), 2)}; ${round(quantile(foldMs, 0.99), 2)}`, '5'],
        ['the same: processor time of one, mean ms', round((processor.user + processor.system) / 1000 / folds, 2), '5'],
        [
          'baseline: writing and reading their JSON, p50; p99 ms',
          `${round(quantile(readMs, 0.5), 2)}; ${round(quantile(readMs, 0.99), 2)}`,
          '',
        ],
      ],
      notes: [
        `${events.length} events, ${folds} folds. The part beside them is the output of the block, whose \`toolCalls\` repeats the results of the tools; the end of the run shares it.`,
      ],
    };
  } finally {
    await bed.close();
    provider.stop();
  }
}

function folded(plan: ReturnType<typeof compile>, facts: readonly ExecutionFact[]): void {
  const state = new RunState(plan);
  for (const fact of facts) state.apply(fact);
  if (state.outcome() === undefined) throw new Error('The run has ended');
}

function timeOf(work: () => unknown): number {
  const began = performance.now();
  work();
  return performance.now() - began;
}

async function storedEvents(
  databaseUrl: string,
): Promise<{ readonly events: readonly Stored[]; readonly parts: readonly Pick<Stored, 'text' | 'disk'>[] }> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<Stored>(
    `select type, data, octet_length(data::text) + coalesce(octet_length(meta::text), 0) as text, pg_column_size(e.*) as disk from run_event e
     where stream_id = (select stream_id from run_event where type = 'execution.agent-entered') order by version`,
  );
  // Large parts lie beside the events, once for each content.
  const { rows: parts } = await client.query<Pick<Stored, 'text' | 'disk'>>(
    'select octet_length(data::text) as text, pg_column_size(b.*) as disk from blob b',
  );
  await client.end();
  return { events: rows, parts };
}

function exportedIn(body: unknown): unknown {
  return (body as { data?: unknown }).data ?? body;
}
