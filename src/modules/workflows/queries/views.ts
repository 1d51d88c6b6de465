/** A workflow without its document. */
export interface WorkflowView {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly folderId: string | null;
  readonly workspaceId: string;
  /** Null while nothing is deployed. */
  readonly activeVersion: number | null;
  /** When the active version became active. */
  readonly deployedAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface FolderView {
  readonly id: string;
  readonly name: string;
  readonly workspaceId: string;
  /** Null at the root. */
  readonly parentId: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** One deployment of a workflow, without its document. */
export interface VersionView {
  readonly version: number;
  readonly name: string | null;
  readonly description: string | null;
  /** When it was deployed. */
  readonly deployedAt: string;
  readonly deployedBy: string;
  /** Whether it is the one that runs. */
  readonly isActive: boolean;
}
