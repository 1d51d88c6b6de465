/** What happens in a workspace and can start a run. The block names the same. */
export type WorkspaceEventType =
  | 'execution_error'
  | 'execution_success'
  | 'workflow_deployed'
  | 'workflow_undeployed'
  | 'consecutive_failures'
  | 'failure_rate'
  | 'latency_threshold'
  | 'latency_spike'
  | 'cost_threshold'
  | 'error_count'
  | 'no_activity'
  | 'trigger_disabled';

/** The configuration of a trigger that fires when something happens in the workspace. */
export type WorkspaceEventConfig = {
  readonly eventType: WorkspaceEventType;
  /** Empty: all workflows but that of the trigger. */
  readonly workflowIds: readonly string[];
  readonly consecutiveFailures: number;
  readonly failureRatePercent: number;
  readonly durationThresholdMs: number;
  readonly latencySpikePercent: number;
  /** A credit is $0.005. */
  readonly costThresholdCredits: number;
  readonly errorCountThreshold: number;
  readonly windowHours: number;
  readonly inactivityHours: number;
};

export const hourMs = 3_600_000;
const creditUsd = 0.005;
/** A rate of fewer runs says nothing. */
const fewestRuns = 5;
/** How long a rule rests after it has fired for a workflow. */
const restMs = hourMs;

/** Rules that are checked at the end of each run. */
const rules: ReadonlySet<WorkspaceEventType> = new Set([
  'consecutive_failures',
  'failure_rate',
  'latency_threshold',
  'latency_spike',
  'cost_threshold',
  'error_count',
]);
const withHistory: ReadonlySet<WorkspaceEventType> = new Set(['consecutive_failures', 'failure_rate', 'latency_spike', 'error_count']);

export function isRule(type: WorkspaceEventType): boolean {
  return rules.has(type);
}

/** Whether the rule needs the runs before. */
export function needsHistory(type: WorkspaceEventType): boolean {
  return withHistory.has(type);
}

/** A run that has completed or failed. */
export interface RuleRun {
  readonly failed: boolean;
  readonly durationMs: number;
  readonly costUsd: number;
}

/** The runs of the workflow in the window before a run. */
export interface PastRuns {
  readonly runs: number;
  readonly failures: number;
  /** Null without runs. */
  readonly averageMs: number | null;
  /** How many failed after the last that completed, whatever the window. */
  readonly failuresInARow: number;
}

export const noPast: PastRuns = { runs: 0, failures: 0, averageMs: null, failuresInARow: 0 };

/** Whether the end of a run breaks the rule. */
export function breaksRule(config: WorkspaceEventConfig, run: RuleRun, past: PastRuns): boolean {
  const [runs, failures] = [past.runs + 1, past.failures + Number(run.failed)];
  switch (config.eventType) {
    case 'consecutive_failures':
      return run.failed && past.failuresInARow + 1 >= config.consecutiveFailures;
    case 'failure_rate':
      return runs >= fewestRuns && (failures / runs) * 100 >= config.failureRatePercent;
    case 'error_count':
      return run.failed && failures >= config.errorCountThreshold;
    case 'latency_threshold':
      return run.durationMs > config.durationThresholdMs;
    case 'latency_spike':
      return runs >= fewestRuns && run.durationMs > (past.averageMs ?? 0) * (1 + config.latencySpikePercent / 100);
    case 'cost_threshold':
      return run.costUsd > config.costThresholdCredits * creditUsd;
    default:
      return false;
  }
}

/** Whether a rule that fired at a time, in ms, may fire again. */
export function hasRested(firedAt: number | null, now: number): boolean {
  return firedAt === null || now - firedAt >= restMs;
}

/** Whether a workflow has not run for too long. It is reported again after the same time. Times in ms. */
export function isInactive(
  config: WorkspaceEventConfig,
  { lastRunAt, firedAt }: { lastRunAt: number; firedAt: number | null },
  now: number,
): boolean {
  return now - Math.max(lastRunAt, firedAt ?? 0) >= config.inactivityHours * hourMs;
}
