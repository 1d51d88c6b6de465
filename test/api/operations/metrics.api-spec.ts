import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MetricsServer } from '#modules/operations/metrics/metrics-server.js';
import { MetricsText } from '#modules/operations/metrics/metrics-text.js';
import { MetricsToken } from '#modules/operations/metrics/metrics-token.js';
import { eventually } from '../../support/eventually.js';
import { freePort } from '../../support/server-process.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let server: TestApp;

beforeAll(async () => {
  // Each process has its metrics.
  server = await startTestApp({ inProcess: true });
}, 60_000);
afterAll(() => server.close());

/** Values by series, comments left out. Fails on a line that is neither. */
function parse(text: string): Map<string, number> {
  const values = new Map<string, number>();
  for (const line of text.split('\n').filter((candidate) => candidate !== '' && !/^# (HELP|TYPE) /.test(candidate))) {
    const match = /^([a-z_:][\w:]*(?:\{(?:\w+="[^"]*",?)+\})?) (\S+)$/i.exec(line);
    if (match === null) throw new Error(`Not a line of metrics: ${line}`);
    values.set(match[1] as string, Number(match[2]));
  }
  return values;
}

async function metrics(): Promise<Map<string, number>> {
  return parse((await server.as().get('/metrics')).text);
}

/** Metrics that were collected after this call began. */
async function freshMetrics(): Promise<Map<string, number>> {
  const path = '/api/v1/made-up-for-the-next-metrics';
  const unmatched = 'sluice_http_requests_total{method="GET",route="unmatched",status="404"}';
  const before = (await metrics()).get(unmatched) ?? 0;
  await server.as().get(path).expect(404);
  return eventually(async () => {
    const values = await metrics();
    expect(values.get(unmatched) ?? 0).toBeGreaterThan(before);
    return values;
  });
}

describe('GET /metrics', () => {
  it('answers without a key, in the format of Prometheus', async () => {
    const { status, headers, text } = await server.as().get('/metrics');
    expect(status).toBe(200);
    expect(headers['content-type']).toMatch(/^text\/plain; ?version=0\.0\.4/);
    const values = parse(text);
    expect([...values.values()].filter((value) => Number.isNaN(value))).toEqual([]);
    expect([...values.keys()]).toEqual(
      expect.arrayContaining([
        'process_cpu_seconds_total',
        'sluice_database_up',
        'sluice_requests_limit',
        'sluice_requests_refused_total',
        'sluice_queue_items{state="waiting"}',
        'sluice_queue_items{state="running"}',
        'sluice_queue_oldest_due_seconds',
        'sluice_projection_lag_seconds{projection="execution-log"}',
        'sluice_projection_lag_events{projection="execution-log"}',
        'sluice_audit_lag_seconds',
        'sluice_audit_lag_events',
        'sluice_projection_dead_letters{projection="execution-log"}',
        'sluice_clock_skew_seconds',
        'sluice_horizon_age_seconds',
        'sluice_jobs_running',
        'sluice_job_starts_allowed',
        'sluice_appends_waiting',
        'sluice_appends_failed_total',
        'sluice_runs_quarantined_total',
        'sluice_executions_total{outcome="completed"}',
        'sluice_executions_total{outcome="failed"}',
        'sluice_executions_total{outcome="cancelled"}',
      ]),
    );
  });

  it('says which version the process is', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect((await metrics()).get(`sluice_build_info{version="${version}"}`)).toBe(1);
  });

  it('counts requests by route, also refused ones, and never by address', async () => {
    const series = 'sluice_http_requests_total{method="GET",route="/api/v1/logs/:id",status="401"}';
    const before = (await metrics()).get(series) ?? 0;
    await server.as().get('/api/v1/logs/some-secret-id');
    await eventually(async () => expect((await metrics()).get(series)).toBe(before + 1));
    expect((await server.as().get('/metrics')).text).not.toContain('some-secret-id');
  });

  it('counts appends, and no more statements for them than appends', async () => {
    const before = await freshMetrics();
    const workspaces = Array.from({ length: 8 }, (_, index) =>
      server
        .as(server.first.apiKey)
        .post('/api/v1/workspaces')
        .send({ name: `Counted ${index}` }),
    );
    for (const { status } of await Promise.all(workspaces)) expect(status).toBe(200);
    const after = await freshMetrics();
    const rise = (series: string): number => (after.get(series) ?? 0) - (before.get(series) ?? 0);
    expect(rise('sluice_appends_total')).toBe(8);
    expect(rise('sluice_append_batches_total')).toBeLessThanOrEqual(8);
  });
});

describe('the text of GET /metrics', () => {
  it('is compressed for callers that accept it', async () => {
    const answer = await fetch(`${server.url}/metrics`, { headers: { 'accept-encoding': 'gzip' } });
    expect(answer.headers.get('content-encoding')).toBe('gzip');
    expect(await answer.text()).toContain('sluice_database_up 1');
  });
});

describe('GET /metrics with a token', () => {
  const token = 'for-the-scrape-only-0123456789';

  it('needs it', async () => {
    const guarded = await startTestApp({ env: { SLUICE_METRICS_TOKEN: token }, beside: server });
    const get = (authorization?: string): Promise<Response> =>
      fetch(`${guarded.url}/metrics`, { headers: authorization === undefined ? {} : { authorization } });
    for (const wrong of [undefined, '', `Bearer ${token}x`, `Bearer ${token.slice(1)}`, token, `Basic ${token}`]) {
      const refused = await get(wrong);
      expect([refused.status, refused.headers.get('www-authenticate'), await refused.json()]).toEqual([
        401,
        'Bearer',
        { error: expect.stringContaining('SLUICE_METRICS_TOKEN'), code: 'UNAUTHORIZED' },
      ]);
    }
    const answer = await get(`Bearer ${token}`);
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('sluice_database_up 1')]);
    expect(JSON.stringify(guarded.logLines)).not.toContain(token);
    await guarded.close();
  });
});

describe('GET /metrics on its own port', () => {
  it('is the only route there, and not at the other port', async () => {
    const port = await freePort();
    const apart = await startTestApp({ env: { SLUICE_METRICS_PORT: String(port), SLUICE_HOST: '127.0.0.1' }, beside: server });
    const there = `http://127.0.0.1:${port}`;
    const answer = await fetch(`${there}/metrics`);
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('sluice_database_up 1')]);
    for (const path of ['/', '/health/live', '/api/v1/workspaces', '/docs']) {
      const refused = await fetch(`${there}${path}`);
      expect([refused.status, await refused.json()]).toEqual([404, { error: 'Route not found', code: 'NOT_FOUND' }]);
    }
    await apart.as().get('/metrics').expect(404);
    await apart.close();
    await expect(fetch(`${there}/metrics`)).rejects.toThrow('fetch failed');
  });

  it('needs the token there too, if there is one', async () => {
    const port = await freePort();
    const env = { SLUICE_METRICS_PORT: String(port), SLUICE_METRICS_TOKEN: 'for-the-scrape-only-0123456789', SLUICE_HOST: '127.0.0.1' };
    const apart = await startTestApp({ env, beside: server });
    expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(401);
    const authorization = `Bearer ${env.SLUICE_METRICS_TOKEN}`;
    expect((await fetch(`http://127.0.0.1:${port}/metrics`, { headers: { authorization } })).status).toBe(200);
    await apart.close();
  });

  it('stops the start when the port is taken', async () => {
    const taken = Number(new URL(server.url).port);
    const { app, config } = server;
    const apart = new MetricsServer(
      Object.assign({}, config, { metricsPort: taken, host: '127.0.0.1' }),
      app.get(MetricsText),
      app.get(MetricsToken),
    );
    await expect(apart.onApplicationBootstrap()).rejects.toMatchObject({
      name: 'StartRefused',
      message: `SLUICE_METRICS_PORT ${taken}: cannot listen on 127.0.0.1 (EADDRINUSE). Set another port`,
    });
  });
});
