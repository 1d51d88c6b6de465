import type { VersionView, WorkflowView } from '../../queries/views.js';

/** The deployment of a workflow. */
export interface DeploymentResponse {
  /** Id of the workflow. */
  readonly id: string;
  /** Whether a version of the workflow is active. */
  readonly isDeployed: boolean;
  /** When the active version was activated; null while none is. */
  readonly deployedAt: string | null;
  /** Number of the active version. Absent while none is. */
  readonly version?: number;
  /** Always empty. */
  readonly warnings: readonly string[];
}

export function deploymentResponse({ id, activeVersion, deployedAt }: WorkflowView): DeploymentResponse {
  const warnings: readonly string[] = [];
  if (activeVersion === null) return { id, isDeployed: false, deployedAt: null, warnings };
  return { id, isDeployed: true, deployedAt, version: activeVersion, warnings };
}

export function versionResponse({ version, name, description, deployedAt, deployedBy, isActive }: VersionView): VersionView {
  return { version, name, description, deployedAt, deployedBy, isActive };
}
