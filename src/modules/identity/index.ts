export { IdentityModule } from './identity.module.js';
export { Access, type AccessRule } from './http/access.decorator.js';
export { ApiKeyGuard } from './http/api-key.guard.js';
export { recoverOperator, type RecoveredKey } from './commands/recover-operator.js';
export { BootstrapInstance, type FirstRun } from './commands/bootstrap-instance.command.js';
export { UserEmails } from './queries/user-emails.js';
export { WorkspaceAccounts } from './queries/workspace-accounts.js';
export { keysToReseal } from './store/keys-to-reseal.js';
export { ApiKeyChanged, ApiKeyIssued, ApiKeyRevoked, ApiKeyRotated } from './domain/api-key.events.js';
export {
  OrganizationCreated,
  OrganizationMemberAdded,
  OrganizationMemberRemoved,
  OrganizationMemberRoleChanged,
  OrganizationPlanChanged,
  OrganizationRenamed,
} from './domain/organization.events.js';
export { OperatorAppointed, OperatorDismissed, UserCreated, UserReinstated, UserRenamed, UserSuspended } from './domain/user.events.js';
export {
  PersonalKeysAllowed,
  PersonalKeysRefused,
  WorkspaceCreated,
  WorkspaceDeleted,
  WorkspaceMemberAdded,
  WorkspaceMemberPermissionChanged,
  WorkspaceMemberRemoved,
  WorkspaceOwnerChanged,
  WorkspaceRenamed,
  WorkspaceRetentionChanged,
} from './domain/workspace.events.js';
export { DeletedWorkspaces } from './queries/deleted-workspaces.js';
export { WorkspaceKeeping } from './queries/workspace-keeping.js';
export { OrganizationPlans } from './queries/organization-plans.js';
