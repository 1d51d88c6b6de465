import { historyModels, type HistoryWorkspace } from './run-history.js';

export type Query = Readonly<Record<string, string | number>>;

const dayMs = 24 * 3600 * 1000;

function days(from: number, to: number): Query {
  return { startDate: dayBefore(from), endDate: dayBefore(to) };
}

function dayBefore(count: number): string {
  return new Date(Date.now() - count * dayMs).toISOString();
}

/** Every filter of the log by itself, with many matches, few and none, and the usual pairs. `known` is an execution of the workspace. */
export function logFilters({ workflowIds }: HistoryWorkspace, known: string): Readonly<Record<string, Query>> {
  const [busy, quiet] = [workflowIds[0] ?? '', workflowIds.at(-1) ?? ''];
  const ten = workflowIds.slice(0, 10).join();
  return { ...single(busy, quiet, ten), 'an execution': { executionId: known }, ...figures, ...texts, ...pairs(busy, quiet) };
}

function single(busy: string, quiet: string, ten: string): Record<string, Query> {
  return {
    none: {},
    'a busy workflow': { workflowIds: busy },
    'a quiet workflow': { workflowIds: quiet },
    'ten workflows': { workflowIds: ten },
    successes: { level: 'info' },
    errors: { level: 'error' },
    'a usual trigger': { triggers: 'api' },
    'a rare trigger': { triggers: 'chat' },
    'an unknown trigger, nothing': { triggers: 'carrier-pigeon' },
    'a day': days(200, 199),
    'dates to come, nothing': { startDate: dayBefore(-3) },
    'an unknown execution, nothing': { executionId: 'unknown' },
  };
}

const figures: Record<string, Query> = {
  'longer than 5 s': { minDurationMs: 5000 },
  'longer than 15 min': { minDurationMs: 900_000 },
  'longer than a day, nothing': { minDurationMs: dayMs },
  'shorter than 100 ms': { maxDurationMs: 100 },
  'from 1000 to 1010 ms': { minDurationMs: 1000, maxDurationMs: 1010 },
  'more than 2 cents': { minCost: 0.02 },
  'more than 1 USD': { minCost: 1 },
  'more than 1000 USD, nothing': { minCost: 1000 },
  'less than 1 cent': { maxCost: 0.01 },
  ...Object.fromEntries(historyModels.map((model) => [`model ${model}`, { model }])),
  'an unknown model, nothing': { model: 'm-unknown' },
};

const texts: Record<string, Query> = {
  'errors that say timed out': { search: 'timed out' },
  'errors that say position 9': { search: 'position 9' },
  'errors that say certificate': { search: 'certificate of billing' },
  'a text that much resembles, nothing': { search: 'order 12' },
  'a text that nothing says': { search: 'nothing says this' },
  'the name of a workflow': { search: 'workflow 0.7' },
};

function pairs(busy: string, quiet: string): Record<string, Query> {
  return {
    'errors of a workflow': { workflowIds: busy, level: 'error' },
    'errors of a quiet workflow': { workflowIds: quiet, level: 'error' },
    'a workflow in ten days': { workflowIds: quiet, ...days(100, 90) },
    'errors in ten days': { level: 'error', ...days(100, 90) },
    'errors of a rare trigger': { level: 'error', triggers: 'chat' },
    'slow errors': { level: 'error', minDurationMs: 60_000 },
    'slow runs of a workflow': { workflowIds: busy, minDurationMs: 60_000 },
    'slow runs in ten days': { minDurationMs: 20_000, ...days(100, 90) },
    'costly runs of a model': { model: 'm-large', minCost: 0.3 },
    'slow and costly': { minDurationMs: 60_000, minCost: 0.3 },
    'a model without its cost, nothing': { model: 'm-small', maxCost: 0.005 },
    'a model that failed': { model: 'm-rare', level: 'error' },
  };
}
