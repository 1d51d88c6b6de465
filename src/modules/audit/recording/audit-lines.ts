import type { JsonObject } from '#kernel/json.js';
import { EnvironmentChanged } from '#modules/environment/index.js';
import { CancellationRequested } from '#engine/cancellation.events.js';
import { ExecutionStarted } from '#engine/execution.events.js';
import { FileDeleted, FileUploaded } from '#modules/files/index.js';
import {
  ApiKeyChanged,
  ApiKeyIssued,
  ApiKeyRevoked,
  ApiKeyRotated,
  OperatorAppointed,
  OperatorDismissed,
  OrganizationCreated,
  OrganizationMemberAdded,
  OrganizationMemberRemoved,
  OrganizationMemberRoleChanged,
  OrganizationPlanChanged,
  OrganizationRenamed,
  PersonalKeysAllowed,
  PersonalKeysRefused,
  UserCreated,
  UserReinstated,
  UserRenamed,
  UserSuspended,
  WorkspaceCreated,
  WorkspaceDeleted,
  WorkspaceMemberAdded,
  WorkspaceMemberPermissionChanged,
  WorkspaceMemberRemoved,
  WorkspaceOwnerChanged,
  WorkspaceRenamed,
  WorkspaceRetentionChanged,
} from '#modules/identity/index.js';
import { ExecutionHeld, ExecutionReleased } from '#modules/retention/index.js';
import {
  KnowledgeBaseChanged,
  KnowledgeBaseCreated,
  KnowledgeBaseDeleted,
  KnowledgeDocumentChanged,
  KnowledgeDocumentDeleted,
  KnowledgeDocumentReprocessingRequested,
  KnowledgeDocumentUploaded,
} from '#modules/knowledge/index.js';
import { PauseApproved, ResumeQueued } from '#modules/pauses/index.js';
import { DataTaken, type TakenKind } from '#modules/takeouts/index.js';
import { TableArchived, TableColumnAdded, TableColumnChanged, TableColumnDeleted, TableCreated } from '#modules/tables/index.js';
import {
  FolderCreated,
  FolderDeleted,
  FolderMoved,
  FolderRenamed,
  WorkflowCreated,
  WorkflowDeleted,
  WorkflowDeployed,
  WorkflowDetailsChanged,
  WorkflowDraftSaved,
  WorkflowUndeployed,
  WorkflowVersionActivated,
} from '#modules/workflows/index.js';
import { audited, type AuditLine } from '../domain/audit-fact.js';

const keyAction = (workspaceId: string | null, what: string): string =>
  workspaceId === null ? `personal_api_key.${what}` : `api_key.${what}`;

/** A list as settings hold it. */
const copy = (settings: object): JsonObject => ({ ...settings }) as JsonObject;

/** What is called how when it is taken out. */
const taken: Readonly<Record<TakenKind, readonly [action: string, resourceType: string]>> = {
  workflow: ['workflow.exported', 'workflow'],
  table: ['table.exported', 'table'],
  file: ['file.downloaded', 'file'],
  logs: ['logs.exported', 'workspace'],
  'audit-logs': ['audit_logs.exported', 'workspace'],
};

/** Everything that is audited: one line for each kind of event. */
export const auditLines: readonly AuditLine[] = [
  audited(OrganizationCreated, 'organization.created', 'organization', ({ name, plan }) => ({ name, settings: { name, plan } })),
  audited(OrganizationRenamed, 'organization.updated', 'organization', ({ name }) => ({ name, settings: { name } })),
  audited(OrganizationPlanChanged, 'org_plan.converted', 'organization', ({ plan }) => ({ settings: { plan } })),
  audited(OrganizationMemberAdded, 'org_member.added', 'organization', ({ userId, role }) => ({ member: userId, settings: { role } })),
  audited(OrganizationMemberRoleChanged, 'org_member.role_changed', 'organization', ({ userId, role }) => ({
    member: userId,
    settings: { role },
  })),
  audited(OrganizationMemberRemoved, 'org_member.removed', 'organization', ({ userId }) => ({ member: userId, settings: { role: null } })),

  audited(UserCreated, 'account.created', 'account', ({ name, ...settings }) => ({ name, settings: { name, ...settings } })),
  audited(UserRenamed, 'account.updated', 'account', ({ name }) => ({ name, settings: { name } })),
  audited(OperatorAppointed, 'account.updated', 'account', () => ({ settings: { isOperator: true } })),
  audited(OperatorDismissed, 'account.updated', 'account', () => ({ settings: { isOperator: false } })),
  audited(UserSuspended, 'account.suspended', 'account', () => ({ settings: { suspended: true }, initial: { suspended: false } })),
  audited(UserReinstated, 'account.reinstated', 'account', () => ({ settings: { suspended: false } })),

  audited(WorkspaceCreated, 'workspace.created', 'workspace', ({ name, organizationId, ownerId }) => ({
    name,
    organizationId,
    settings: { name, ownerId },
  })),
  audited(WorkspaceRenamed, 'workspace.updated', 'workspace', ({ name }) => ({ name, settings: { name } })),
  audited(PersonalKeysAllowed, 'workspace.updated', 'workspace', () => ({ settings: { allowPersonalApiKeys: true } })),
  audited(PersonalKeysRefused, 'workspace.updated', 'workspace', () => ({
    settings: { allowPersonalApiKeys: false },
    initial: { allowPersonalApiKeys: true },
  })),
  audited(WorkspaceRetentionChanged, 'workspace.updated', 'workspace', ({ days }) => ({
    settings: { retentionDays: days },
    initial: { retentionDays: null },
  })),
  audited(WorkspaceMemberAdded, 'member.added', 'workspace', ({ userId, permission }) => ({ member: userId, settings: { permission } })),
  audited(WorkspaceMemberPermissionChanged, 'member.role_changed', 'workspace', ({ userId, permission }) => ({
    member: userId,
    settings: { permission },
  })),
  audited(WorkspaceMemberRemoved, 'member.removed', 'workspace', ({ userId }) => ({ member: userId, settings: { permission: null } })),
  audited(WorkspaceOwnerChanged, 'workspace.updated', 'workspace', ({ ownerId }) => ({ settings: { ownerId } })),
  audited(WorkspaceDeleted, 'workspace.deleted', 'workspace'),

  audited(ApiKeyIssued, 'api_key.created', 'api_key', ({ name, userId, workspaceId, scope, areas, allowedIps, expiresAt }) => ({
    action: keyAction(workspaceId, 'created'),
    name,
    details: { userId },
    settings: copy({ scope, areas, allowedIps, expiresAt }),
  })),
  audited(ApiKeyRotated, 'api_key.updated', 'api_key', ({ formerUntil }, { workspaceId }) => ({
    action: keyAction(workspaceId, 'updated'),
    details: { rotated: true, formerUntil },
  })),
  audited(ApiKeyChanged, 'api_key.updated', 'api_key', ({ name, expiresAt, allowedIps }, { workspaceId }) => ({
    action: keyAction(workspaceId, 'updated'),
    name,
    settings: copy({ expiresAt, allowedIps }),
  })),
  audited(ApiKeyRevoked, 'api_key.revoked', 'api_key', (_, { workspaceId }) => ({ action: keyAction(workspaceId, 'revoked') })),

  audited(EnvironmentChanged, 'environment.updated', 'environment', ({ set, removed }, { workspaceId, streamId }) => ({
    resourceId: workspaceId ?? streamId,
    details: copy({ set, removed }),
  })),

  audited(FolderCreated, 'folder.created', 'folder', ({ name, parentId }) => ({ name, settings: { name, parentId } })),
  audited(FolderRenamed, 'folder.updated', 'folder', ({ name }) => ({ name, settings: { name } })),
  audited(FolderMoved, 'folder.moved', 'folder', ({ parentId }) => ({ settings: { parentId } })),
  audited(FolderDeleted, 'folder.deleted', 'folder'),

  audited(WorkflowCreated, 'workflow.created', 'workflow', ({ name, description, folderId }) => ({
    name,
    settings: { name, description, folderId },
  })),
  audited(WorkflowDetailsChanged, 'workflow.updated', 'workflow', ({ at: _, ...settings }) => ({
    ...(settings.name === undefined ? {} : { name: settings.name }),
    settings: copy(settings),
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
  audited(WorkflowDeleted, 'workflow.deleted', 'workflow'),

  audited(TableCreated, 'table.created', 'table', ({ name, description, columns }) => ({
    name,
    settings: copy({ name, description, columns }),
  })),
  audited(TableColumnAdded, 'table.updated', 'table', ({ columns }) => ({ settings: copy({ columns }) })),
  audited(TableColumnChanged, 'table.updated', 'table', ({ columns }) => ({ settings: copy({ columns }) })),
  audited(TableColumnDeleted, 'table.updated', 'table', ({ columns }) => ({ settings: copy({ columns }) })),
  audited(TableArchived, 'table.deleted', 'table'),

  audited(FileUploaded, 'file.uploaded', 'file', ({ name, size, mediaType, objectKey }) => ({
    name,
    details: { size, type: mediaType, sha256: objectKey },
  })),
  audited(FileDeleted, 'file.deleted', 'file', ({ name }) => ({ name })),

  audited(KnowledgeBaseCreated, 'knowledge_base.created', 'knowledge_base', ({ name, description, chunkingConfig }) => ({
    name,
    settings: copy({ name, description, chunkingConfig }),
  })),
  audited(KnowledgeBaseChanged, 'knowledge_base.updated', 'knowledge_base', ({ at: _, ...settings }) => ({
    ...(settings.name === undefined ? {} : { name: settings.name }),
    settings: copy(settings),
  })),
  audited(KnowledgeBaseDeleted, 'knowledge_base.deleted', 'knowledge_base'),
  audited(
    KnowledgeDocumentUploaded,
    'document.uploaded',
    'document',
    ({ knowledgeBaseId, filename, mimeType, fileSize, objectKey, tags }) => ({
      name: filename,
      settings: copy({ filename, mimeType, tags }),
      details: { knowledgeBaseId, size: fileSize, sha256: objectKey },
    }),
  ),
  audited(KnowledgeDocumentChanged, 'document.updated', 'document', ({ at: _, ...settings }) => ({
    ...(settings.filename === undefined ? {} : { name: settings.filename }),
    settings: copy(settings),
    initial: { enabled: true },
  })),
  audited(KnowledgeDocumentReprocessingRequested, 'document.updated', 'document', () => ({ details: { changed: 'processed anew' } })),
  audited(KnowledgeDocumentDeleted, 'document.deleted', 'document'),

  audited(DataTaken, 'data.taken', 'data', ({ kind, resourceId, name }, { workspaceId }) => {
    const [action, resourceType] = taken[kind];
    // What concerns no workspace is about an organization.
    return { action, resourceType: workspaceId === null ? 'organization' : resourceType, resourceId, ...(name === null ? {} : { name }) };
  }),

  audited(ExecutionStarted, 'workflow.execute', 'workflow', (started, { streamId }) => ({
    resourceId: started.workflowId,
    details: {
      executionId: started.callerExecutionId ?? streamId,
      trigger: started.trigger,
      mode: started.mode,
      deploymentVersion: started.deploymentVersion,
      ...(started.origin === undefined ? {} : { replayOf: started.origin.executionId }),
    },
  })),
  audited(CancellationRequested, 'workflow.cancel', 'execution', ({ executionId, workflowId }) => ({
    resourceId: executionId,
    details: { workflowId },
  })),
  audited(ExecutionHeld, 'execution.held', 'execution', ({ executionId, reason }) => ({
    resourceId: executionId,
    settings: { held: true, reason },
    initial: { held: false, reason: null },
  })),
  audited(ExecutionReleased, 'execution.released', 'execution', ({ executionId }) => ({
    resourceId: executionId,
    settings: { held: false, reason: null },
  })),
  audited(PauseApproved, 'workflow.resume', 'execution', ({ answer, contextId }, { meta, streamId }) => ({
    resourceId: meta.correlationId ?? streamId,
    actor: { id: answer.userId, email: answer.email },
    details: { contextId, via: answer.via, complete: false },
  })),
  audited(ResumeQueued, 'workflow.resume', 'execution', ({ answers, contextId }, { meta, streamId }) => {
    const answer = answers.at(-1);
    return {
      resourceId: meta.correlationId ?? streamId,
      actor: { id: answer?.userId ?? null, email: answer?.email ?? null },
      details: { contextId, via: answer?.via ?? null, complete: true },
    };
  }),
];

/** Lasting events that no auditor needs to see, and why. */
export const notAudited: ReadonlyMap<string, string> = new Map([
  ...['processing-started', 'read', 'attempt-failed', 'processed', 'failed'].map(
    (step) => [`knowledge-document.${step}`, 'what the server does with a document that somebody has uploaded, which is audited'] as const,
  ),
  ['knowledge.embedded', 'a sum for the ledger of usage'],
]);
