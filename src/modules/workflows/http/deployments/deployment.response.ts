import type { VersionView, WorkflowView } from '../../queries/views.js';

/** What is deployed now. `version` is absent while nothing is. */
export interface DeploymentResponse {
  readonly id: string;
  readonly isDeployed: boolean;
  readonly deployedAt: string | null;
  readonly version?: number;
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
