import type { Diagnosis, Log, LogEntry } from '#client';
import { duration } from '../../../text/progress-text.js';
import { treeLines, type Paint } from '../trace-tree.js';

/** A run on one line: time, outcome, duration, workflow, and error. */
export function entryLine({ startedAt, totalDurationMs, executionId, workflow, executionData }: LogEntry): string {
  const took = totalDurationMs === null ? '-' : duration(totalDurationMs);
  const error = executionData?.error ?? null;
  const cells = [startedAt, (executionData?.status ?? '-').padEnd(9), took.padStart(6), executionId, workflow?.name ?? '-'];
  return `${cells.join('  ')}${error === null ? '' : `  ${error.replace(/\s*\n\s*/g, ' ')}`}`;
}

/** All details of one run. */
export function logLines(
  { data, diagnosis }: { readonly data: Log; readonly diagnosis: Diagnosis | undefined },
  paint?: Paint,
): readonly string[] {
  const { executionData, workflow } = data;
  // The server has no cost before the end.
  const cost = (data.cost as Log['cost'] | null)?.total ?? null;
  const fields: readonly (readonly [string, string | null])[] = [
    ['run', data.executionId],
    ['workflow', `${workflow.name} (${workflow.id}), version ${data.deploymentVersionId.split(':').at(-1)}`],
    ['status', executionData.status],
    ['trigger', data.trigger],
    ['started', data.startedAt],
    ['ended', data.endedAt],
    ['duration', data.totalDurationMs === null ? null : duration(data.totalDurationMs)],
    ['cost', cost === null ? null : `${cost} USD`],
    ['error', executionData.error],
  ];
  const shown = fields.flatMap(([name, value]) => (value === null ? [] : [`${name.padEnd(9)} ${value}`]));
  const tree = treeLines(executionData.traceSpans, paint);
  return [...shown, ...(tree.length === 0 ? [] : ['', ...tree]), ...(diagnosis === undefined ? [] : ['', ...diagnosisLines(diagnosis)])];
}

function diagnosisLines({ finding, summary, remedies }: Diagnosis): readonly string[] {
  return [`${finding}: ${summary}`, ...remedies.map(({ action, how }) => `  ${action}: ${how}`)];
}
