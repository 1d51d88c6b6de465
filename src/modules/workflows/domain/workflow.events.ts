import { audited, settingsOf, type AuditLine } from '#kernel/audit-line.js';
import { defineEvent, type EventOf } from '#kernel/event.js';
import { defineStream } from '#kernel/stream.js';
import type { WorkflowDocument } from '#document/document.js';
import type { DraftOperation } from './edits/operation.js';

export const WorkflowCreated = defineEvent('workflow.created')<{
  workspaceId: string;
  name: string;
  description: string | null;
  folderId: string | null;
  createdBy?: string;
  at: string;
}>();

/** Contains only the changed fields. */
export const WorkflowDetailsChanged = defineEvent('workflow.details-changed')<{
  name?: string;
  description?: string | null;
  folderId?: string | null;
  at: string;
}>();

export const WorkflowDraftSaved = defineEvent('workflow.draft-saved')<{
  document: WorkflowDocument;
  /** Present when an earlier revision was restored. */
  restored?: number;
  at: string;
}>();

/** The draft was changed in parts. `editId` is chosen by the client, so that a retry is recognized. */
export const WorkflowDraftEdited = defineEvent('workflow.draft-edited')<{
  editId: string;
  label: string | null;
  operations: readonly DraftOperation[];
  at: string;
}>();

/** The whole draft after many edits, so that few are read to know it. It changes nothing. */
export const WorkflowDraftSnapshotted = defineEvent('workflow.draft-snapshotted')<{ document: WorkflowDocument; at: string }>();

/** The document of the draft was stored as a version and activated. */
export const WorkflowDeployed = defineEvent('workflow.deployed')<{
  version: number;
  document: WorkflowDocument;
  name?: string;
  description?: string;
  deployedBy: string;
  at: string;
}>();

export const WorkflowUndeployed = defineEvent('workflow.undeployed')<{ at: string }>();

/** An earlier version was activated. The draft did not change. */
export const WorkflowVersionActivated = defineEvent('workflow.version-activated')<{ version: number; at: string }>();

/** The name or the description of a version was changed. Contains only the changed fields; null removes one. */
export const WorkflowVersionDescribed = defineEvent('workflow.version-described')<{
  version: number;
  name?: string | null;
  description?: string | null;
  at: string;
}>();

export const WorkflowDeleted = defineEvent('workflow.deleted')<{ at: string }>();

export const workflowEvents = [
  WorkflowCreated,
  WorkflowDetailsChanged,
  WorkflowDraftSaved,
  WorkflowDraftEdited,
  WorkflowDraftSnapshotted,
  WorkflowDeployed,
  WorkflowUndeployed,
  WorkflowVersionActivated,
  WorkflowVersionDescribed,
  WorkflowDeleted,
] as const;

export type WorkflowEvent = EventOf<typeof workflowEvents>;
export const workflowStream = defineStream('workflow', 'ledger', workflowEvents);

export const workflowAudit: readonly AuditLine[] = [
  audited(WorkflowCreated, 'workflow.created', 'workflow', ({ name, description, folderId }) => ({
    name,
    settings: { name, description, folderId },
  })),
  audited(WorkflowDetailsChanged, 'workflow.updated', 'workflow', ({ at: _, ...settings }) => ({
    ...(settings.name === undefined ? {} : { name: settings.name }),
    settings: settingsOf(settings),
  })),
  audited(WorkflowDraftSaved, 'workflow.updated', 'workflow', () => ({ details: { changed: 'draft' } })),
  audited(WorkflowDeployed, 'workflow.deployed', 'workflow', ({ version }) => ({
    settings: { activeVersion: version },
    initial: { activeVersion: null },
  })),
  audited(WorkflowUndeployed, 'workflow.undeployed', 'workflow', () => ({ settings: { activeVersion: null } })),
  audited(WorkflowVersionActivated, 'workflow.deployment_activated', 'workflow', ({ version }) => ({
    settings: { activeVersion: version },
  })),
  audited(WorkflowVersionDescribed, 'workflow.version_described', 'workflow', ({ at: _, ...details }) => ({ details })),
  audited(WorkflowDeleted, 'workflow.deleted', 'workflow'),
];
