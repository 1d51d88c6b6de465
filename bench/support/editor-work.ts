import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import type { WorkflowDocument } from '#document/document.js';
import { accepted, imported, type Rows, type Stage } from './editor-stage.js';
import { median, round } from './statistics.js';
import { block, chain } from './workflows.js';

const editCount = 500;

/** The same 500 changes of a draft of 93 KB as edits, and as saves of the whole draft. */
export async function ledgerBytes(stage: Stage): Promise<Rows> {
  const { server } = stage;
  const text = 'x'.repeat(700);
  const blocks = Array.from({ length: 100 }, (_, n) => block(`b${n}`, 'function', { code: `return ${n} // ${text}` }));
  const workflow = chain('93 KB', [block('start', 'start_trigger', {}), ...blocks]) as {
    state: { blocks: Record<string, { name: string }> };
  };
  const kilobytes = round(JSON.stringify(workflow).length / 1024);
  const [edited, saved] = [await imported(stage, workflow), await imported(stage, workflow)];
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  const bytes = async (): Promise<number> => {
    const { rows } = await client.query<{ bytes: string }>(
      `select (select coalesce(sum(octet_length(data::text)), 0) from ledger_event) + (select coalesce(sum(bytes), 0) from blob) as bytes`,
    );
    return Number(rows[0]?.bytes);
  };
  const before = await bytes();
  for (let edit = 0; edit < editCount; edit += 1) {
    const { body } = await server.call('GET', `/api/v1/workflows/${edited}/draft`);
    const { revision: base, document } = (body as { data: { revision: number; document: WorkflowDocument } }).data;
    const id = Object.values(document.blocks).at(5)?.id ?? '';
    const ops = [{ op: 'rename', id, name: `Name ${edit}` }];
    const change = { editId: `edit-${edit}`, base, label: `Rename to Name ${edit}`, ops };
    await accepted(server, 'PATCH', `/api/v1/workflows/${edited}/draft`, change);
  }
  const between = await bytes();
  for (let save = 0; save < editCount; save += 1) {
    const named = workflow.state.blocks['b5'];
    if (named !== undefined) named.name = `Name ${save}`;
    await accepted(server, 'PUT', `/api/v1/workflows/${saved}/state`, { state: workflow.state });
  }
  const [small, whole] = [between - before, (await bytes()) - between];
  await client.end();
  return [
    [
      `${editCount} edits of a draft of ${kilobytes} KB: KB in the ledger as edits; as whole saves; times fewer`,
      `${round(small / 1024)}; ${round(whole / 1024)}; ${round(whole / small)}`,
      '50 times',
    ],
  ];
}

const runsEach = 40;

export async function draftRuns(stage: Stage): Promise<Rows> {
  const calls = await startSink();
  try {
    const { server } = stage;
    const url = `http://127.0.0.1:${(calls.server.address() as AddressInfo).port}/`;
    const id = await imported(stage, chain('Calls', [block('start', 'start_trigger', {}), block('call', 'api', { url, method: 'GET' })]));
    await server.call('POST', `/api/v1/workflows/${id}/deploy`);
    const timed = async (path: string, body: unknown): Promise<number> => {
      const next = calls.next();
      const begin = performance.now();
      await server.call('POST', path, body);
      return (await next) - begin;
    };
    const [draft, version]: [number[], number[]] = [[], []];
    for (let run = 0; run < runsEach + 5; run += 1) {
      const ofDraft = await timed(`/api/v1/workflows/${id}/draft/runs`, {});
      const ofVersion = await timed(`/api/workflows/${id}/execute`, {});
      if (run >= 5) [draft, version].forEach((list, index) => list.push([ofDraft, ofVersion][index] ?? 0));
    }
    return [
      [
        'start of a draft run to its first call; of a deployed run, p50 ms',
        `${round(median(draft), 1)}; ${round(median(version), 1)}`,
        '15 above',
      ],
    ];
  } finally {
    calls.server.close();
  }
}

const callsEach = 10;

/** Workflows of ten calls, of which one is changed in turn: how many of them a run that uses results again does not make. */
export async function callsSaved(stage: Stage): Promise<Rows> {
  const { server } = stage;
  let made = 0;
  const sink = createServer((_, response) => {
    made += 1;
    response.end('{"n":1}');
  }).listen(0, '127.0.0.1');
  await once(sink, 'listening');
  const url = `http://127.0.0.1:${(sink.address() as AddressInfo).port}/`;
  const shapes: Readonly<Record<string, (n: number) => string>> = {
    'in a row': (n) => (n === 0 ? 'start' : `c${n - 1}`),
    'beside each other': () => 'start',
    'as a tree': (n) => (n === 0 ? 'start' : `c${Math.floor((n - 1) / 2)}`),
  };
  const parts: string[] = [];
  let [all, again] = [0, 0];
  for (const [name, before] of Object.entries(shapes)) {
    const calls = Array.from({ length: callsEach }, (_, n) => {
      const from = before(n);
      const value = from === 'start' ? '' : `<${from}.data.n>`;
      return block(`c${n}`, 'api', { url, method: 'POST', body: `{"after": "${value}"}` });
    });
    const edges = calls.map(({ id }, n) => ({ id: `e${n}`, source: before(n), target: id, sourceHandle: 'source' }));
    const blocks = [block('start', 'start_trigger', {}), ...calls];
    const state = { blocks: Object.fromEntries(blocks.map((each) => [each['id'], each])), edges, metadata: { name: `Calls ${name}` } };
    const id = await imported(stage, { version: '1.0', state });
    let [whole, repeated] = [0, 0];
    for (let changed = 0; changed < callsEach; changed += 1) {
      let begin = made;
      const reuse = await runToEnd(stage, id, {});
      whole += made - begin;
      const { body } = await server.call('GET', `/api/v1/workflows/${id}/draft`);
      const { revision: base, document } = (body as { data: { revision: number; document: WorkflowDocument } }).data;
      const target = Object.values(document.blocks).find((each) => each.name === `c${changed}`)?.id ?? '';
      const ops = [{ op: 'set', id: target, field: 'body', value: `{"changed": ${changed}}` }];
      const change = { editId: `${name.replaceAll(' ', '-')}-${changed}`, base, label: 'Change', ops };
      await accepted(server, 'PATCH', `/api/v1/workflows/${id}/draft`, change);
      begin = made;
      await runToEnd(stage, id, { reuse });
      repeated += made - begin;
    }
    parts.push(`${name} ${round((1 - repeated / whole) * 100)} %`);
    all += whole;
    again += repeated;
  }
  sink.close();
  return [
    [`exact reuse: calls saved when one of ten is changed: ${parts.join(', ')}; together`, `${round((1 - again / all) * 100)} %`, ''],
  ];
}

/** @returns the id of the run */
async function runToEnd({ server, workspaceId }: Stage, workflowId: string, body: object): Promise<string> {
  const { body: begun } = await server.call('POST', `/api/v1/workflows/${workflowId}/draft/runs`, body);
  const { executionId } = (begun as { data: { executionId: string } }).data;
  for (;;) {
    const { body: found } = await server.call('GET', `/api/v1/logs?workspaceId=${workspaceId}&executionId=${executionId}`);
    const [run] = (found as { data: { endedAt: string | null; level: string }[] }).data;
    if (run !== undefined && run.endedAt !== null && run.level === 'info') return executionId;
    if (run?.level === 'error') throw new Error(`The run failed: ${JSON.stringify(run).slice(0, 500)}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function startSink(): Promise<{ readonly server: Server; next(): Promise<number> }> {
  let tell: ((at: number) => void) | undefined;
  const server = createServer((_, response) => {
    tell?.(performance.now());
    response.end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, next: () => new Promise((done) => (tell = done)) };
}
