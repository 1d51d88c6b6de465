import type { LastRun } from '../ports/run-totals.js';

/** A workflow without its document. */
export interface WorkflowView {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly folderId: string | null;
  readonly workspaceId: string;
  /** Null while nothing is deployed. */
  readonly activeVersion: number | null;
  /** When the active version was activated. */
  readonly deployedAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** How often and when a workflow ran. */
export interface CountedView {
  readonly runCount: number;
  readonly lastRunAt: string | null;
  readonly lastRunStatus: LastRun['status'] | null;
}

/** A folder of workflows. */
export interface FolderView {
  readonly id: string;
  readonly name: string;
  readonly workspaceId: string;
  /** Id of the parent folder; null for the root. */
  readonly parentId: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** A version of a workflow without its document. */
export interface VersionView {
  /** Number of the version, from 1. */
  readonly version: number;
  /** Name of the version; null if it has none. */
  readonly name: string | null;
  /** Description of the version; null if it has none. */
  readonly description: string | null;
  /** When the version was deployed. */
  readonly deployedAt: string;
  /** Id of the user who deployed the version. */
  readonly deployedBy: string;
  /** Whether this is the active version. */
  readonly isActive: boolean;
}
