import { TestBed, benchKey, freePort, type Subject } from '../support/bed.js';
import { Inspector, inspectable } from '../support/forced-collection.js';
import { drive } from '../support/load.js';
import type { Section } from '../support/report.js';
import { quantile, round } from '../support/statistics.js';
import { readStream } from '../support/stream-reader.js';
import { deploy, noOp } from '../support/workflows.js';

const warmUp = 100;
const rounds = 10;
const callsOfRound = 100;
/** Calls whose memory is measured. Before these, a tenth that warms up. */
const manyCalls = 20_000;
const clients = 16;
const modern = '2026-07-28';
const legacy = '2025-11-25';

/** One way to start the same run. */
interface Way {
  readonly name: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

type Rows = (string | number)[][];

/** Calls of a tool beside the same runs over the execute route, and the memory that many calls leave. */
export async function mcp(): Promise<Section> {
  const bed = await TestBed.open();
  try {
    const inspectorPort = await freePort();
    const server = await bed.server('mcp', inspectable(inspectorPort));
    const ways = await waysTo(server);
    const rows = [...(await turns(ways)), ...(await memory(server, ways.slice(1), inspectorPort))];
    return {
      title: 'Calls of tools over MCP',
      columns: ['What', 'Measured', 'Baseline beside it', 'Budget'],
      rows,
      notes: [
        `A workflow of a start and a Response block. Times: one client with one connection, ${rounds * callsOfRound} calls of each kind in turns of ${callsOfRound}. Memory: ${manyCalls} calls by ${clients} clients, half of them in each era, after ${manyCalls / 10} that do not count; "in use" is heap and buffers after a forced collection. All processes share the machine.`,
      ],
    };
  } finally {
    await bed.close();
  }
}

async function turns(ways: readonly Way[]): Promise<Rows> {
  for (const way of ways) await inARow(way, warmUp);
  const times = new Map<string, number[]>(ways.map(({ name }) => [name, []]));
  for (let turn = 0; turn < rounds; turn += 1) for (const way of ways) times.get(way.name)?.push(...(await inARow(way, callsOfRound)));
  const [execute = [], ...eras] = times.values();
  const baseline = pair(execute);
  return [...eras.entries()].flatMap(([index, ms]): Rows => {
    const { name } = ways[index + 1] ?? { name: '' };
    const above = quantile(ms, 0.5) - quantile(execute, 0.5);
    return [
      [`${name}, p50; p99 ms`, pair(ms), baseline, ''],
      ['the same: p50 above the execute route, ms', round(above, 2), '', '2'],
    ];
  });
}

async function memory(server: Subject, eras: readonly Way[], port: number): Promise<Rows> {
  const call = async (amount: number): Promise<void> => {
    for (const { url, headers, body } of eras) {
      const { failed } = await drive({ url, headers, body: JSON.stringify(body), clients, seconds: 0, amount: amount / eras.length });
      if (failed > 0) throw new Error(`${failed} calls have failed`);
    }
  };
  await call(manyCalls / 10);
  const inspector = await Inspector.attach(server.pid, port);
  try {
    const before = await inspector.memory();
    await call(manyCalls);
    const after = await inspector.memory();
    return [
      [`memory in use after ${manyCalls} calls, MB`, round(after.usedMb, 1), round(before.usedMb, 1), ''],
      ['the same: growth, MB', round(after.usedMb - before.usedMb, 1), '', '32'],
      ['the same: resident memory, MB', round(after.residentMb), round(before.residentMb), ''],
    ];
  } finally {
    inspector.close();
  }
}

/** The execute route first. */
async function waysTo(server: Subject): Promise<readonly [Way, Way, Way]> {
  const workflowId = await deploy(server, noOp);
  const { body: workspaces } = (await server.call('GET', '/api/v1/workspaces')) as { body: { data: { id: string }[] } };
  const made = await server.call('POST', '/api/mcp/workflow-servers', {
    workspaceId: workspaces.data[0]?.id,
    name: 'Bench',
    workflowIds: [workflowId],
  });
  if (made.status !== 200) throw new Error(`The MCP server was refused: ${JSON.stringify(made.body)}`);
  const { id, toolNames } = (made.body as { data: { server: { id: string; toolNames: readonly string[] } } }).data.server;
  const name = toolNames[0] ?? '';
  const url = `${server.url}/api/mcp/serve/${id}`;
  const own = { 'x-api-key': benchKey };
  const headers = { ...own, accept: 'application/json, text/event-stream' };
  const call = (more: object): object => ({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: { n: 1 }, ...more } });
  const meta = {
    'io.modelcontextprotocol/protocolVersion': modern,
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const routing = { 'mcp-protocol-version': modern, 'mcp-method': 'tools/call', 'mcp-name': name };
  return [
    { name: 'execute', url: `${server.url}/api/workflows/${workflowId}/execute`, headers: own, body: { n: 1 } },
    { name: `tools/call, ${modern}`, url, headers: { ...headers, ...routing }, body: call({ _meta: meta }) },
    { name: `tools/call, ${legacy}`, url, headers: { ...headers, 'mcp-protocol-version': legacy }, body: call({}) },
  ];
}

/** Calls one after the other. @returns the time of each in ms */
async function inARow({ name, url, headers, body }: Way, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let call = 0; call < count; call += 1) {
    const startedAt = performance.now();
    const { status, pieces } = await readStream(url, { headers, body });
    times.push(performance.now() - startedAt);
    const text = Buffer.concat(pieces.map(([, bytes]) => bytes)).toString();
    if (status !== 200 || /"error":[{"]|"isError":true/.test(text)) throw new Error(`${name} was answered with ${status}: ${text}`);
  }
  return times;
}

function pair(values: readonly number[]): string {
  return `${round(quantile(values, 0.5), 2)}; ${round(quantile(values, 0.99), 1)}`;
}
