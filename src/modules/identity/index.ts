export { IdentityModule } from './identity.module.js';
export { Access, type AccessRule } from './http/access.decorator.js';
export { ApiKeyGuard } from './gate/api-key.guard.js';
export { recoverOperator, type RecoveredKey } from './commands/users/recover-operator.js';
export { BootstrapInstance, type FirstRun } from './commands/users/bootstrap-instance.command.js';
export { UserEmails } from './queries/users/user-emails.js';
export { WorkspaceAccounts } from './queries/workspaces/workspace-accounts.js';
export { keysToReseal } from './store/keys-to-reseal.js';
export { ApiKeyChanged, ApiKeyIssued, ApiKeyRevoked, ApiKeyRotated } from './domain/keys/api-key.events.js';
export {
  OrganizationCreated,
  OrganizationMemberAdded,
  OrganizationMemberRemoved,
  OrganizationMemberRoleChanged,
  OrganizationPlanChanged,
  OrganizationRenamed,
} from './domain/organizations/organization.events.js';
export {
  OperatorAppointed,
  OperatorDismissed,
  UserCreated,
  UserReinstated,
  UserRenamed,
  UserSuspended,
} from './domain/users/user.events.js';
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
} from './domain/workspaces/workspace.events.js';
export { DeletedWorkspaces } from './queries/workspaces/deleted-workspaces.js';
export { WorkspaceKeeping } from './queries/workspaces/workspace-keeping.js';
export { OrganizationPlans } from './queries/organizations/organization-plans.js';
