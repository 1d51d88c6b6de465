import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { eventually } from '../../support/eventually.js';
import { KnownSeries } from '../../support/monitoring/known-series.js';
import { readExpression } from '../../support/monitoring/promql.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly description: string };
}

interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[];
}

const { groups } = parse(readFileSync('ops/prometheus-rules.yml', 'utf8')) as { groups: { name: string; rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);
const { panels } = JSON.parse(readFileSync('ops/grafana-dashboard.json', 'utf8')) as { panels: Panel[] };
const targets = panels.flatMap(({ title, targets: all = [] }) => all.map((target) => ({ title, ...target })));

/** With the variables of Grafana filled in. */
const filled = (expr: string): string => expr.replaceAll('$__rate_interval', '5m').replaceAll('$instance', '.*');

let folder: string;
let server: TestApp;
let series: KnownSeries;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sluice-monitoring-'));
  const file = join(folder, 'exports.json');
  await writeFile(file, JSON.stringify({ consumers: [{ name: 'archive', feed: 'logs', folder }] }));
  server = await startTestApp({ env: { SLUICE_EXPORTS_FILE: file } });
  await server.as(server.first.apiKey).get('/api/v1/workspaces').expect(200);
  await eventually(async () => {
    const { text } = await server.as().get('/metrics');
    expect(text).toContain('sluice_export_lag_seconds{consumer="archive"}');
    expect(text).toContain('route="/api/v1/workspaces"');
    series = new KnownSeries(text);
  });
}, 60_000);

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

describe('the alerts', () => {
  it.each(rules.map(({ alert, expr }) => [alert, expr] as const))('%s reads series that the server tells', (_, expr) => {
    expect(series.strangersOf(readExpression(expr))).toEqual([]);
  });

  it('have names of their own, a severity, words for people, and times that Prometheus reads', () => {
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
    for (const rule of rules) {
      expect(Object.keys(rule)).toEqual(expect.arrayContaining(['alert', 'expr', 'labels', 'annotations']));
      expect(rule.for ?? '0s').toMatch(/^\d+[smh]$/);
      expect(['critical', 'warning', 'info']).toContain(rule.labels.severity);
      expect(rule.annotations).toEqual({ summary: expect.stringMatching(/\S/), description: expect.stringMatching(/\S/) });
    }
  });

  it('show only labels that their expressions leave', () => {
    const shown = rules.flatMap(({ alert, expr, annotations }) =>
      [...JSON.stringify(annotations).matchAll(/\$labels\.(\w+)/g)].map(([, label = '']) => ({ alert, expr, label })),
    );
    const gone = shown.filter(({ expr, label }) => /\b(?:max|min|sum)\b/.test(expr) && !readExpression(expr).grouping.includes(label));
    expect(gone).toEqual([]);
  });

  it('are each explained on the page for operators', async () => {
    const page = await readFile('docs/operations.md', 'utf8');
    expect(rules.map(({ alert }) => alert).filter((alert) => !page.includes(`\`${alert}\``))).toEqual([]);
  });
});

describe('the page for operators', () => {
  it('explains every series of the server, and no other', async () => {
    const page = await readFile('docs/operations.md', 'utf8');
    const explained = [...page.matchAll(/`(sluice_\w+)`/g)].map(([, name = '']) => name);
    const { text } = await server.as().get('/metrics');
    const told = [...text.matchAll(/^# TYPE (sluice_\w+) /gm)].map(([, name = '']) => name);
    expect([...new Set(explained)].toSorted()).toEqual(told.toSorted());
  });
});

describe('the dashboard', () => {
  it.each(targets.map(({ title, expr }) => [title, filled(expr)] as const))('%s reads series that the server tells: %s', (_, expr) => {
    expect(series.strangersOf(readExpression(expr))).toEqual([]);
  });

  it('names lines by labels that the expression leaves', () => {
    const gone = targets.filter(({ expr, legendFormat }) => {
      const { grouping } = readExpression(filled(expr));
      const named = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = '']) => label);
      return grouping.length > 0 && named.some((label) => !grouping.includes(label));
    });
    expect(gone).toEqual([]);
  });

  it('has panels with ids of their own that do not overlap', () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, index) => `${x + (index % w)},${y + Math.floor(index / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    expect(panels.every(({ gridPos: { x, w } }) => x + w <= 24)).toBe(true);
  });
});

describe('an expression with a mistake', () => {
  it.each([
    ['a metric that is not there', 'sum(sluice_runs_total)', ['sluice_runs_total']],
    ['a label that is not there', 'sluice_queue_items{kind="waiting"}', ['sluice_queue_items{kind="waiting"}']],
    ['a value that is not there', 'sluice_queue_items{state="late"}', ['sluice_queue_items{state="late"}']],
    ['a grouping by what is not there', 'sum by (route) (sluice_queue_items)', ['route']],
  ])('is found: %s', (_, expr, strangers) => {
    expect(series.strangersOf(readExpression(expr))).toEqual(strangers);
  });

  it('is found: what is no PromQL', () => {
    expect(() => readExpression('sum by (le (rate(foo)')).toThrow('No PromQL');
  });
});
