import type { Finding, FindingStatus } from './finding.js';

const marks: Readonly<Record<FindingStatus, string>> = { ok: 'ok  ', warn: 'WARN', fail: 'FAIL' };

/** A line for each finding, with advice below it. */
export function findingText(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ check }) => check.length));
  const indent = ' '.repeat(width + 7);
  const lines = findings.flatMap(({ check, status, message, advice }) => [
    `${marks[status]} ${check.padEnd(width)}  ${message}`,
    ...(advice === undefined ? [] : [`${indent}-> ${advice}`]),
  ]);
  return [...lines, '', summary(findings)].join('\n');
}

function summary(findings: readonly Finding[]): string {
  const count = (status: FindingStatus): number => findings.filter((finding) => finding.status === status).length;
  const [warnings, failures] = [count('warn'), count('fail')];
  if (failures > 0) return `${failures} of ${findings.length} checks failed, ${warnings} ${warnings === 1 ? 'warning' : 'warnings'}`;
  return warnings > 0
    ? `No check failed, ${warnings} ${warnings === 1 ? 'warning' : 'warnings'} in ${findings.length} checks`
    : `All ${findings.length} checks passed`;
}
