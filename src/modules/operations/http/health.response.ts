import type { ReadinessReport } from '../queries/readiness-report.js';

/** An error has a sentence and a code. */
export type ReadinessResponse = ReadinessReport & {
  /** Error message; absent if the process is ready. */
  readonly error?: string;
  /** Error code; absent if the process is ready. */
  readonly code?: 'UNAVAILABLE';
};

export function readinessResponse(report: ReadinessReport): ReadinessResponse {
  if (report.status !== 'unavailable') return report;
  return {
    error: report.draining ? 'This process is stopping' : 'This process cannot serve requests at the moment',
    code: 'UNAVAILABLE',
    ...report,
  };
}
