import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { blockWith, deployState, finishedJob, functionBlock, inARow } from '../../support/run-api.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string };
}
interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly Attribute[];
  readonly status: { readonly code: number; readonly message?: string };
}
interface Metric {
  readonly name: string;
  readonly histogram?: { readonly dataPoints: readonly { readonly attributes: readonly Attribute[]; readonly count: number | string }[] };
}
interface Sent {
  readonly resourceSpans?: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[];
  }[];
  readonly resourceMetrics?: readonly { readonly scopeMetrics: readonly { readonly metrics: readonly Metric[] }[] }[];
}

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const caller = '00f067aa0ba902b7';
const hidden = 'not-for-the-receiver';
const received: { readonly path: string; readonly headers: IncomingHttpHeaders; readonly body: string }[] = [];
let receiver: Server;
let server: TestApp;
let workflowId: string;
let failing: string;

const bodies = (path: string): Sent[] => received.filter((each) => each.path === path).map(({ body }) => JSON.parse(body) as Sent);
const spans = (): Span[] =>
  bodies('/v1/traces').flatMap(({ resourceSpans = [] }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  );
const spansOf = (runId: string): Span[] => spans().filter((span) => valueOf(span.attributes, 'sluice.run.id') === runId);
const valueOf = (attributes: readonly Attribute[], key: string): string | undefined =>
  attributes.find((each) => each.key === key)?.value.stringValue;
const runIds = new Map<string, string>();

/** Everything is sent when the server has stopped. */
beforeAll(async () => {
  receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      received.push({ path: request.url ?? '', headers: request.headers, body });
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  server = await startTestApp({
    inProcess: true,
    env: { SLUICE_OTLP_URL: url, SLUICE_OTLP_HEADERS: 'authorization=Bearer%20token', SLUICE_OUTBOUND_ALLOW: '127.0.0.1' },
  });
  const owner = server.as(server.first.apiKey);
  workflowId = await deployState(server, inARow(blockWith('ask', 'api', { url: `${url}/asked`, method: 'GET' })));
  failing = await deployState(server, inARow(functionBlock('wrong', `throw new Error('${hidden}')`)));
  const run = async (name: string, id: string, headers: Record<string, string>, status: number): Promise<void> => {
    const { body } = await owner.post(`/api/workflows/${id}/execute`).set(headers).send({ word: hidden }).expect(status);
    const { executionId, jobId } = body as { executionId: string; jobId?: string };
    runIds.set(name, executionId);
    if (jobId !== undefined) await finishedJob(server, jobId);
  };
  await run('continued', workflowId, { traceparent: `00-${traceId}-${caller}-01` }, 200);
  await run('queued', workflowId, { traceparent: `00-${traceId}-${caller}-01`, 'X-Execution-Mode': 'async' }, 202);
  await run('unsampled', workflowId, { traceparent: `00-${traceId}-${caller}-00` }, 200);
  await run('own', workflowId, {}, 200);
  await run('failed', failing, { traceparent: 'no traceparent' }, 500);
  await server.close();
}, 120_000);

afterAll(() => {
  receiver.closeAllConnections();
  receiver.close();
});

const idOf = (name: string): string => runIds.get(name) ?? '';
const runSpan = (name: string): Span | undefined => spansOf(idOf(name)).find((span) => span.name === 'run');

describe('the traces of runs', () => {
  it.each(['continued', 'queued'])('continue the trace of the caller: %s', (name) => {
    expect(runSpan(name)).toMatchObject({ traceId, parentSpanId: caller, status: { code: 1 } });
    const blocks = spansOf(idOf(name)).filter((span) => span.name.startsWith('block '));
    expect(blocks.map((span) => span.name).toSorted()).toEqual(['block ask', 'block start']);
    for (const block of blocks) expect(block).toMatchObject({ traceId, parentSpanId: runSpan(name)?.spanId });
  });

  it('begin a trace where no caller has one', () => {
    expect(runSpan('own')?.traceId).toMatch(/^[0-9a-f]{32}$/);
    expect(runSpan('own')?.traceId).not.toBe(traceId);
    expect(runSpan('own')?.parentSpanId ?? '').toBe('');
  });

  it('are not sent when the caller does not sample its trace', () => {
    expect(spansOf(idOf('unsampled'))).toEqual([]);
  });

  it('are continued by the systems that the run calls', () => {
    const asked = received.filter(({ path }) => path === '/asked').map(({ headers }) => String(headers['traceparent']));
    expect(asked).toHaveLength(4);
    expect(asked).toContain(`00-${traceId}-${runSpan('continued')?.spanId}-01`);
    expect(asked.filter((header) => header.endsWith('-00'))).toHaveLength(1);
  });

  it('say that a run failed, and contain nothing of its data', () => {
    expect(runSpan('failed')).toMatchObject({ status: { code: 2, message: 'The run failed' } });
    expect(JSON.stringify(received.filter(({ path }) => path.startsWith('/v1/')))).not.toContain(hidden);
  });

  it('have the times of their work', () => {
    for (const { startTimeUnixNano, endTimeUnixNano } of spans())
      expect(BigInt(endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(startTimeUnixNano));
  });

  it('name the service, and carry the headers of the operator', () => {
    const [first] = bodies('/v1/traces')[0]?.resourceSpans ?? [];
    expect(valueOf(first?.resource.attributes ?? [], 'service.name')).toBe('sluice');
    for (const { path, headers } of received.filter(({ path: each }) => each.startsWith('/v1/')))
      expect([path, headers.authorization]).toEqual([path, 'Bearer token']);
  });
});

describe('the metrics for the receiver', () => {
  const metrics = (): Metric[] =>
    bodies('/v1/metrics').flatMap(({ resourceMetrics = [] }) =>
      resourceMetrics.flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics)),
    );

  it('are those of /metrics', () => {
    expect(metrics().map(({ name }) => name)).toEqual(
      expect.arrayContaining(['sluice_build_info', 'sluice_requests_in_progress', 'sluice_executions_total']),
    );
  });

  it('have the duration of runs by workflow', () => {
    const points = metrics().flatMap(({ name, histogram }) =>
      name === 'sluice_run_duration_seconds' ? (histogram?.dataPoints ?? []) : [],
    );
    const counts = points.map(({ attributes, count }) => [valueOf(attributes, 'workflow'), valueOf(attributes, 'outcome'), Number(count)]);
    expect(counts).toEqual(
      expect.arrayContaining([
        [workflowId, 'completed', 4],
        [failing, 'failed', 1],
      ]),
    );
  });
});
