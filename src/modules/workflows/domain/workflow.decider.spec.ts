import { describe, expect, it } from '@jest/globals';
import { fold } from '#kernel/decider.js';
import { given } from '../../../../test/support/decider-spec.js';
import { readDocument, workflowFixture } from '../../../../test/support/workflow-documents.js';
import { workflow } from './workflow.decider.js';
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

const at = '2026-01-05T10:00:00.000Z';
const details = { workspaceId: 'ws1', name: 'Fee gate', description: null, folderId: null, createdBy: 'u1' };
const document = readDocument(workflowFixture('fee-gate'));

const created = WorkflowCreated({ ...details, at });
const saved = WorkflowDraftSaved({ document, at });
const deployed = (version: number): WorkflowEvent => WorkflowDeployed({ version, document, deployedBy: 'u1', at });
const undeployed = WorkflowUndeployed({ at });
const activated = (version: number): WorkflowEvent => WorkflowVersionActivated({ version, at });
const deleted = WorkflowDeleted({ at });

describe('creating a workflow', () => {
  it('trims its name', () => {
    given(workflow, [])
      .when({ type: 'create', ...details, name: ' Fee gate ', at })
      .then([created]);
  });

  it('saves the draft of an import', () => {
    given(workflow, [])
      .when({ type: 'create', ...details, draft: document, at })
      .then([created, saved]);
  });

  it.each([' ', 'x'.repeat(201)])('rejects the name %j', (name) => {
    given(workflow, [])
      .when({ type: 'create', ...details, name, at })
      .refuses('VALIDATION_FAILED', 'name must be a string of 1 to 200 characters');
  });

  it('counts an emoji of a name as one character', () => {
    const name = '🧾'.repeat(200);
    given(workflow, [])
      .when({ type: 'create', ...details, name, at })
      .then([WorkflowCreated({ ...details, name, at })]);
  });

  it('happens once', () => {
    given(workflow, [created])
      .when({ type: 'create', ...details, at })
      .refuses('CONFLICT');
    given(workflow, [created, deleted])
      .when({ type: 'create', ...details, at })
      .refuses('CONFLICT');
  });
});

describe('changing the details of a workflow', () => {
  it('records only changed fields', () => {
    given(workflow, [created])
      .when({ type: 'change-details', name: 'Fee gate', description: 'Checks fees', folderId: 'f1', at })
      .then([WorkflowDetailsChanged({ description: 'Checks fees', folderId: 'f1', at })]);
  });

  it('records nothing without a change', () => {
    given(workflow, [created, WorkflowDetailsChanged({ name: 'New', at })])
      .when({ type: 'change-details', name: ' New ', folderId: null, at })
      .then([]);
  });

  it('rejects an empty name', () => {
    given(workflow, [created]).when({ type: 'change-details', name: '', at }).refuses('VALIDATION_FAILED');
  });
});

describe('deploying a workflow', () => {
  it('stores the draft under the next version number', () => {
    given(workflow, [created, saved])
      .when({ type: 'deploy', draftRevision: 1, deployedBy: 'u1', at })
      .then([deployed(1)]);
    given(workflow, [created, saved, deployed(1), undeployed, deployed(2), activated(1)])
      .when({ type: 'deploy', draftRevision: 1, name: 'Spring', description: 'With review', deployedBy: 'u2', at })
      .then([WorkflowDeployed({ version: 3, document, name: 'Spring', description: 'With review', deployedBy: 'u2', at })]);
  });

  it('rejects a draft that was saved after its validation', () => {
    given(workflow, [created, saved, saved]).when({ type: 'deploy', draftRevision: 1, deployedBy: 'u1', at }).refuses('CONFLICT');
  });
});

describe('undeploying a workflow', () => {
  it('leaves nothing active', () => {
    given(workflow, [created, saved, deployed(1)])
      .when({ type: 'undeploy', at })
      .then([undeployed]);
  });

  it('is rejected when nothing is deployed', () => {
    for (const history of [[created], [created, saved, deployed(1), undeployed]]) {
      given(workflow, history).when({ type: 'undeploy', at }).refuses('VALIDATION_FAILED', 'Workflow is not deployed');
    }
  });
});

describe('rolling a workflow back', () => {
  const history = [created, saved, deployed(1), deployed(2), deployed(3)];

  it('activates the version before the active one', () => {
    given(workflow, history)
      .when({ type: 'roll-back', at })
      .then([activated(2)]);
    given(workflow, [...history, activated(2)])
      .when({ type: 'roll-back', at })
      .then([activated(1)]);
  });

  it('activates the requested version, even when nothing is deployed', () => {
    given(workflow, history)
      .when({ type: 'roll-back', version: 1, at })
      .then([activated(1)]);
    given(workflow, [...history, undeployed])
      .when({ type: 'roll-back', version: 3, at })
      .then([activated(3)]);
  });

  it('changes nothing when that version is already active', () => {
    given(workflow, history).when({ type: 'roll-back', version: 3, at }).then([]);
  });

  it('is rejected without an earlier version', () => {
    for (const past of [[created], [created, saved, deployed(1)], [...history, activated(1)], [...history, undeployed]]) {
      given(workflow, past).when({ type: 'roll-back', at }).refuses('VALIDATION_FAILED', 'No previous deployment version to roll back to');
    }
  });

  it.each([0, -1, 4, 1.5])('finds no version %d', (version) => {
    given(workflow, history).when({ type: 'roll-back', version, at }).refuses('NOT_FOUND', 'Deployment version not found');
  });

  it('does not change the draft', () => {
    const other = { ...document, metadata: { name: 'later' } };
    const past = [...history, WorkflowDraftSaved({ document: other, at }), activated(1)];
    expect(fold(workflow, past)).toMatchObject({ draft: other, activeVersion: 1, latestVersion: 3 });
  });
});

describe('a workflow that does not exist or is deleted', () => {
  it.each([
    ['save-draft', { type: 'save-draft', document, at }],
    ['change-details', { type: 'change-details', name: 'x', at }],
    ['deploy', { type: 'deploy', draftRevision: 0, deployedBy: 'u1', at }],
    ['undeploy', { type: 'undeploy', at }],
    ['roll-back', { type: 'roll-back', at }],
    ['delete', { type: 'delete', at }],
  ] as const)('cannot be found by %s', (_name, command) => {
    given(workflow, []).when(command).refuses('NOT_FOUND', 'Workflow not found');
    given(workflow, [created, saved, deleted]).when(command).refuses('NOT_FOUND', 'Workflow not found');
  });
});

it('saves every draft, valid or not', () => {
  given(workflow, [created]).when({ type: 'save-draft', document, at }).then([saved]);
});

it('can be deleted', () => {
  given(workflow, [created]).when({ type: 'delete', at }).then([deleted]);
});

it('keeps the facts for later decisions in its state', () => {
  expect(fold(workflow, [created, WorkflowDetailsChanged({ name: 'New', at }), saved, deployed(1)])).toEqual({
    status: 'existing',
    workspaceId: 'ws1',
    name: 'New',
    description: null,
    folderId: null,
    draft: document,
    draftRevision: 1,
    draftWhole: 1,
    latestVersion: 1,
    activeVersion: 1,
  });
});

it('folds edits of the draft after the last whole one', () => {
  const edited = WorkflowDraftEdited({ editId: 'e1', label: null, operations: [{ op: 'metadata', name: 'owner', value: 'finance' }], at });
  expect(fold(workflow, [created, saved, edited])).toMatchObject({
    draft: { ...document, metadata: { ...document.metadata, owner: 'finance' } },
    draftRevision: 2,
    draftWhole: 1,
  });
});

it('records the whole draft after an edit when it is given', () => {
  const edit = { editId: 'e1', label: 'Rename', operations: [{ op: 'metadata', name: 'owner' }] as const, at };
  given(workflow, [created, saved])
    .when({ type: 'edit-draft', ...edit, snapshot: document })
    .then([WorkflowDraftEdited(edit), WorkflowDraftSnapshotted({ document, at })]);
});

describe('describing a version', () => {
  const stored = { name: 'Summer', description: 'New prices' };

  it('records only what changes; null removes it', () => {
    given(workflow, [created, saved, deployed(1)])
      .when({ type: 'describe-version', version: 1, name: 'Spring', stored, at })
      .then([WorkflowVersionDescribed({ version: 1, name: 'Spring', at })]);
    given(workflow, [created, saved, deployed(1), undeployed])
      .when({ type: 'describe-version', version: 1, name: 'Summer', description: null, stored, at })
      .then([WorkflowVersionDescribed({ version: 1, description: null, at })]);
  });

  it('records nothing when nothing changes', () => {
    given(workflow, [created, saved, deployed(1)])
      .when({ type: 'describe-version', version: 1, ...stored, stored, at })
      .then([]);
    given(workflow, [created, saved, deployed(1)])
      .when({ type: 'describe-version', version: 1, stored, at })
      .then([]);
  });

  it.each([0, 2])('refuses version %d, which does not exist', (version) => {
    given(workflow, [created, saved, deployed(1)])
      .when({ type: 'describe-version', version, name: 'Spring', stored, at })
      .refuses('NOT_FOUND');
  });
});
