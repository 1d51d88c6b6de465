import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../../support/eventually.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
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
        'sluice_appends_waiting',
        'sluice_appends_failed_total',
        'sluice_runs_quarantined_total',
        'sluice_executions_total{outcome="completed"}',
        'sluice_executions_total{outcome="failed"}',
        'sluice_executions_total{outcome="cancelled"}',
      ]),
    );
  });

  it('counts requests by route, also refused ones, and never by address', async () => {
    const series = 'sluice_http_request_duration_seconds_count{method="GET",route="/api/v1/logs/:id",status="401"}';
    const before = (await metrics()).get(series) ?? 0;
    await server.as().get('/api/v1/logs/some-secret-id');
    await eventually(async () => expect((await metrics()).get(series)).toBe(before + 1));
    expect((await server.as().get('/metrics')).text).not.toContain('some-secret-id');
  });

  it('counts appends, and no more statements for them than appends', async () => {
    const before = await metrics();
    const workspaces = Array.from({ length: 8 }, (_, index) =>
      server
        .as(server.first.apiKey)
        .post('/api/v1/workspaces')
        .send({ name: `Counted ${index}` }),
    );
    for (const { status } of await Promise.all(workspaces)) expect(status).toBe(200);
    const after = await metrics();
    const rise = (series: string): number => (after.get(series) ?? 0) - (before.get(series) ?? 0);
    expect(rise('sluice_appends_total')).toBe(8);
    expect(rise('sluice_append_batches_total')).toBeLessThanOrEqual(8);
  });
});
