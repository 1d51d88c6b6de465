import type { RunStatus } from '../../parts/show/status-pill.js';

interface Facts {
  readonly level: 'error' | 'info';
  readonly endedAt: string | null;
  readonly deploymentVersionId: string;
  readonly executionData?: { readonly status: RunStatus };
}

export function statusOf({ executionData, level, endedAt }: Facts): RunStatus {
  if (executionData !== undefined) return executionData.status;
  if (endedAt === null) return 'running';
  return level === 'error' ? 'failed' : 'completed';
}

/** `v3`, or `draft`. */
export function versionOf({ deploymentVersionId }: Facts): string {
  const name = deploymentVersionId.slice(deploymentVersionId.lastIndexOf(':') + 1);
  return /^\d+$/.test(name) ? `v${name}` : name;
}

interface Place {
  readonly workspaceId: string;
  readonly workflowId: string;
  readonly executionId: string;
}

/** Where the values of a run are shown on the draft. @param mayWrite whether the user may run the draft */
export function editorPathOf({ workspaceId, workflowId, executionId }: Place, mayWrite: boolean): string {
  return `/workspace/${workspaceId}/w/${workflowId}?run=${encodeURIComponent(executionId)}&tab=${mayWrite ? 'run' : 'data'}`;
}
