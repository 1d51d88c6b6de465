import { Module } from '@nestjs/common';
import { AddOrganizationMemberHandler } from './commands/organizations/add-organization-member.command.js';
import { AnswerInvitationHandler } from './commands/organizations/answer-invitation.command.js';
import { WithdrawInvitationHandler } from './commands/organizations/withdraw-invitation.command.js';
import { AddWorkspaceMemberHandler } from './commands/workspaces/add-workspace-member.command.js';
import { BootstrapInstanceHandler } from './commands/users/bootstrap-instance.command.js';
import { ChangeApiKeyHandler } from './commands/keys/change-api-key.command.js';
import { ChangeOrganizationHandler } from './commands/organizations/change-organization.command.js';
import { ChangeOrganizationMemberHandler } from './commands/organizations/change-organization-member.command.js';
import { ChangeUserHandler } from './commands/users/change-user.command.js';
import { ChangeWorkspaceHandler } from './commands/workspaces/change-workspace.command.js';
import { ChangeWorkspaceMemberHandler } from './commands/workspaces/change-workspace-member.command.js';
import { CreateOrganizationHandler } from './commands/organizations/create-organization.command.js';
import { CreateUserHandler } from './commands/users/create-user.command.js';
import { CreateWorkspaceHandler } from './commands/workspaces/create-workspace.command.js';
import { DeleteWorkspaceHandler } from './commands/workspaces/delete-workspace.command.js';
import { IssueApiKeyHandler } from './commands/keys/issue-api-key.command.js';
import { KeyMint } from './commands/keys/key-mint.js';
import { LastOperator } from './commands/users/last-operator.js';
import { RemoveOrganizationMemberHandler } from './commands/organizations/remove-organization-member.command.js';
import { RemoveWorkspaceMemberHandler } from './commands/workspaces/remove-workspace-member.command.js';
import { RevokeApiKeyHandler } from './commands/keys/revoke-api-key.command.js';
import { RotateApiKeyHandler } from './commands/keys/rotate-api-key.command.js';
import { ApiKeyGuard } from './gate/api-key.guard.js';
import { FailedKeys } from './gate/failed-keys.js';
import { InvitationsController } from './http/organizations/invitations.controller.js';
import { OrganizationInvitationsController } from './http/organizations/organization-invitations.controller.js';
import { OrganizationMembersController } from './http/organizations/organization-members.controller.js';
import { OrganizationsController } from './http/organizations/organizations.controller.js';
import { UserApiKeysController } from './http/keys/user-api-keys.controller.js';
import { UsersController } from './http/users/users.controller.js';
import { WorkspaceApiKeysController } from './http/keys/workspace-api-keys.controller.js';
import { WorkspaceMembersController } from './http/workspaces/workspace-members.controller.js';
import { WorkspacesController } from './http/workspaces/workspaces.controller.js';
import { ApiKeyViews } from './queries/keys/api-key-views.js';
import { CallerCache } from './gate/caller-cache.js';
import { DeletedWorkspaces } from './queries/workspaces/deleted-workspaces.js';
import { GetOrganizationHandler } from './queries/organizations/get-organization.query.js';
import { GetUserHandler } from './queries/users/get-user.query.js';
import { GetWorkspaceHandler } from './queries/workspaces/get-workspace.query.js';
import { IdPages } from './queries/id-pages.js';
import { IdentityViews } from './queries/identity-views.js';
import { KeyLookup } from './gate/key-lookup.js';
import { Invitations } from './queries/organizations/invitations.js';
import { ListInvitationsHandler } from './queries/organizations/list-invitations.query.js';
import { ListApiKeysHandler } from './queries/keys/list-api-keys.query.js';
import { ListOrganizationMembersHandler } from './queries/organizations/list-organization-members.query.js';
import { ListOrganizationsHandler } from './queries/organizations/list-organizations.query.js';
import { ListUsersHandler } from './queries/users/list-users.query.js';
import { ListWorkspaceMembersHandler } from './queries/workspaces/list-workspace-members.query.js';
import { ListWorkspacesHandler } from './queries/workspaces/list-workspaces.query.js';
import { PresentedKeys } from './gate/presented-keys.js';
import { MadeKeys } from './queries/keys/made-keys.js';
import { OrganizationPlans } from './queries/organizations/organization-plans.js';
import { WorkspaceKeeping } from './queries/workspaces/workspace-keeping.js';
import { WorkspaceSuccessors } from './queries/workspaces/workspace-successors.js';
import { OperatorKeys } from './queries/users/operator-keys.js';
import { UserEmails } from './queries/users/user-emails.js';
import { WorkspaceModelPolicies } from './queries/workspaces/workspace-model-policies.js';
import { WorkspaceAccounts } from './queries/workspaces/workspace-accounts.js';
import { KeyUses } from './store/key-uses.js';
import { KeyValues } from './store/key-values.js';

const guard = [ApiKeyGuard, PresentedKeys, CallerCache, FailedKeys, KeyLookup, KeyUses];

const controllers = [
  WorkspacesController,
  WorkspaceMembersController,
  WorkspaceApiKeysController,

  UserApiKeysController,
  UsersController,
  OrganizationsController,
  OrganizationMembersController,
  OrganizationInvitationsController,
  InvitationsController,
];

const commands = [
  BootstrapInstanceHandler,
  CreateWorkspaceHandler,
  ChangeWorkspaceHandler,
  DeleteWorkspaceHandler,
  AddWorkspaceMemberHandler,
  ChangeWorkspaceMemberHandler,
  RemoveWorkspaceMemberHandler,
  CreateOrganizationHandler,
  ChangeOrganizationHandler,
  AddOrganizationMemberHandler,
  AnswerInvitationHandler,
  WithdrawInvitationHandler,
  ChangeOrganizationMemberHandler,
  RemoveOrganizationMemberHandler,
  CreateUserHandler,
  ChangeUserHandler,
  IssueApiKeyHandler,
  RotateApiKeyHandler,
  ChangeApiKeyHandler,
  RevokeApiKeyHandler,
];

const queries = [
  GetOrganizationHandler,
  GetUserHandler,
  GetWorkspaceHandler,
  ListWorkspacesHandler,
  ListWorkspaceMembersHandler,
  ListOrganizationsHandler,
  ListOrganizationMembersHandler,
  ListUsersHandler,
  ListApiKeysHandler,
  ListInvitationsHandler,
];

/** Who may do what: organizations, users, workspaces, API keys, and the guard that tells callers apart. */
@Module({
  controllers,
  providers: [
    ...guard,
    ...commands,
    ...queries,
    KeyMint,
    LastOperator,
    KeyValues,
    ApiKeyViews,
    MadeKeys,
    IdentityViews,
    IdPages,
    Invitations,
    OperatorKeys,
    UserEmails,
    OrganizationPlans,
    WorkspaceAccounts,
    WorkspaceModelPolicies,
    WorkspaceKeeping,
    WorkspaceSuccessors,
    DeletedWorkspaces,
  ],
  exports: [ApiKeyGuard, UserEmails, OrganizationPlans, WorkspaceAccounts, WorkspaceModelPolicies, WorkspaceKeeping, DeletedWorkspaces],
})
export class IdentityModule {}
