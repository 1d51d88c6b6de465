import { request } from 'node:http';
import { modelsFileIn, startProvider, type BenchProvider } from '../support/fake-provider.js';
import { benchKey, TestBed, type Subject } from '../support/bed.js';
import type { Section } from '../support/report.js';
import { quantile, round } from '../support/statistics.js';
import { block, chain, deploy } from '../support/workflows.js';

const cancellations = 60;
const model = 'deltas:2000:20';
const pollMs = 20;

/** How long after `POST …/cancel` the connection to the provider is closed: by the process that runs the agent, and by another one. */
export async function modelCancel(): Promise<Section> {
  const bed = await TestBed.open();
  const provider = await startProvider();
  try {
    const env = await modelsFileIn(bed.folder, provider);
    const one = await bed.server('model_cancel', env);
    const other = await bed.server('model_cancel', { ...env, DATABASE_URL: one.databaseUrl });
    const agent = block('agent', 'agent', { model: `fake/${model}`, messages: [{ role: 'user', content: 'Count' }] });
    const workflowId = await deploy(one, chain('Counts', [block('start', 'start_trigger', {}), agent]));
    const [same, elsewhere, plain]: number[][] = [[], [], []];
    for (let count = 0; count < cancellations; count += 1) {
      same?.push(await cancelled({ one, by: one, workflowId }, provider));
      elsewhere?.push(await cancelled({ one, by: other, workflowId }, provider));
      plain?.push(await left(provider));
    }
    const row = (what: string, values: readonly number[] = [], budget = ''): string[] => [what, pair(values), budget];
    return {
      title: 'Cancelled calls of models',
      columns: ['From the request to the closed connection, p50; p99 ms', 'Measured', 'Budget'],
      rows: [
        row('`POST …/cancel` to the process that runs the agent', same, 'p99 50'),
        row('`POST …/cancel` to another process', elsewhere, '1000'),
        row('baseline: a client of the provider that closes its connection', plain),
      ],
      notes: [
        `${cancellations} runs each, in turns. A run is cancelled after its first token. The provider says when its connection was closed; clocks count whole milliseconds.`,
      ],
    };
  } finally {
    await bed.close();
    provider.stop();
  }
}

interface Cancelling {
  readonly one: Subject;
  readonly by: Subject;
  readonly workflowId: string;
}

async function cancelled({ one, by, workflowId }: Cancelling, provider: BenchProvider): Promise<number> {
  await provider.forget();
  const executionId = crypto.randomUUID();
  const body = { stream: true, selectedOutputs: ['agent.content'] };
  const headers = { 'x-api-key': benchKey, 'x-execution-id': executionId };
  const reader = await reading(`${one.url}/api/workflows/${workflowId}/execute`, { headers, body });
  const startedAtMs = Date.now();
  const cancelling = by.call('POST', `/api/workflows/${workflowId}/executions/${executionId}/cancel`);
  const { status } = await cancelling;
  if (status !== 200) throw new Error(`A cancellation was answered with ${status}`);
  const ms = (await closedAtMs(provider)) - startedAtMs;
  reader();
  return ms;
}

async function left(provider: BenchProvider): Promise<number> {
  await provider.forget();
  const body = { model, stream: true, messages: [{ role: 'user', content: 'Count' }] };
  const leave = await reading(`${provider.url}/v1/chat/completions`, { headers: {}, body });
  const startedAtMs = Date.now();
  leave();
  return (await closedAtMs(provider)) - startedAtMs;
}

/** Reads a stream up to its first text. @returns how to leave it */
function reading(url: string, { headers, body }: { headers: Readonly<Record<string, string>>; body: unknown }): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const text = JSON.stringify(body);
    const asked = request(url, { method: 'POST', headers: { ...headers, 'content-type': 'application/json' } });
    asked.on('error', reject);
    asked.on('response', (response) => {
      if (response.statusCode !== 200) reject(new Error(`A stream was refused with ${response.statusCode}`));
      response.on('error', () => undefined);
      response.on('data', (bytes: Buffer) => {
        if (/"chunk":"|"content":"[^"]/.test(bytes.toString())) resolve(() => asked.destroy());
      });
    });
    asked.end(text);
  });
}

async function closedAtMs(provider: BenchProvider): Promise<number> {
  for (;;) {
    const [seen] = await provider.requests();
    if (typeof seen?.endedAt === 'string') return Date.parse(seen.endedAt);
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

function pair(values: readonly number[]): string {
  return `${round(quantile(values, 0.5), 1)}; ${round(quantile(values, 0.99), 1)}`;
}
