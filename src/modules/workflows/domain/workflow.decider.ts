import type { Decider } from '#kernel/decider.js';
import { assertNever, conflict, invalidField, notFound } from '#kernel/errors.js';
import { emptyDocument, type WorkflowDocument } from '#document/document.js';
import { foldOperations } from './edits/apply-operations.js';
import { withoutPins } from '#document/export/pins.js';
import type { DraftOperation } from './edits/operation.js';
import { validName } from './valid-name.js';
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
  type WorkflowEvent,
} from './workflow.events.js';
import type { ExistingWorkflow, WorkflowState } from './workflow.state.js';

interface Details {
  readonly name: string;
  readonly description: string | null;
  readonly folderId: string | null;
}

interface Create extends Details {
  readonly type: 'create';
  readonly workspaceId: string;
  readonly createdBy?: string;
  /** The draft of an import. */
  readonly draft?: WorkflowDocument;
  readonly at: string;
}

/** Undefined keeps a value. */
type Changes = { readonly [Field in keyof Details]?: Details[Field] | undefined };

interface ChangeDetails extends Changes {
  readonly type: 'change-details';
  readonly at: string;
}

interface Deploy {
  readonly type: 'deploy';
  /** The revision of the validated draft. The deployment is rejected if the draft has been saved since. */
  readonly draftRevision: number;
  readonly name?: string;
  readonly description?: string;
  readonly deployedBy: string;
  readonly at: string;
}

interface EditDraft {
  readonly type: 'edit-draft';
  readonly editId: string;
  readonly label: string | null;
  /** They can be applied to the draft. */
  readonly operations: readonly DraftOperation[];
  /** The draft after them, when it is to be recorded as a whole. */
  readonly snapshot?: WorkflowDocument;
  readonly at: string;
}

interface RollBack {
  readonly type: 'roll-back';
  /** Absent: the version before the active one. */
  readonly version?: number;
  readonly at: string;
}

interface DescribeVersion {
  readonly type: 'describe-version';
  readonly version: number;
  /** Undefined keeps a value, null removes it. */
  readonly name?: string | null | undefined;
  readonly description?: string | null | undefined;
  /** What is said about the version until now. */
  readonly stored: { readonly name: string | null; readonly description: string | null };
  readonly at: string;
}

/** Times are ISO 8601, UTC. */
export type WorkflowCommand =
  | Create
  | ChangeDetails
  | { readonly type: 'save-draft'; readonly document: WorkflowDocument; readonly restored?: number; readonly at: string }
  | EditDraft
  | Deploy
  | { readonly type: 'undeploy'; readonly at: string }
  | RollBack
  | DescribeVersion
  | { readonly type: 'delete'; readonly at: string };

/** A workflow has one draft and any number of deployed versions, of which at most one is active. */
export const workflow: Decider<WorkflowState, WorkflowCommand, WorkflowEvent> = {
  initial: { status: 'absent' },

  decide(command, state) {
    if (command.type === 'create') return create(command, state);
    if (state.status !== 'existing') throw notFound('Workflow');
    switch (command.type) {
      case 'change-details':
        return changeDetails(command, state);
      case 'save-draft':
        return saveDraft(command);
      case 'edit-draft':
        return editDraft(command);
      case 'deploy':
        return deploy(command, state);
      case 'undeploy':
        return undeploy(command.at, state);
      case 'roll-back':
        return rollBack(command, state);
      case 'describe-version':
        return describeVersion(command, state);
      case 'delete':
        return [WorkflowDeleted({ at: command.at })];
      default:
        return assertNever(command);
    }
  },

  evolve(state, event) {
    if (event.type === 'workflow.created') return created(event.payload);
    return state.status === 'existing' ? changed(state, event) : state;
  },
};

function changed(state: ExistingWorkflow, event: Exclude<WorkflowEvent, ReturnType<typeof WorkflowCreated>>): WorkflowState {
  switch (event.type) {
    case 'workflow.details-changed': {
      const { at: _, ...changes } = event.payload;
      return { ...state, ...changes };
    }
    case 'workflow.draft-saved':
      return { ...state, ...whole(event.payload.document, state.draftRevision + 1) };
    case 'workflow.draft-edited': {
      const draft = foldOperations(state.draft, event.payload.operations);
      return { ...state, draft, draftRevision: state.draftRevision + 1 };
    }
    case 'workflow.draft-snapshotted':
      return { ...state, ...whole(event.payload.document, state.draftRevision + 1) };
    case 'workflow.deployed':
      return { ...state, latestVersion: event.payload.version, activeVersion: event.payload.version };
    case 'workflow.undeployed':
      return { ...state, activeVersion: null };
    case 'workflow.version-activated':
      return { ...state, activeVersion: event.payload.version };
    case 'workflow.version-described':
      return state;
    case 'workflow.deleted':
      return { status: 'deleted' };
    default:
      return assertNever(event);
  }
}

function created({ workspaceId, name, description, folderId }: ReturnType<typeof WorkflowCreated>['payload']): ExistingWorkflow {
  const nothingDeployed = { latestVersion: 0, activeVersion: null };
  return { status: 'existing', workspaceId, name, description, folderId, ...whole(emptyDocument, 0), ...nothingDeployed };
}

function whole(draft: WorkflowDocument, revision: number): Pick<ExistingWorkflow, 'draft' | 'draftRevision' | 'draftWhole'> {
  return { draft, draftRevision: revision, draftWhole: revision };
}

function create(command: Create, state: WorkflowState): readonly WorkflowEvent[] {
  const { type: _, draft, ...details } = command;
  if (state.status !== 'absent') throw conflict('CONFLICT', 'A workflow with this id already exists');
  const birth = WorkflowCreated({ ...details, name: validName(details.name) });
  return draft === undefined ? [birth] : [birth, WorkflowDraftSaved({ document: draft, at: details.at })];
}

function changeDetails({ at, ...command }: ChangeDetails, state: ExistingWorkflow): readonly WorkflowEvent[] {
  const name = command.name === undefined ? state.name : validName(command.name);
  const { description = state.description, folderId = state.folderId } = command;
  const changes = {
    ...(name === state.name ? {} : { name }),
    ...(description === state.description ? {} : { description }),
    ...(folderId === state.folderId ? {} : { folderId }),
  };
  return Object.keys(changes).length === 0 ? [] : [WorkflowDetailsChanged({ ...changes, at })];
}

function saveDraft({ document, restored, at }: Extract<WorkflowCommand, { type: 'save-draft' }>): readonly WorkflowEvent[] {
  return [WorkflowDraftSaved({ document, ...(restored === undefined ? {} : { restored }), at })];
}

function editDraft({ type: _, snapshot, ...edit }: EditDraft): readonly WorkflowEvent[] {
  const edited = WorkflowDraftEdited(edit);
  return snapshot === undefined ? [edited] : [edited, WorkflowDraftSnapshotted({ document: snapshot, at: edit.at })];
}

function deploy(command: Deploy, state: ExistingWorkflow): readonly WorkflowEvent[] {
  const { type: _, draftRevision, ...deployment } = command;
  if (draftRevision !== state.draftRevision) throw conflict('CONFLICT', 'The draft was saved while it was being deployed. Deploy it again');
  return [WorkflowDeployed({ ...deployment, version: state.latestVersion + 1, document: withoutPins(state.draft) })];
}

function undeploy(at: string, { activeVersion }: ExistingWorkflow): readonly WorkflowEvent[] {
  if (activeVersion === null) throw invalidField([], 'Workflow is not deployed', 'not_deployed');
  return [WorkflowUndeployed({ at })];
}

function rollBack({ version, at }: RollBack, state: ExistingWorkflow): readonly WorkflowEvent[] {
  const wanted = version ?? (state.activeVersion ?? 1) - 1;
  if (version === undefined && wanted < 1) {
    throw invalidField('version', 'No previous deployment version to roll back to', 'no_previous_version');
  }
  if (!Number.isInteger(wanted) || wanted < 1 || wanted > state.latestVersion) throw notFound('Deployment version');
  return wanted === state.activeVersion ? [] : [WorkflowVersionActivated({ version: wanted, at })];
}

function describeVersion(command: DescribeVersion, state: ExistingWorkflow): readonly WorkflowEvent[] {
  const { version, stored, at, name = stored.name, description = stored.description } = command;
  if (version < 1 || version > state.latestVersion) throw notFound('Deployment version');
  const changes = { ...(name === stored.name ? {} : { name }), ...(description === stored.description ? {} : { description }) };
  return Object.keys(changes).length === 0 ? [] : [WorkflowVersionDescribed({ version, ...changes, at })];
}
