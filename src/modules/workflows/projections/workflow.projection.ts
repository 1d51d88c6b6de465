import { defineProjection, when } from '#ledger/rows/projection.js';
import { emptyDocument, type WorkflowDocument } from '#document/document.js';
import {
  WorkflowCreated,
  WorkflowDeleted,
  WorkflowDeployed,
  WorkflowDetailsChanged,
  WorkflowDraftEdited,
  WorkflowDraftSaved,
  WorkflowDraftSnapshotted,
  WorkflowUndeployed,
  WorkflowVersionActivated,
  WorkflowVersionDescribed,
} from '../domain/workflow.events.js';
import { workflowDraft, workflowModel, workflowVersion, type WorkflowRow } from './workflow.entity.js';

interface Place {
  readonly streamId: string;
  readonly position: number;
  readonly at: string;
}

function change({ streamId, position, at }: Place, changes: Partial<WorkflowRow>) {
  return workflowModel.patch({ id: streamId, position, updatedAt: at, ...changes });
}

function wholeDraft(place: Place, document: WorkflowDocument) {
  const { streamId: workflowId, position: revision } = place;
  return [change(place, { draftRevision: revision }), workflowDraft.put({ workflowId, revision, document })];
}

const nothingDeployed = { latestVersion: 0, activeVersion: null, deployedAt: null, deleted: false } as const;

/** The existing workflows, their drafts and their deployed versions. */
export const workflowProjection = defineProjection({
  name: 'workflow',
  version: 1,
  mode: 'inline',
  models: [workflowModel, workflowDraft, workflowVersion],
  on: [
    when(WorkflowCreated, ({ streamId: id, position, at, payload: { workspaceId, name, description, folderId } }) => [
      workflowModel.add({
        id,
        position,
        workspaceId,
        name,
        description,
        folderId,
        ...nothingDeployed,
        draftRevision: position,
        createdAt: at,
        updatedAt: at,
      }),
      workflowDraft.add({ workflowId: id, revision: position, document: emptyDocument }),
    ]),
    when(WorkflowDetailsChanged, ({ payload: { at: _, ...changes }, ...place }) => [change(place, changes)]),
    when(WorkflowDraftSaved, ({ payload: { document }, ...place }) => wholeDraft(place, document)),
    when(WorkflowDraftEdited, (place) => [change(place, { draftRevision: place.position })], 'operations'),
    when(WorkflowDraftSnapshotted, ({ payload: { document }, ...place }) => wholeDraft(place, document)),
    when(WorkflowDeployed, ({ payload: { version, document, name = null, description = null, deployedBy }, ...place }) => [
      change(place, { latestVersion: version, activeVersion: version, deployedAt: place.at }),
      workflowVersion.add({ workflowId: place.streamId, version, document, name, description, deployedBy, deployedAt: place.at }),
    ]),
    when(WorkflowUndeployed, (place) => [change(place, { activeVersion: null, deployedAt: null })]),
    when(WorkflowVersionActivated, ({ payload: { version }, ...place }) => [
      change(place, { activeVersion: version, deployedAt: place.at }),
    ]),
    when(WorkflowVersionDescribed, ({ payload: { at: _, version, ...changes }, ...place }) => [
      change(place, {}),
      workflowVersion.patch({ workflowId: place.streamId, version, ...changes }),
    ]),
    when(WorkflowDeleted, (place) => [
      change(place, { activeVersion: null, deployedAt: null, deleted: true }),
      workflowDraft.remove({ workflowId: place.streamId }),
    ]),
  ],
});
